/**
 * A proposal with everything a user needs to answer it, for the page and the command line (S42, S54). Edited fields are
 * checked as if they were proposed. A review changes nothing.
 */

import { join } from 'node:path'
import { conclusionOf } from '../bank/conclusion.ts'
import { headlineOf } from '../bank/decode-addition.ts'
import { type Entry, entriesNamed, entriesOfBank } from '../bank/entry.ts'
import { readEvidence } from '../bank/evidence.ts'
import { countNewlines, withoutListMark } from '../bank/lines.ts'
import { Page, pageOf } from '../bank/page.ts'
import type { LinkPlace } from '../bank/page-answers.ts'
import type { Proposal } from '../bank/proposal.ts'
import type { RelatedEntry, Review, ReviewEvidence, ReviewField } from '../bank/review.ts'
import { sameTopic } from '../bank/same-topic.ts'
import { shownBlocks } from '../bank/shown-blocks.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { cellsOfLine } from '../bank/tables.ts'
import { type Addition, FIELD_NAMES, fieldsOf, fieldText } from '../base/addition.ts'
import type { Change } from '../base/change.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { once } from '../base/once.ts'
import type { Problem } from '../base/problem.ts'
import { isOpen } from '../base/proposal-status.ts'
import type { Acceptance } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findSizes } from '../check/rules/sizes.ts'
import { contentFirst, type Fields, hashOfPlan, type Typed, withFields } from '../consent/proposal.ts'
import { Proposals } from '../consent/proposals.ts'
import { pointsOf } from '../consent/show.ts'
import { textInside } from '../disk/open-file.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { WritePlan } from '../plan/plan-write.ts'
import { linesOfEntry } from '../plan/write/change-entry.ts'
import { nearTopic } from '../plan/write/near-topic.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { type AddingTo, drawUpAdditions, openForAdding, planAdditions } from '../verbs/add.ts'
import { describeProblem } from '../verbs/describe-problem.ts'
import { openRepository } from '../verbs/drift.ts'
import { spokenLanguage } from '../verbs/open-bank.ts'
import { stampsOf } from '../verbs/stamp.ts'
import { maskedDiffs } from './masked-diffs.ts'

export interface ReviewOptions {
  /** Language of the messages. */
  readonly language?: Language | undefined
  readonly fields?: Fields
  /** The channel in which the user would accept: page or terminal. */
  readonly how?: Acceptance
}

export function reviewProposal(workspace: Workspace, id: string, wishes: ReviewOptions = {}): Result<Review> {
  const found = new Proposals(workspace).find(id)
  if (!found.ok) return found
  const { proposal, problem } = withFields(found.value, wishes.fields)
  const [review] = reviewAll(workspace, [{ proposal, problem, hash: found.value.hash }], wishes)
  return review === undefined ? fail({ code: 'proposal-unknown', id }) : ok(review)
}

/** Several stored proposals with one read of the bank, each as if accepted alone. */
export function reviewProposals(
  workspace: Workspace,
  proposals: readonly Proposal[],
  wishes: Omit<ReviewOptions, 'fields'> = {},
): readonly Review[] {
  const shown = proposals.map((proposal) => ({ proposal, problem: undefined, hash: proposal.hash }))
  return reviewAll(workspace, shown, wishes)
}

type Shown = Typed & { readonly hash: string }

function reviewAll(workspace: Workspace, shown: readonly Shown[], wishes: ReviewOptions): readonly Review[] {
  const { language = spokenLanguage(undefined, workspace), how = 'page' } = wishes
  const adding = openToReview(
    workspace,
    shown.map(({ proposal }) => proposal),
    how,
  )
  const repository = once(() => openRepository(workspace))
  return shown.map(({ proposal, problem, hash }) => {
    const { id, status, addition, at, session, host, because } = proposal
    const { kind, evidence } = addition
    const isAsked = isOpen(status)
    const { plan, planHash, wrong } = isAsked
      ? planned(adding, addition, problem)
      : { plan: undefined, planHash: undefined, wrong: { code: 'proposal-settled' as const, id, status } }
    const changes = plan?.changes ?? []
    const snapshot = adding.ok ? adding.value.input.snapshot : undefined
    const notes = [...(plan?.notes ?? []), ...(snapshot === undefined ? [] : overBudget(changes, snapshot))]
    return {
      id,
      hash,
      planHash,
      status,
      kind,
      title: maskSecrets(headlineOf(addition)),
      at,
      session,
      ...(host === undefined ? {} : { host }),
      targets: plan?.targets[0]?.toSorted(contentFirst) ?? proposal.targets,
      fields: fieldsShown(addition, language),
      evidence: evidence.map((item) => evidenceShown(item, workspace, repository)),
      files: maskedDiffs(changes),
      notes: [...new Set(notes.map((note) => note[language]))],
      related: snapshot === undefined ? [] : relatedEntries(addition, snapshot),
      ...(wrong === undefined ? {} : { problem: describeProblem(wrong, language) }),
      tokens: estimateTokens(pointsOf({ ...addition, evidence: [] }, language).join('\n')),
      ...(because === undefined ? {} : { because }),
    }
  })
}

/** Plans in the bank's language. Conflicts overwrite: the user sees every removed line before accepting (S4). */
function openToReview(workspace: Workspace, proposals: readonly Proposal[], how: Acceptance): Result<AddingTo> {
  return openForAdding(workspace, {
    language: undefined,
    onConflict: 'overwrite',
    stamp: stampsOf(workspace, how, proposals),
  })
}

interface Planned {
  /** Present if the proposal can be planned, even if it cannot be accepted yet. */
  readonly plan: WritePlan | undefined
  readonly planHash: string | undefined
  readonly wrong: Problem | undefined
}

