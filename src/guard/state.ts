/**
 * The state of a session: a fold over its moments.
 *
 * Moments are small and hold no text of users or files, so they can be kept on the disk. Folding the log of a session gives
 * its state.
 */

import type { BankRead } from '../bank/event.ts'
import type { ProposalRef } from '../bank/proposal.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import { isPlanDocument } from '../base/layout.ts'
import { isSameSignal, type Signal } from './signals/signal.ts'
import { declinedAfter, type Trace } from './trace.ts'

export interface GuardState {
  readonly turn: number
  readonly parent: string | undefined
  readonly agent: string | undefined
  /** Bank files the session has read, with their hash and the turn. */
  readonly read: ReadonlyMap<BankPath, { readonly hash: string; readonly turn: number }>
  /** Requirement and design documents that the session read, wrote or proposed, newest first (S45). */
  readonly documents: readonly BankPath[]
  /** The documents in use at the last compaction (S38); undefined before the first one. */
  readonly anchors: readonly BankPath[] | undefined
  /** Rules whose text was shown in this turn, and in this session. A compaction clears both sets. */
  readonly saidThisTurn: ReadonlySet<string>
  readonly saidEver: ReadonlySet<string>
  /** The proposal that is waiting for the user's answer. */
  readonly proposal: Proposal | undefined
  /** For a 💾 in the assistant's words: whether the assistant has asked another question since. */
  readonly asked: {
    readonly ofOther: boolean
    readonly traces: readonly Trace[]
  }
  /** The person was shown Memory Bank's proposal. Only then can they agree to it (S42). */
  readonly shown: boolean
  /** The proposal that the person last declined, and the turn. */
  readonly lastDeclined: (Reopened & { readonly turn: number }) | undefined
  /** The declined proposal that this turn's message takes up again. */
  readonly reopened: Reopened | undefined
  /** This turn's message sounded like a yes, but could not answer the waiting proposal. */
  readonly unansweredYes: boolean
  /** The agent's permission to write in this turn. */
  readonly granted: Grant
  /** This turn's message accepted the plan that was shown. */
  readonly planAccepted: boolean
  /** The choice for text of the person that the plan would replace (S4). */
  readonly planChoice: ConflictChoice | undefined
  /** Entries that this turn's message accepted. */
  readonly accepted: AcceptedEntries | undefined
  /** Entries that this turn's message declined by name. */
  readonly refused: readonly string[]
  /** The hash of MEMORY.md as the session knows it (S21). */
  readonly entry: string | undefined
  /** Files of the inbox that the session knows. */
  readonly inbox: ReadonlySet<string>
  /** Bank writes of this session without confirmation (S36). */
  readonly unconfirmed: readonly BankPath[]
  /** The number of bank reads. */
  readonly reads: number
  /** The memory-readers that the session asked, with the number of their reads that already count for it (S38). */
  readonly readers: ReadonlyMap<string, number>
  /** Signals of this turn (S40). */
  readonly signals: readonly Signal[]
  /** Signals of the last turn, of which the model is reminded in this one. */
  readonly due: readonly Signal[]
  /** The turn of the last reminder. */
  readonly remindedIn: number | undefined
  /** No reminder in this turn, or for the rest of the session. */
  readonly quiet: 'turn' | 'session' | undefined
  /** The user wants no memory in this turn (S30). */
  readonly skipsMemory: boolean
  readonly declines: number
  /** Declined proposals, newest last. They are not written until the person asks for them (S36). */
  readonly declined: readonly Trace[]
  /** True if a proposed entry was left without an answer. */
  readonly skipped: boolean
  readonly tests: TestRuns
  /** The notes and recalls that the session received. */
  readonly use: MemoryUse
}

type Proposal =
  /** A 💾 in the assistant's words. Once accepted, the agent may write its targets in that turn. */
  | {
      readonly kind: 'words'
      readonly targets: readonly BankPath[]
      /** The targets of each point, in the order the user counts them. */
      readonly parts: readonly (readonly BankPath[])[]
    }
  /** A plan of Memory Bank. Once accepted, Memory Bank applies it; the agent gets no permission to write. */
  | {
      readonly kind: 'plan'
      /** It would replace text of a person, so the answer is a choice (S4). */
      readonly chooses: boolean
      /** An answer could not be read, so the choice was asked for again. */
      readonly isAskedAgain: boolean
    }
  | ({ readonly kind: 'entries' } & ProposedEntries)

