/**
 * A proposal: a plan that waits for a person. This file compares proposals: by hash, after an edit, and with earlier
 * declined ones.
 */

import { decodeAddition, encodeAddition, fieldNamed, headlineOf } from '../bank/decode-addition.ts'
import { splice } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { conversationOf, type Proposal } from '../bank/proposal.ts'
import { provenanceLine } from '../bank/provenance.ts'
import { type Addition, FIELDS } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change, Plan } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Words } from '../base/language.ts'
import { isIndexPath, MEMORY } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hashOfProposal, ProposalStore } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { traceOf } from '../guard/find-trace.ts'
import { isProposedAgain, type Trace } from '../guard/trace.ts'
import { linesLeaving, secretIn } from '../plan/write/judge-changes.ts'
import type { Sessions } from '../session/sessions.ts'

/** A plan, perhaps made from additions. Warnings about their text follow from it and are not hashed. */
export interface HashedPlan extends Pick<Plan, 'intent' | 'changes' | 'notes'> {
  readonly targets?: readonly (readonly BankPath[])[]
  readonly drawnNotes?: readonly Words[]
}

/**
 * Binds a yes to the shown plan (S16). A plan that only adds is bound to its content and its files, because the bank may
 * grow meanwhile. Any other plan is bound to all its changes.
 */
export function hashOfPlan(plan: HashedPlan, additions: readonly Addition[] = []): string {
  const { intent, changes, targets, notes, drawnNotes = notes } = plan
  const isAddition = targets !== undefined && isPureAddition(changes)
  const what = isAddition ? [targets.map(filesOf), drawnNotes] : [intent, changes.map(withoutProvenance)]
  return hashOfText(JSON.stringify([additions.map(contentOf), what]))
}

/** Without the provenance line, which records how the person agreed and is not known before. */
function withoutProvenance(change: Change): Change {
  const line = 'text' in change ? provenanceLine(pageOf(change.text)) : undefined
  return 'text' in change && line !== undefined
    ? { ...change, text: splice(change.text, line.start, line.end, '') }
    : change
}

function isPureAddition(changes: readonly Change[]): boolean {
  const isAdded = ({ kind }: Change) => kind === 'create' || kind === 'edit' || kind === 'make-folder'
  return changes.every(isAdded) && linesLeaving(changes).length === 0
}

/** The files for the content, ignoring their number. Files that only point to it do not count. */
export function filesOf(targets: readonly BankPath[]): readonly string[] {
  return targets
    .filter((path) => path !== MEMORY && !isIndexPath(path))
    .map((path) => path.replace(/\/REQ-\d+/, '/REQ-'))
    .toSorted()
}

/** Sorts files with the content before those that point to it. */
export function contentFirst(a: BankPath, b: BankPath): number {
  const rank = (path: BankPath) => (path === MEMORY ? 2 : isIndexPath(path) ? 1 : 0)
  return rank(a) - rank(b)
}

/** The content of an addition, without its evidence. */
export function contentOf(addition: Addition): string {
  return JSON.stringify(encodeAddition({ ...addition, evidence: [] }))
}

/** A person's input by field name. Empty fields are left out. */
export type Fields = Readonly<Record<string, string>>

/** A proposal with the person's input so far, and the problem with it. */
export interface Typed {
  readonly proposal: Proposal
  readonly problem: Problem | undefined
}

export function editedProposal(proposal: Proposal, fields: Fields | undefined): Result<Proposal> {
  const typed = withFields(proposal, fields)
  const problem = typed.problem ?? secretIn([typed.proposal.addition])
  return problem === undefined ? ok(typed.proposal) : fail(problem)
}

export function withFields(proposal: Proposal, typed: Fields | undefined): Typed {
  const { kind, fields, evidence } = proposal.addition
  const said: Record<string, string> = Object.fromEntries(fields)
  for (const [name, text] of Object.entries(typed ?? {})) said[fieldNamed(name, kind) ?? name] = text
  const decoded = decodeAddition({ ...said, kind, evidence })
  if (decoded.ok) return { proposal: edited(proposal, decoded.value), problem: undefined }
  // The person is still typing, so the unfinished input is kept.
  const unfinished = FIELDS.flatMap((field) => {
    const text = said[field]?.trim() ?? ''
    return text === '' ? [] : [[field, text] as const]
  })
  return { proposal: edited(proposal, { kind, fields: new Map(unfinished), evidence }), problem: decoded.problem }
}

/** `was` keeps the agent's text. Typing it again undoes the edit. */
function edited(proposal: Proposal, addition: Addition): Proposal {
  const { was, ...rest } = proposal
  if (contentOf(addition) === contentOf(proposal.addition)) return proposal
  const before = was ?? proposal.addition
  const content = contentOf(addition) === contentOf(before) ? { ...rest, addition } : { ...rest, addition, was: before }
  return { ...content, hash: hashOfProposal(content) }
}

