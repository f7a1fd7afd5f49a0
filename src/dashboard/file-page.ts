/**
 * Files of the bank for reading (S54), each with its entries, contradictions with the code, and links to it. Also reads
 * lines of a source file.
 *
 * Only files inside the bank or the repository are shown (S39), and secrets are masked (S35).
 */

import { type Drift, driftWords } from '../bank/drift.ts'
import type { Entry } from '../bank/entry.ts'
import { countLines } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { BankFile, Doubt, FilePage, LinkPlace, PageEntry, SourceLines } from '../bank/page-answers.ts'
import { pathIn } from '../bank/path-in.ts'
import { shownBlocks } from '../bank/shown-blocks.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { type BankPath, bankPath, baseName, knownPath } from '../base/bank-path.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { once } from '../base/once.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { allBacklinks, backlinksTo } from '../check/backlinks.ts'
import { fileSecrets } from '../check/rules/secrets.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import { gitStatus } from '../disk/git/status.ts'
import type { DiskRepository } from '../disk/project/repository.ts'
import { readViewableSource } from '../disk/project/viewable-source.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskTexts, starSecrets } from '../secrets/mask.ts'
import { BankReader } from '../verbs/bank-reader.ts'
import { openRepository } from '../verbs/drift.ts'
import { entriesWithState } from '../verbs/entries.ts'
import { fileDates } from '../verbs/file-dates.ts'
import { originsOf } from '../verbs/origins.ts'

/** Every Markdown file, MEMORY.md first, then by path. Without drift (`isJudged`) the list is fast for any number of files. */
export function bankFiles(workspace: Workspace, kept = new BankReader(), isJudged = true): Result<readonly BankFile[]> {
  const opened = openBank(workspace, kept)
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
  kept = new BankReader(),
): Result<FilePage> {
  const path = bankPath(raw)
  const missing = fail({ code: 'not-in-bank', path: raw, near: undefined } as const)
  const pages = path === undefined ? missing : pagesOf(workspace, path, language, kept)
  if (!pages.ok) return pages
  const [page] = pages.value.values()
  return page === undefined ? missing : ok(page)
}

/** All pages of a bank by path. Shared values are computed once. */
export function filePages(
  workspace: Workspace,
  language: Language,
  kept = new BankReader(),
): Result<ReadonlyMap<BankPath, FilePage>> {
  return pagesOf(workspace, undefined, language, kept)
}

/** `git blame` only up to this many files: with more, the export would take too long. */
const MOST_BLAMED = 200

/** The page of one file, or of all. */
function pagesOf(
  workspace: Workspace,
  only: BankPath | undefined,
  language: Language,
  kept: BankReader,
): Result<ReadonlyMap<BankPath, FilePage>> {
  const opened = openBank(workspace, kept)
  if (!opened.ok) return opened
  const { snapshot, memo, driftIn, datesOf } = opened.value
  const isWanted = ({ path }: { readonly path: BankPath }) => only === undefined || path === only
  const files = [...snapshot.files.values()].filter(isWanted)
  const all = entriesWithState(snapshot).filter(isWanted)
  const entries = byPath(originsOf(all, workspace, (one) => snapshot.files.get(one), files.length <= MOST_BLAMED))
  const drifts = byPath(driftIn(only))
  const leading = only === undefined ? allBacklinks(snapshot, memo) : undefined
  const repository = openRepository(workspace)
  const titleAt = (path: BankPath) => maskedTitle(snapshot.files.get(path) ?? pageOf('', path), memo)
  const pages = files.map((page): FilePage => {
    const { path, text } = page
    const links = leading?.get(path) ?? (only === undefined ? [] : backlinksTo(path, snapshot, memo))
    return {
      path,
      title: titleAt(path),
      blocks: shownBlocks(fileSecrets(text, memo).clean ? page : page.with(starSecrets(text))),
      entries: entriesOn(text, entries.get(path) ?? [], memo),
      doubts: doubtsOf(drifts.get(path) ?? [], text, { repository, memo, language }),
      linkedFrom: links.map((from) => ({ ...from, title: titleAt(from.path) })),
      ...datesOf(path),
      tokens: estimateTokens(text),
    }
  })
  return ok(new Map(pages.map((page) => [knownPath(page.path), page])))
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

type EntryWithOrigin = ReturnType<typeof originsOf<Entry>>[number]

/** The lines of a place with a few lines of context. */
export function sourceLines(workspace: Workspace, { path, first, last = first }: LinkPlace): Result<SourceLines> {
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

interface OpenBank {
  readonly snapshot: Snapshot
  readonly memo: Memo
  datesOf(path: BankPath): { readonly updated?: string }
  /** Drift of one file or of all; empty if the project disables the check. */
  driftIn(path: BankPath | undefined): readonly Drift[]
}

function openBank(workspace: Workspace, kept: BankReader): Result<OpenBank> {
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

/** Masks `words` quoted from `text`: some secrets are recognised only in their context. */
function maskedIn(text: string, words: readonly string[], memo: Memo): readonly string[] {
  if (fileSecrets(text, memo).clean) return words
  return maskTexts([...words, text])
    .slice(0, words.length)
    .map((masked) => masked.text)
}

function entriesOn(text: string, withOrigins: readonly EntryWithOrigin[], memo: Memo): readonly PageEntry[] {
  const titles = maskedIn(
    text,
    withOrigins.map(({ title }) => title),
    memo,
  )
  return withOrigins.map(({ id, kind, line, date, status, provenance }, index) => ({
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

/** The file that a drift result is about: its new location, else the first existing file in the evidence or claim. */
function placeOf({ now, evidence, claim }: Drift, repository: DiskRepository): LinkPlace | undefined {
  const words = [now ?? '', ...evidence.en.split(/[\s`,;'"“”]+/), claim]
  for (const word of words) {
    const named = pathIn(word.replace(/(?<![.:])[.:]+$/, ''))
    if (named === undefined || repository.kindOf(named.file) !== 'file') continue
    const lines = named.lines === undefined ? {} : { first: named.lines.from, last: named.lines.to }
    return { path: named.file, ...lines }
  }
  return undefined
}

/** A file of the bank may be ignored by git; any other file may not. */
function readSource(workspace: Workspace, path: string): Result<string> {
  const missing = fail({ code: 'source-not-shown', path, why: 'missing' } as const)
  if (path.startsWith(`${BANK_FOLDER}/`)) {
    const within = bankPath(path.slice(BANK_FOLDER.length + 1))
    const text = within?.endsWith('.md') === true ? pageNow(workspace.place.bank, within) : undefined
    return text === undefined ? missing : ok(text)
  }
  const shown = readViewableSource(workspace.project, path)
  return shown.kind === 'text' ? ok(shown.text) : fail({ code: 'source-not-shown', path, why: shown.why })
}