interface MemoryUse {
  /** Files about which the session got a note (S28). */
  readonly files: ReadonlySet<string>
  /** The number of notes that the session and its sub-agents got. */
  readonly notes: number
  /** The documents that this turn's recalls cited. */
  readonly recalled: readonly BankPath[]
}

/** A test run that failed, and whether files were changed since (S40). */
interface TestRuns {
  readonly red: string | undefined
  readonly changed: boolean
}

/** Entries that Memory Bank would write, in the order the user counts them. */
interface ProposedEntries {
  readonly entries: readonly ProposalRef[]
  /** The time of their plan, and the hash of its changes. */
  readonly at: string
  readonly planHash: string
}

interface AcceptedEntries extends ProposedEntries {
  readonly chosen: readonly string[]
}

/** A proposal that is asked about again: entries by their ids, or the plan. */
export type Reopened = { readonly kind: 'entries'; readonly ids: readonly string[] } | { readonly kind: 'plan' }

export type Grant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'everything' }
  | { readonly kind: 'targets'; readonly targets: readonly BankPath[] }

export type Moment =
  | { readonly at: 'start'; readonly parent?: string; readonly agent?: string }
  | {
      readonly at: 'turn'
      readonly grant: Grant
      readonly planAccepted?: boolean
      readonly choice?: ConflictChoice
      readonly quiet?: 'turn'
      readonly skipsMemory?: boolean
      readonly declined?: boolean
      /** Parts of the accepted proposal that were declined by name, counted from 1. */
      readonly declinedParts?: readonly number[]
      /** The ids of the accepted entries. */
      readonly accepted?: readonly string[]
      /** The last declined proposal is asked about again. */
      readonly reopens?: true
      /** A choice was asked for and could not be read. */
      readonly unread?: true
      /** The message sounds like a yes or a choice, but cannot answer the waiting proposal. */
      readonly unheardYes?: boolean
      /** The sender cannot answer, so the proposal continues to wait. */
      readonly unanswered?: boolean
    }
  | {
      readonly at: 'proposed'
      readonly targets: readonly BankPath[]
      readonly parts?: readonly (readonly BankPath[])[]
      readonly plan?: boolean | 'choice'
      /** A trace of each entry, to recognise it later. */
      readonly traces?: readonly Trace[]
      /** All entries that wait in this turn. A later moment replaces earlier ones of the turn. */
      readonly entries?: ProposedEntries
    }
  /** Whether the assistant has asked about something else since its 💾. */
  | { readonly at: 'spoke'; readonly ofOther: boolean }
  /** Memory Bank's proposal is the last message of the conversation, or no longer is. */
  | { readonly at: 'shown'; readonly shown: boolean }
  | { readonly at: 'happened'; readonly signal: Signal }
  | { readonly at: 'reminded' }
  /** Uncommitted changes of these paths, or all, were discarded. */
  | { readonly at: 'taken-back'; readonly paths: 'all' | readonly string[] }
  /** The agent writes the bank itself, so earlier signals need no proposal. */
  | { readonly at: 'bank-written' }
  | { readonly at: 'tested'; readonly run: string; readonly failed: boolean }
  /** A file of the project was changed. */
  | { readonly at: 'changed' }
  | { readonly at: 'read'; readonly path: BankPath; readonly hash: string }
  /** The session changed a requirement or design document that it had not read. */
  | { readonly at: 'wrote'; readonly path: BankPath }
  | { readonly at: 'said'; readonly rule: string }
  | { readonly at: 'unconfirmed'; readonly path: BankPath }
  /** The hash of the MEMORY.md that the session has seen. */
  | { readonly at: 'entry'; readonly hash: string }
  /** Inbox files that were reported to the session, or that it wrote. */
  | { readonly at: 'inbox'; readonly paths: readonly BankPath[] }
  | { readonly at: 'asked'; readonly reader: string }
  | { readonly at: 'heard'; readonly reader: string; readonly reads: number }
  /** The session got a note about a file; without a path, one of its sub-agents did. */
  | { readonly at: 'file-note'; readonly path?: string }
  | { readonly at: 'recalled'; readonly paths: readonly BankPath[] }
  | { readonly at: 'compacted' }

