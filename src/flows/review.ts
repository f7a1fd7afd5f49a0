/**
 * Review: a proposal with all that a person needs to answer it, and their answer, for the page and the command line
 * alike (S42, S54).
 *
 * A review changes nothing: what a person types is judged as if it were proposed, and what is wrong with it is part of
 * the answer. An acceptance names what was shown, by the hash of the proposal and of its plan; what no longer is so is
 * not written. Several are one change, and one undo.
 */

import { join } from 'node:path'
import { countNewlines } from '../bank/lines.ts'
import { Page, pageOf } from '../bank/page.ts'
import { shownBlocks } from '../bank/shown-blocks.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { findSizes } from '../check/rules/sizes.ts'
import { type Addition, FIELD_NAMES, fieldsOf } from '../core/addition.ts'
import { invalidAddition } from '../core/addition-problems.ts'
import type { Applied, Change } from '../core/change.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { Language, Words } from '../core/language.ts'
import { BANK_FOLDER, MEMORY } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import { once } from '../core/once.ts'
import type { Place, Review, ReviewEvidence, ReviewField, Written } from '../core/page.ts'
import type { Problem } from '../core/problem.ts'
import type { Proposal } from '../core/proposal.ts'
import type { Acceptance } from '../core/provenance.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { WritePlan } from '../refresh/plan-write.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { headlineOf } from '../text/decode-addition.ts'
import { readEvidence } from '../text/evidence.ts'
import { withoutHiddenCharacters } from '../text/hidden-text.ts'
import { appliedText } from '../text/plan-text.ts'
import { pointsOf } from '../text/proposal-text.ts'
import { estimateTokens } from '../text/tokens.ts'
import { textInside } from '../workspace/open-file.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { linesLeaving } from '../write/lines-leaving.ts'
import { type AddingTo, drawUpAdditions, openForAdding, planAdditions } from './add.ts'
import { openRepository } from './drift.ts'
import { editedProposal, type Fields, type Typed, withFields, withTargets } from './edited-proposal.ts'
import { maskedDiffs } from './masked-diffs.ts'
import { spokenLanguage } from './open-bank.ts'
import { contentFirst, filesOf, hashOfPlan } from './plan-hash.ts'
import { contentOf } from './proposal-standing.ts'
import { isOpen, isOvertaken, MOST_TRIES, Proposals } from './proposals.ts'
import { relatedEntries } from './related-entries.ts'
import { stampsOf } from './stamp.ts'
import { toldProblem } from './told-problem.ts'

export interface ReviewWishes {
  /** Of what is said about it. */
  readonly language?: Language | undefined
  readonly fields?: Fields
  /** Where they would agree. */
  readonly how?: Acceptance
}

export function reviewProposal(workspace: Workspace, id: string, wishes: ReviewWishes = {}): Result<Review> {
  const found = new Proposals(workspace).find(id)
  if (!found.ok) return found
  const { proposal, problem } = withFields(found.value, wishes.fields)
  const [review] = reviewAll(workspace, [{ proposal, problem, hash: found.value.hash }], wishes)
  return review === undefined ? fail({ code: 'proposal-unknown', id }) : ok(review)
}

/** The same for several as they are stored, on one reading of the bank; each as if it were accepted alone. */
export function reviewProposals(
  workspace: Workspace,
  proposals: readonly Proposal[],
  wishes: Omit<ReviewWishes, 'fields'> = {},
): readonly Review[] {
  const shown = proposals.map((proposal) => ({ proposal, problem: undefined, hash: proposal.hash }))
  return reviewAll(workspace, shown, wishes)
}

/** What a person saw, and says yes to. */
export interface Reviewed {
  readonly id: string
  readonly hash: string
  readonly planHash: string
  readonly fields?: Fields
}

/** All of them as one change, or nothing. It fails where the bank takes nothing, whatever was shown. */
export function acceptReviewed(
  workspace: Workspace,
  items: readonly Reviewed[],
  { language = spokenLanguage(undefined, workspace), how = 'page' }: Omit<ReviewWishes, 'fields'> = {},
): Result<Written> {
  const book = new Proposals(workspace)
  const chosen = choose(book, items)
  if (!chosen.ok) return notWritten(chosen.problem, language)
  for (let tries = 1; ; tries += 1) {
    const planned = planAsShown(workspace, chosen.value, how)
    if (!planned.ok) return notWritten(planned.problem, language)
    const { plan, proposals } = planned.value
    const applied = book.accept(plan, proposals, items)
    if (applied.ok) return ok(written(applied.value, language))
    // Another process was quicker; what its bank makes of this is seen when it is planned again.
    if (!isOvertaken(applied) || tries >= MOST_TRIES) return notWritten(applied.problem, language)
  }
}

