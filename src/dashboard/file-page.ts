/**
 * The files of a bank to read (S54): each with its entries, what the code says otherwise, and who leads here; and lines of
 * the repository for a place that somebody names.
 *
 * Only what stands inside the bank or the repository is shown (S39), and no value of a secret (S35).
 */

import type { Entry } from '../bank/entry.ts'
import { countLines } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { shownBlocks } from '../bank/shown-blocks.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { type LeadingLine, linkedFrom, linkedFromAll } from '../check/linked-from.ts'
import { fileSecrets } from '../check/rules/secrets.ts'
import { type BankPath, bankPath, baseName } from '../base/bank-path.ts'
import { type Drift, driftWords } from '../bank/drift.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { once } from '../base/once.ts'
import type { BankFile, Doubt, FilePage, PageEntry, Place, SourceLines } from '../bank/reports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { maskTexts, starSecrets } from '../secrets/mask.ts'
import { pathIn } from '../bank/path-in.ts'
import { estimateTokens } from '../base/tokens.ts'
import { pageNow } from '../disk/bank/preconditions.ts'
import { gitStatus } from '../disk/git/status.ts'
import type { DiskRepository } from '../disk/project/repository.ts'
import { readShownSource } from '../disk/project/shown-source.ts'
import type { Workspace } from '../disk/workspace.ts'
import { openRepository } from '../verbs/drift.ts'
import { entriesWithState } from '../verbs/entries.ts'
import { fileDates } from '../verbs/file-dates.ts'
import { KeptReading } from '../verbs/kept-reading.ts'
import { originsOf } from '../verbs/origins.ts'

/** Every Markdown file, the entry first, then by path; not judged by the code it is listed at once, however many there are. */
export function bankFiles(
  workspace: Workspace,
  kept = new KeptReading(),
  isJudged = true,
): Result<readonly BankFile[]> {
  const opened = openToRead(workspace, kept)
  if (!opened.ok) return opened
  const { snapshot, memo, datesOf, driftIn } = opened.value
  const doubts = new Map<string, number>()
  for (const { path } of isJudged ? driftIn(undefined) : []) doubts.set(path, (doubts.get(path) ?? 0) + 1)
  const files = [...snapshot.files.values()].map((page): BankFile => {
    const { path, text } = page
    const facts = memo.of(`page ${path}`, text, () => ({
      title: maskedTitle(page, memo),
      lines: countLines(text),
      tokens: estimateTokens(text),
      entries: page.entries.length,
    }))
    return { path, ...facts, ...datesOf(path), ...(isJudged ? { doubts: doubts.get(path) ?? 0 } : {}) }
  })
  kept.keep(snapshot)
  return ok(files.toSorted((a, b) => Number(b.path === MEMORY) - Number(a.path === MEMORY)))
}

export function filePage(
  workspace: Workspace,
  raw: string,
  language: Language,
  kept = new KeptReading(),
): Result<FilePage> {
  const opened = openToRead(workspace, kept)
  if (!opened.ok) return opened
  const { snapshot, memo, driftIn } = opened.value
  const path = bankPath(raw)
  const page = path === undefined ? undefined : snapshot.files.get(path)
  if (page === undefined) return fail({ code: 'not-in-bank', path: raw, near: undefined })
  const own = entriesWithState(snapshot).filter((entry) => entry.path === path)
  const titleAt = (at: BankPath) => maskedTitle(snapshot.files.get(at) ?? pageOf('', at), memo)
  const repository = openRepository(workspace)
  return ok(
    shownFile(page, opened.value, {
      titleAt,
      entries: originsOf(own, workspace, (one) => snapshot.files.get(one), true),
      doubts: doubtsOf(driftIn(page.path), page.text, { repository, memo, language }),
      leading: linkedFrom(page.path, snapshot, memo),
    }),
  )
}

/** Git is asked who wrote the lines of so many files; of more nobody waits for it. */
const MOST_BLAMED = 200

/** Every page of a bank, by its path: what they share is worked out once. */
export function filePages(
  workspace: Workspace,
  language: Language,
  kept = new KeptReading(),
): Result<ReadonlyMap<BankPath, FilePage>> {
  const opened = openToRead(workspace, kept)
  if (!opened.ok) return opened
  const { snapshot, memo, driftIn } = opened.value
  const files = [...snapshot.files.values()]
  const all = entriesWithState(snapshot)
  const told = originsOf(all, workspace, (one) => snapshot.files.get(one), files.length <= MOST_BLAMED)
  const entries = byPath(told)
  const drifts = byPath(driftIn(undefined))
  const leading = linkedFromAll(snapshot, memo)
  const repository = openRepository(workspace)
  const titles = new Map(files.map((file) => [file.path, maskedTitle(file, memo)]))
  return ok(
    new Map(
      files.map((file) => [
        file.path,
        shownFile(file, opened.value, {
          titleAt: (at) => titles.get(at) ?? '',
          entries: entries.get(file.path) ?? [],
          doubts: doubtsOf(drifts.get(file.path) ?? [], file.text, { repository, memo, language }),
          leading: leading.get(file.path) ?? [],
        }),
      ]),
    ),
  )
}

function byPath<T extends { readonly path: string }>(all: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(one.path) ?? []
    group.push(one)
    groups.set(one.path, group)
  }
  return groups
}

type ToldEntry = ReturnType<typeof originsOf<Entry>>[number]