const NO_TESTS: TestRuns = { red: undefined, changed: false }

export const FRESH: GuardState = {
  turn: 0,
  parent: undefined,
  agent: undefined,
  read: new Map(),
  documents: [],
  anchors: undefined,
  saidThisTurn: new Set(),
  saidEver: new Set(),
  proposal: undefined,
  asked: { ofOther: false, traces: [] },
  shown: false,
  lastDeclined: undefined,
  reopened: undefined,
  unansweredYes: false,
  granted: { kind: 'nothing' },
  planAccepted: false,
  planChoice: undefined,
  accepted: undefined,
  refused: [],
  entry: undefined,
  inbox: new Set(),
  unconfirmed: [],
  reads: 0,
  readers: new Map(),
  signals: [],
  due: [],
  remindedIn: undefined,
  quiet: undefined,
  skipsMemory: false,
  declines: 0,
  declined: [],
  skipped: false,
  tests: NO_TESTS,
  use: { files: new Set(), notes: 0, recalled: [] },
}

/** These limits keep the state of a session small. */
const MOST_REMEMBERED = 200
const MOST_READERS = 20
const MOST_DOCUMENTS = 5
const MOST_SIGNALS = 3
/** At most one reminder in this many turns. */
const TURNS_BETWEEN_REMINDERS = 3
/** After two refusals, stop asking. */
const MOST_DECLINES = 2

export function remember(state: GuardState, moment: Moment): GuardState {
  const changes = changesBy(moment.at, moment, state)
  return changes === undefined ? state : { ...state, ...changes }
}

/** Whether a line of the log is a known moment. A later version may have written others. */
export function isMoment(value: unknown): value is Moment {
  const at = typeof value === 'object' && value !== null && 'at' in value ? value.at : undefined
  return typeof at === 'string' && Object.hasOwn(CHANGES, at)
}

type Moments = { readonly [At in Moment['at']]: Extract<Moment, { at: At }> }
type Changes = Partial<GuardState> | undefined

function changesBy<At extends Moment['at']>(at: At, moment: Moments[At], state: GuardState): Changes {
  return CHANGES[at](state, moment)
}

/** The changes that a moment makes; undefined for none. */
const CHANGES: { readonly [At in Moment['at']]: (state: GuardState, moment: Moments[At]) => Changes } = {
  start: (state, { parent, agent }) => ({ parent: parent ?? state.parent, agent: agent ?? state.agent }),
  turn: turnBegins,
  proposed: ({ documents }, moment) => ({
    documents: withUsed(documents, [...moment.targets, ...(moment.traces ?? []).flatMap(({ targets }) => targets)]),
    signals: [],
    due: [],
    proposal: proposalOf(moment),
    asked: { ofOther: false, traces: moment.traces ?? [] },
    shown: false,
  }),
  shown: (_, { shown }) => ({ shown }),
  spoke: (state, { ofOther }) => ({ asked: { ...state.asked, ofOther } }),
  happened: ({ signals }, { signal }) =>
    signals.some((one) => isSameSignal(one, signal)) || signals.length >= MOST_SIGNALS
      ? undefined
      : { signals: [...signals, signal] },
  'taken-back': ({ signals, due, tests }, { paths }) => ({
    signals: signals.filter((signal) => !isTakenBack(signal, paths)),
    due: due.filter((signal) => !isTakenBack(signal, paths)),
    tests: { ...tests, changed: false },
  }),
  'bank-written': () => ({ signals: [], due: [] }),
  reminded: ({ turn }) => ({ due: [], remindedIn: turn }),
  tested: (state, { run, failed }) => ({ tests: testsAfter(state.tests, run, failed) }),
  changed: ({ tests }) => ({ tests: { ...tests, changed: true } }),
  read: (state, { path, hash }) => ({
    read: newest(state.read, path, { hash, turn: state.turn }, MOST_REMEMBERED),
    reads: state.reads + 1,
    documents: withUsed(state.documents, [path]),
  }),
  wrote: ({ documents }, { path }) => ({ documents: withUsed(documents, [path]) }),
  said: (state, { rule }) => ({
    saidThisTurn: new Set([...state.saidThisTurn, rule]),
    saidEver: new Set([...state.saidEver, rule]),
  }),
  unconfirmed: ({ unconfirmed }, { path }) =>
    unconfirmed.includes(path) || unconfirmed.length >= MOST_REMEMBERED
      ? undefined
      : { unconfirmed: [...unconfirmed, path] },
  entry: (_, { hash }) => ({ entry: hash }),
  inbox: ({ inbox }, { paths }) => ({ inbox: new Set([...inbox, ...paths]) }),
  asked: (state, { reader }) => ({ readers: newest(state.readers, reader, 0, MOST_READERS) }),
  heard: (state, { reader, reads }) => ({ readers: newest(state.readers, reader, reads, MOST_READERS) }),
  'file-note': ({ use }, { path }) => ({
    use: { ...use, files: path === undefined ? use.files : new Set([...use.files, path]), notes: use.notes + 1 },
  }),
  recalled: ({ use }, { paths }) => ({ use: { ...use, recalled: [...new Set([...use.recalled, ...paths])] } }),
  // A compaction removes earlier reads and the opening from the model's context.
  compacted: ({ documents, use }) => ({
    read: new Map(),
    entry: undefined,
    anchors: documents,
    saidThisTurn: new Set(),
    saidEver: new Set(),
    use: { ...use, files: new Set(), recalled: [] },
  }),
}