/** The proposal goes on waiting, with a person's words in it. */
export function editProposal(
  workspace: Workspace,
  { id, hash, fields }: Pick<Reviewed, 'id' | 'hash' | 'fields'>,
): Result<Proposal> {
  const book = new Proposals(workspace)
  const found = shownAs(book, { id, hash })
  if (!found.ok) return found
  const proposal = editedProposal(found.value, fields)
  if (!proposal.ok) return proposal
  const shown = book.show([proposal.value], { language: undefined, onConflict: 'overwrite' })
  if (!shown.ok) return shown
  const [edited = proposal.value] = shown.value.proposals
  return book.keepEdited(edited)
}

/** Each, or none where one of them cannot be. The reason is kept, and told to the agent that proposes the same again. */
export function rejectProposals(
  workspace: Workspace,
  ids: readonly string[],
  because?: string,
): Result<readonly Proposal[]> {
  const reason = reasonIn(because ?? '')
  if (!reason.ok) return reason
  return new Proposals(workspace).reject(ids, reason.value)
}

const LONGEST_REASON = 500

/** In one line; undefined where there is none. */
function reasonIn(because: string): Result<string | undefined> {
  const reason = withoutHiddenCharacters(because).replace(/\s+/g, ' ').trim().toWellFormed()
  const secret = findSecrets(reason)[0]
  if (secret !== undefined)
    return fail({ code: 'addition-secret', path: 'because', line: 1, kind: secret.kind, holds: 'secret' })
  return reason.length > LONGEST_REASON ? fail(invalidAddition(TOO_LONG, SHORTER)) : ok(reason || undefined)
}

const TOO_LONG: Words = {
  en: `The reason is longer than ${LONGEST_REASON} characters.`,
  zh: `理由超过 ${LONGEST_REASON} 个字符。`,
}
const SHORTER: Words = { en: 'Say it in a sentence.', zh: '请用一句话说明。' }

type Shown = Typed & { readonly hash: string }

function reviewAll(workspace: Workspace, shown: readonly Shown[], wishes: ReviewWishes): readonly Review[] {
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
      related: snapshot === undefined ? [] : relatedEntries(addition, changes, snapshot, repository),
      ...(wrong === undefined ? {} : { problem: toldProblem(wrong, language) }),
      tokens: estimateTokens(pointsOf({ ...addition, evidence: [] }, language).join('\n')),
      ...(because === undefined ? {} : { because }),
    }
  })
}

/** In the bank's own language, whatever is spoken. Every line that goes is shown, so that a yes is the person's choice (S4). */
function openToReview(workspace: Workspace, proposals: readonly Proposal[], how: Acceptance): Result<AddingTo> {
  return openForAdding(workspace, {
    language: undefined,
    onConflict: 'overwrite',
    stamp: stampsOf(workspace, how, proposals),
  })
}

interface Planned {
  /** Also of what cannot be accepted yet, as far as it goes. */
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
  const { changes, drawnNotes } = plan.value
  if (changes.length === 0) return { plan: plan.value, planHash: undefined, wrong: { code: 'already-said' } }
  const planHash = hashShown(addition, { ...plan.value, notes: drawnNotes })
  return { plan: plan.value, planHash, wrong: undefined }
}

/** What is said, with the words that a person typed, and what that comes to. */
function hashShown(addition: Addition, plan: WritePlan): string {
  return hashOfText(JSON.stringify([contentOf(addition), hashOfPlan(plan)]))
}

/** What a session loads would grow too large by it: the entry, or a file that was not too large before. */
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