/** Updates the targets of an edited proposal, because new words may belong in other files. */
export function withTargets(proposal: Proposal, targets: readonly BankPath[] = []): Proposal {
  if (proposal.was === undefined) return proposal
  const content = { ...proposal, targets: targets.toSorted(contentFirst) }
  return { ...content, hash: hashOfProposal(content) }
}

/** The outcome of an earlier proposal of the same addition. `declined`: same title, or four fifths of its words. */
export type EarlierOutcome =
  | { readonly kind: 'new' | 'skipped' | 'waiting' }
  | { readonly kind: 'declined'; readonly because: string | undefined }

/** The text for the model; empty for a new addition. */
export function earlierOutcomeText(outcome: EarlierOutcome): Words {
  if (outcome.kind !== 'declined' || outcome.because === undefined) return EARLIER_OUTCOMES[outcome.kind]
  return {
    en: `The user declined this. Reason: “${outcome.because}”. Propose it again only if they ask for it, or after you changed it accordingly.`,
    zh: `用户已拒绝这些内容，理由：「${outcome.because}」。只有在用户要求、或已据此修改内容后，才能再次提议。`,
  }
}

const EARLIER_OUTCOMES: Readonly<Record<EarlierOutcome['kind'], Words>> = {
  new: { en: '', zh: '' },
  declined: {
    en: 'The user declined this. Do not propose it again unless they ask for it.',
    zh: '用户已拒绝这些内容。除非用户要求，请勿再次提议。',
  },
  skipped: {
    en: 'The user skipped this in this session, so do not ask again. It stays listed (`memory-bank proposals`). Propose it again only if they ask for it.',
    zh: '用户在本会话中已跳过这些内容，因此不再询问。它仍在列表中（`memory-bank proposals`）；除非用户要求，请勿再次提议。',
  },
  waiting: {
    en: 'This is already proposed and waits for the user’s answer.',
    zh: '这些内容已经提议，正在等待用户回答。',
  },
}

export function isDeclinedWith({ addition: declined, was, targets }: Proposal, addition: Addition): boolean {
  return [declined, ...(was === undefined ? [] : [was])].some((one) => isSaidAgain(one, targets, addition))
}

function isSaidAgain(declined: Addition, targets: Proposal['targets'], addition: Addition): boolean {
  if (declined.kind === 'removal' || addition.kind === 'removal') return isSameRemoval(declined, addition)
  const now = traceOfAddition(addition, declined.kind === addition.kind ? targets : [])
  return isProposedAgain(traceOfAddition(declined, targets), now)
}

function isSameRemoval(one: Addition, other: Addition): boolean {
  const names = ({ fields }: Addition) =>
    [fields.get('title'), fields.get('pointer')].filter((name) => name !== undefined)
  return one.kind === other.kind && names(one).some((name) => names(other).includes(name))
}

/** Whether two additions say the same in other words. A different name or number makes it a correction, which is new. */
export function saysTheSame(before: Addition | undefined, now: Addition): boolean {
  if (before === undefined || before.kind !== now.kind) return false
  if (contentOf(before) === contentOf(now)) return true
  if (now.kind === 'removal') return isSameRemoval(before, now)
  const known = namesIn(before)
  if ([...namesIn(now)].some((name) => !known.has(name))) return false
  // Compared by its words alone, because a correction keeps its title.
  const [was, is] = [traceOfAddition(before, []), traceOfAddition(now, [])]
  return isProposedAgain(was, is) && isProposedAgain(is, was)
}

/** Names, numbers and code, exactly as written. */
function namesIn({ fields }: Addition): ReadonlySet<string> {
  const words = [...fields.values()].join(' ').match(/[\p{Script=Latin}\d][\p{Script=Latin}\d._/@-]*/gu) ?? []
  return new Set(
    words.map((word) => word.replace(/(?<![._/@-])[._/@-]+$/, '')).filter((word) => /[\d._/@-]|.\p{Lu}/u.test(word)),
  )
}

/** A removal leaves no trace, because declining it does not decline the words of the entry. */
export function traceOfAddition(addition: Addition, targets: readonly BankPath[]): Trace {
  if (addition.kind === 'removal') return { targets: [], title: '', words: [] }
  return traceOf(headlineOf(addition), [...addition.fields.values()].join('\n'), targets)
}

/** Traces of proposals that people declined in a session's conversation, in the chat or elsewhere (S36). */
export function declinedIn(
  { workspace, sessions }: { readonly workspace: Workspace; readonly sessions: Sessions },
  session: string,
): readonly Trace[] {
  const traces: Trace[] = []
  let root = session
  for (let deep = 0; deep < MOST_DEEP; deep += 1) {
    const { parent, granted, declined } = sessions.state(root)
    // A request in the current turn overrides an earlier refusal.
    if (granted.kind === 'everything') return []
    traces.push(...declined)
    if (parent === undefined) break
    root = parent
  }
  const rejected = new ProposalStore(workspace.place.state)
    .list()
    .filter((one) => one.status === 'rejected' && conversationOf(one.session) === conversationOf(root))
  return [...traces, ...rejected.map(({ addition, targets }) => traceOfAddition(addition, targets))]
}

const MOST_DEEP = 8