function withUsed(documents: readonly BankPath[], paths: readonly BankPath[]): readonly BankPath[] {
  return [...new Set([...paths.filter(isPlanDocument), ...documents])].slice(0, MOST_DOCUMENTS)
}

/** A partial run that passes does not clear a failed run of other or more tests. */
function testsAfter(tests: TestRuns, run: string, failed: boolean): TestRuns {
  if (failed) return { red: run, changed: false }
  return tests.red === undefined || coversRun(run, tests.red) ? NO_TESTS : tests
}

/** Whether a run includes the failed one: it is the same, or the failed run was a part of it. */
export function coversRun(run: string, red: string | undefined): boolean {
  return red === run || (red !== undefined && !run.includes(':') && red.startsWith(`${run}:`))
}

function turnBegins(state: GuardState, moment: Moments['turn']): Changes {
  const isDeclined = moment.declined === true
  const declines = state.declines + (isDeclined ? 1 : 0)
  // A refusal ends a proposal even if it was not shown.
  const stays = !isDeclined && (isUnseen(state) || moment.unanswered === true)
  const quiet = quietAfter(state, moment, declines)
  const over = { proposal: FRESH.proposal, asked: FRESH.asked, shown: FRESH.shown }
  return {
    declines,
    declined: declinedAfter(state.declined, state.asked.traces, answerOf(moment)),
    skipped: state.skipped || (!stays && isSkipped(state.proposal, moment)),
    quiet,
    skipsMemory: moment.skipsMemory === true,
    signals: [],
    due: quiet === undefined && mayRemind(state) ? state.signals : [],
    use: { ...state.use, recalled: [] },
    turn: state.turn + 1,
    saidThisTurn: new Set(),
    ...(stays ? { proposal: askedAgain(state.proposal, moment) } : over),
    lastDeclined: lastDeclinedAfter(state, moment),
    reopened: moment.reopens === true ? state.lastDeclined : undefined,
    unansweredYes: moment.unheardYes === true,
    granted: moment.grant,
    planAccepted: moment.planAccepted === true,
    planChoice: moment.choice,
    accepted: acceptedOf(state.proposal, moment.accepted ?? []),
    refused: (moment.declinedParts ?? []).flatMap((part) => entriesOf(state.proposal)[part - 1]?.id ?? []),
  }
}

function askedAgain(proposal: Proposal | undefined, { unread }: Moments['turn']): Proposal | undefined {
  return proposal?.kind === 'plan' && unread === true ? { ...proposal, isAskedAgain: true } : proposal
}

function lastDeclinedAfter(
  { proposal, lastDeclined, turn }: GuardState,
  moment: Moments['turn'],
): GuardState['lastDeclined'] {
  if (moment.reopens === true) return undefined
  if (moment.declined !== true || proposal === undefined) return lastDeclined
  if (proposal.kind === 'words') return undefined
  const asked: Reopened =
    proposal.kind === 'plan' ? { kind: 'plan' } : { kind: 'entries', ids: proposal.entries.map(({ id }) => id) }
  return { ...asked, turn: turn + 1 }
}