function planned(adding: Result<AddingTo>, addition: Addition, problem: Problem | undefined): Planned {
  if (!adding.ok) return { plan: undefined, planHash: undefined, wrong: adding.problem }
  const plan = problem === undefined ? planAdditions(adding.value, [addition]) : fail(problem)
  if (!plan.ok) {
    const drawn = drawUpAdditions(adding.value, [addition])
    return { plan: drawn.ok ? drawn.value : undefined, planHash: undefined, wrong: plan.problem }
  }
  const { changes } = plan.value
  if (changes.length === 0) return { plan: plan.value, planHash: undefined, wrong: { code: 'already-said' } }
  const planHash = hashOfPlan(plan.value, [addition])
  return { plan: plan.value, planHash, wrong: undefined }
}

/** Size findings caused by the plan: MEMORY.md, or a file that was not too large before. */
function overBudget(changes: readonly Change[], snapshot: Snapshot): readonly Words[] {
  const after = changes.flatMap((change) =>
    change.kind === 'create' || change.kind === 'edit' ? [new Page(change.path, change.text)] : [],
  )
  const now = findSizes({ ...snapshot, files: new Map(after.map((file) => [file.path, file])) })
  const known = findSizes(snapshot)
  const isKnown = ({ path, next }: (typeof now)[number]) =>
    path !== MEMORY && known.some((one) => one.path === path && one.next === next)
  return now
    .filter((finding) => !isKnown(finding))
    .map(({ path, message }) => ({
      en: `${BANK_FOLDER}/${path}: ${message.en}`,
      zh: `${BANK_FOLDER}/${path}：${message.zh}`,
    }))
}

function fieldsShown({ kind, fields }: Addition, language: Language): readonly ReviewField[] {
  return fieldsOf(kind).map(({ field, name, required, choices }) => {
    const value = maskSecrets(fields.get(field) ?? '')
    return {
      name: FIELD_NAMES[field],
      label: name[language],
      value,
      blocks: shownBlocks(pageOf(value)),
      required,
      ...(choices === undefined ? {} : { choices }),
    }
  })
}

function evidenceShown(
  text: string,
  workspace: Workspace,
  repository: () => ReturnType<typeof openRepository>,
): ReviewEvidence {
  const place = placeOf(text, workspace, repository)
  return place === undefined ? { text } : { text, place }
}

/** The file that evidence names. A name without a folder matches if exactly one file has it. */
function placeOf(
  item: string,
  { project: { root, bank } }: Workspace,
  repository: () => ReturnType<typeof openRepository>,
): LinkPlace | undefined {
  const named = readEvidence(item, root)
  if (named.kind !== 'path') return undefined
  const read = (path: string) => {
    const prefix = `${BANK_FOLDER}/`
    const [folder, inside] = path.startsWith(prefix) ? [bank, path.slice(prefix.length)] : [root, path]
    return textInside(folder, join(folder, inside), { bytes: LIMITS.fileBytes })
  }
  const called = named.path.includes('/')
    ? []
    : repository()
        .files()
        .filter((file) => file.endsWith(`/${named.path}`))
  const [path = ''] = read(named.path) === undefined && called.length === 1 ? called : [named.path]
  const text = read(path)
  if (text === undefined) return undefined
  const { line: first, last = first } = named
  const total = countNewlines(text) + 1
  if (first === undefined || last === undefined || first < 1 || first > total) return { path }
  return { path, first, last: Math.max(first, Math.min(last, total)) }
}

/** Entries to read with a proposal: those it replaces, and a few on the same or nearly the same topic. */
function relatedEntries(addition: Addition, snapshot: Snapshot): readonly RelatedEntry[] {
  if (addition.kind === 'removal') return []
  const entries = entriesOfBank(snapshot.files.values())
  const found = [
    ...replaced(addition, entries).map((entry) => ({ entry, how: 'replaced' as const })),
    ...similar(addition, entries).map((entry) => ({ entry, how: 'similar' as const })),
  ]
  const isFirst = ({ entry }: (typeof found)[number], index: number) =>
    found.findIndex((one) => one.entry.id === entry.id) === index
  return found
    .filter(isFirst)
    .slice(0, MOST_RELATED)
    .map(({ entry, how }) => {
      const { id, kind, title, path, line, date } = entry
      const text = snapshot.files.get(path)?.text ?? ''
      const excerpt = excerptOf(linesOfEntry(text, entry))
      return { id, kind, title: maskSecrets(title), path, line, ...(date === undefined ? {} : { date }), excerpt, how }
    })
}

const MOST_RELATED = 5

/** Same topic before similar, same kind before others. Superseded entries are left out. */
function similar(addition: Addition, entries: readonly Entry[]): readonly Entry[] {
  const title = headlineOf(addition)
  const rank = (entry: Entry) => (sameTopic(entry.title, title) ? 0 : 2) + (entry.kind === addition.kind ? 0 : 1)
  return entries
    .filter((entry) => entry.status !== 'superseded')
    .filter((entry) => sameTopic(entry.title, title) || nearTopic(entry.title, title))
    .toSorted((a, b) => rank(a) - rank(b))
}

function replaced(addition: Addition, entries: readonly Entry[]): readonly Entry[] {
  const named = entriesNamed(
    entries.filter(({ kind }) => kind === addition.kind),
    fieldText(addition, 'replaces'),
  )
  return named.length === 1 ? named : []
}

const EXCERPT_TOKENS = 60

/** The text without Markdown marks. */
function excerptOf(lines: string): string {
  const said = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:<!--.*-->|#\s.*|-{3,}|[|\s:-]+)$/.test(line))
    .map((line) => (line.startsWith('|') ? cellsOfLine(line).join(' · ') : withoutListMark(line)))
  return conclusionOf(maskSecrets(said.join(' ')), EXCERPT_TOKENS)
}