/** Where a file can be opened that evidence names; a name without its folder leads to the one file of that name. */
function placeOf(
  item: string,
  { project: { root, bank } }: Workspace,
  repository: () => ReturnType<typeof openRepository>,
): Place | undefined {
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

interface Chosen {
  readonly proposal: Proposal
  readonly planHash: string
}

function choose(book: Proposals, items: readonly Reviewed[]): Result<readonly Chosen[]> {
  const chosen: Chosen[] = []
  for (const item of items) {
    const found = shownAs(book, item)
    if (!found.ok) return found
    const proposal = editedProposal(found.value, item.fields)
    if (!proposal.ok) return proposal
    chosen.push({ proposal: proposal.value, planHash: item.planHash })
  }
  return chosen.length === 0 ? fail({ code: 'proposal-unknown', id: undefined }) : ok(chosen)
}

/** The proposal, if it still reads as it was shown and waits for an answer. */
function shownAs(book: Proposals, { id, hash }: Pick<Reviewed, 'id' | 'hash'>): Result<Proposal> {
  const found = book.find(id)
  if (!found.ok) return found
  const { status } = found.value
  if (!isOpen(status)) return fail({ code: 'proposal-settled', id, status })
  return found.value.hash === hash ? found : fail({ code: 'proposal-changed', id })
}

interface AsShown {
  readonly plan: WritePlan
  readonly proposals: readonly Proposal[]
}

/** Each alone still comes to what was shown, and all together to no more than that. */
function planAsShown(workspace: Workspace, chosen: readonly Chosen[], how: Acceptance): Result<AsShown> {
  const proposals = chosen.map(({ proposal }) => proposal)
  const adding = openToReview(workspace, proposals, how)
  if (!adding.ok) return adding
  const alone: WritePlan[] = []
  for (const { proposal, planHash } of chosen) {
    const drawn = drawUpAdditions(adding.value, [proposal.addition])
    if (!drawn.ok) return drawn
    if (hashShown(proposal.addition, drawn.value) !== planHash)
      return fail({ code: 'proposal-changed', id: proposal.id })
    alone.push(drawn.value)
  }
  const plan = planAdditions(
    adding.value,
    proposals.map(({ addition }) => addition),
  )
  if (!plan.ok) return plan
  if (!isTogether(plan.value, alone)) return fail({ code: 'proposals-overlap', ids: proposals.map(({ id }) => id) })
  const told = proposals.map((proposal, index) =>
    proposal.was === undefined ? proposal : withTargets(proposal, plan.value.targets[index]),
  )
  return ok({ plan: plan.value, proposals: told })
}

/** The same files for each, and no line goes that was not shown to go. */
function isTogether(all: WritePlan, alone: readonly WritePlan[]): boolean {
  const isSame = (targets: readonly string[], others: readonly string[]) => targets.join('\n') === others.join('\n')
  const hasItsFiles = alone.every(({ targets: [own = []] }, index) =>
    isSame(filesOf(own), filesOf(all.targets[index] ?? [])),
  )
  const shown = alone.flatMap(({ changes }) => leaving(changes))
  const now = leaving(all.changes)
  return hasItsFiles && now.length === shown.length && isSame(now.toSorted(), shown.toSorted())
}

/** Which highlight leaves the entry for a new one is upkeep; the decision itself stays. How many leave counts. */
function leaving(changes: readonly Change[]): readonly string[] {
  return linesLeaving(changes).map(({ path, text }) =>
    path === MEMORY && text.startsWith('|') ? `${path} |` : `${path} ${text}`,
  )
}

function written({ id, changes }: Applied, language: Language): Written {
  const files = changes.flatMap((change) =>
    change.kind === 'make-folder' || change.kind === 'remove-folder'
      ? []
      : [change.kind === 'move' ? change.to : change.path],
  )
  // One line: whoever accepts on the page has just seen the difference.
  return { outcome: 'written', change: id, files, summary: appliedText(changes, language) }
}

/** What was shown no longer holds; or it cannot be written as it is. All else is no matter of the proposal. */
function notWritten(problem: Problem, language: Language): Result<Written> {
  if (CHANGED.has(problem.code)) return ok({ outcome: 'changed', problem: toldProblem(problem, language) })
  return REFUSED.has(problem.code) ? ok({ outcome: 'refused', problem: toldProblem(problem, language) }) : fail(problem)
}

const CHANGED: ReadonlySet<Problem['code']> = new Set([
  'proposal-changed',
  'proposal-settled',
  'proposals-overlap',
  'stale-file',
  'path-taken',
])
const REFUSED: ReadonlySet<Problem['code']> = new Set([
  'addition-invalid',
  'addition-incomplete',
  'addition-secret',
  'addition-breaks',
  'already-said',
])