/** What is known of a file beside its text. */
interface Around {
  titleAt(path: BankPath): string
  readonly entries: readonly ToldEntry[]
  readonly doubts: readonly Doubt[]
  readonly leading: readonly LeadingLine[]
}

function shownFile(page: Page, { memo, datesOf }: OpenToRead, { titleAt, entries, doubts, leading }: Around): FilePage {
  const { path, text } = page
  return {
    path,
    title: titleAt(path),
    blocks: shownBlocks(fileSecrets(text, memo).clean ? page : page.with(starSecrets(text))),
    entries: entriesOn(text, entries, memo),
    doubts,
    linkedFrom: leading.map((from) => ({ ...from, title: titleAt(from.path) })),
    ...datesOf(path),
    tokens: estimateTokens(text),
  }
}

/** The lines of a place, with a few around them. */
export function sourceLines(workspace: Workspace, { path, first, last = first }: Place): Result<SourceLines> {
  const read = readSource(workspace, path)
  if (!read.ok) return read
  const lines = pageOf(starSecrets(read.value)).lines.map((line) => line.text)
  const total = lines.length
  if (first === undefined || first < 1 || first > total)
    return ok({ path, first: 1, lines: lines.slice(0, MOST_LINES), total })
  const until = Math.min(Math.max(first, last ?? first), total, first + MOST_LINES - 1)
  const around = Math.min(AROUND, Math.floor((MOST_LINES - (until - first + 1)) / 2))
  const start = Math.max(1, first - around)
  return ok({
    path,
    first: start,
    marked: { first, last: until },
    lines: lines.slice(start - 1, until + around),
    total,
  })
}

const MOST_LINES = 80
const AROUND = 12

interface OpenToRead {
  readonly snapshot: Snapshot
  readonly memo: Memo
  datesOf(path: BankPath): { readonly updated?: string }
  /** Of one file, or of all; nothing where the project has switched it off. */
  driftIn(path: BankPath | undefined): readonly Drift[]
}

function openToRead(workspace: Workspace, kept: KeptReading): Result<OpenToRead> {
  const { project, config } = workspace
  const read = kept.read(workspace)
  if (!read.ok) return read
  const snapshot = read.value
  const memo = kept.memo(workspace)
  const status = once(() => (project.gitFolder === undefined ? undefined : gitStatus(project.root, workspace.now)))
  const dates = once(() => fileDates(workspace, snapshot, status, memo))
  return ok({
    snapshot,
    memo,
    datesOf(path) {
      const updated = dates().get(path)?.updated
      return updated === undefined ? {} : { updated }
    },
    driftIn: (path) => (config.checks.get('drift') === 'off' ? [] : kept.drift(workspace, snapshot, status(), path)),
  })
}

function maskedTitle({ path, text, title }: Page, memo: Memo): string {
  return maskedIn(text, [title || baseName(path)], memo)[0] ?? ''
}

/** Words that quote a text, without the secrets that the text shows them to be. */
function maskedIn(text: string, words: readonly string[], memo: Memo): readonly string[] {
  if (fileSecrets(text, memo).clean) return words
  return maskTexts([...words, text])
    .slice(0, words.length)
    .map((masked) => masked.text)
}

function entriesOn(text: string, told: readonly ToldEntry[], memo: Memo): readonly PageEntry[] {
  const titles = maskedIn(
    text,
    told.map(({ title }) => title),
    memo,
  )
  return told.map(({ id, kind, line, date, status, provenance }, index) => ({
    id,
    kind,
    title: titles[index] ?? '',
    line,
    ...(date === undefined ? {} : { date }),
    ...(status === undefined ? {} : { state: status }),
    ...(provenance === undefined ? {} : { provenance }),
  }))
}

function doubtsOf(
  drifts: readonly Drift[],
  text: string,
  {
    repository,
    memo,
    language,
  }: { readonly repository: DiskRepository; readonly memo: Memo; readonly language: Language },
): readonly Doubt[] {
  const messages = maskedIn(
    text,
    drifts.map((drift) => driftWords(drift)[language]),
    memo,
  )
  return drifts.map((drift, at) => {
    const place = placeOf(drift, repository)
    return {
      line: drift.line,
      verdict: drift.verdict,
      message: messages[at] ?? '',
      ...(place === undefined ? {} : { place }),
    }
  })
}

/** The file that the judge names: where it is now, else where it looked. */
function placeOf({ now, evidence, claim }: Drift, repository: DiskRepository): Place | undefined {
  const words = [now ?? '', ...evidence.en.split(/[\s`,;'"“”]+/), claim]
  for (const word of words) {
    const named = pathIn(word.replace(/[.:]+$/, ''))
    if (named === undefined || repository.kindOf(named.file) !== 'file') continue
    const lines = named.lines === undefined ? {} : { first: named.lines.from, last: named.lines.to }
    return { path: named.file, ...lines }
  }
  return undefined
}

/** A file of the bank may be one that git leaves alone; every other file may not. */
function readSource(workspace: Workspace, path: string): Result<string> {
  const missing = fail({ code: 'source-not-shown', path, why: 'missing' } as const)
  if (path.startsWith(`${BANK_FOLDER}/`)) {
    const within = bankPath(path.slice(BANK_FOLDER.length + 1))
    const text = within?.endsWith('.md') === true ? pageNow(workspace.place.bank, within) : undefined
    return text === undefined ? missing : ok(text)
  }
  const shown = readShownSource(workspace.project, path)
  return shown.kind === 'text' ? ok(shown.text) : fail({ code: 'source-not-shown', path, why: shown.why })
}