function quietAfter(state: GuardState, { quiet }: Moments['turn'], declines: number): GuardState['quiet'] {
  return state.quiet === 'session' || declines >= MOST_DECLINES ? 'session' : quiet
}

function answerOf({ declined, grant, accepted, declinedParts }: Moments['turn']): Parameters<typeof declinedAfter>[2] {
  if (declined === true) return { kind: 'no' }
  return grant.kind !== 'nothing' || accepted !== undefined ? { kind: 'yes', butNot: declinedParts ?? [] } : undefined
}

/**
 * Whether the next turn may have a reminder: nothing is proposed, and the last reminder is old enough. Sub-agents get
 * none.
 */
function mayRemind({ proposal, parent, turn, remindedIn }: GuardState): boolean {
  if (proposal !== undefined || parent !== undefined) return false
  return remindedIn === undefined || turn + 1 - remindedIn >= TURNS_BETWEEN_REMINDERS
}

/** Discarding changes does not undo a request or a commit. */
function isTakenBack(signal: Signal, paths: 'all' | readonly string[]): boolean {
  if (signal.kind === 'request' || signal.kind === 'revert') return false
  return paths === 'all' || ('what' in signal && paths.includes(signal.what))
}

/** Whether Memory Bank's own proposal waits and was not shown. */
export function isUnseen({ proposal, shown }: GuardState): boolean {
  return proposal !== undefined && proposal.kind !== 'words' && !shown
}

/** The map with this entry as the newest. If the map is full, the oldest entry is dropped. */
function newest<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value, most: number): Map<Key, Value> {
  const next = new Map(map)
  next.delete(key)
  next.set(key, value)
  const [oldest] = next.keys()
  if (next.size > most && oldest !== undefined) next.delete(oldest)
  return next
}

function proposalOf(moment: Extract<Moment, { at: 'proposed' }>): Proposal {
  if (moment.entries !== undefined) return { kind: 'entries', ...moment.entries }
  if (moment.plan !== undefined && moment.plan !== false) {
    return { kind: 'plan', chooses: moment.plan === 'choice', isAskedAgain: false }
  }
  return {
    kind: 'words',
    targets: moment.targets,
    parts: moment.parts ?? moment.targets.map((target) => [target]),
  }
}

function entriesOf(proposal: Proposal | undefined): readonly ProposalRef[] {
  return proposal?.kind === 'entries' ? proposal.entries : []
}

function isSkipped(proposal: Proposal | undefined, moment: Extract<Moment, { at: 'turn' }>): boolean {
  const answered = (moment.accepted ?? []).length + (moment.declinedParts ?? []).length
  return moment.declined !== true && answered < entriesOf(proposal).length
}

/** Only entries of the waiting proposal can be accepted. */
function acceptedOf(proposal: Proposal | undefined, chosen: readonly string[]): AcceptedEntries | undefined {
  if (proposal?.kind !== 'entries' || chosen.length === 0) return undefined
  const { entries, at, planHash } = proposal
  return { entries, at, planHash, chosen: chosen.filter((id) => entries.some((entry) => entry.id === id)) }
}

/** Whether the session has read the file as it is now, within the scope. */
export function hasRead(state: GuardState, file: BankRead, scope: 'session' | 'turn'): boolean {
  const read = state.read.get(file.path)
  return read !== undefined && (scope === 'session' || read.turn === state.turn) && read.hash === file.hash
}

/** The question about open proposals, asked once per session. Proposals that are left open later are only listed. */
export const LEFT_OPEN = 'left-open'

/**
 * Whether unconfirmed writes or skipped proposals are left, no proposal waits, and the session was not asked about them
 * yet.
 */
export function leavesOpen({ unconfirmed, skipped, proposal, saidEver, parent }: GuardState): boolean {
  if (proposal !== undefined || parent !== undefined || saidEver.has(LEFT_OPEN)) return false
  return unconfirmed.length > 0 || skipped
}

/** Whether a reminder waits for the next tool's result. */
export function hasNews({ due }: GuardState): boolean {
  return due.length > 0
}
