/**
 * What a session remembers: a fold over its moments.
 *
 * Moments are small and carry no text of the user's or of a file's, so that they can be kept on the
 * disk and replayed: folding the log of a session gives its state.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import type { BankRead } from '../bank/event.ts'
import type { ProposalRef } from '../bank/proposal.ts'
import { type MemoryUse, UNUSED, type UseBreak, type UseMoment, useAfter } from './memory-use.ts'
import { isSameSignal, type Signal } from './signals/signal.ts'
import { NO_TESTS, type TestRuns, testsAfter } from './test-runs.ts'
import { declinedAfter, type Trace } from './trace.ts'

export interface GuardState {
  readonly turn: number
  readonly parent: string | undefined
  readonly agent: string | undefined
  /** Bank files this session has before its eyes: what they read, and in which turn. */
  readonly read: ReadonlyMap<BankPath, { readonly hash: string; readonly turn: number }>
  /** Rules that have spoken in this turn, and in this session. */
  readonly saidThisTurn: ReadonlySet<string>
  readonly saidEver: ReadonlySet<string>
  /** What waits for the person's answer. */
  readonly proposal: Proposal | undefined
  /** Of a 💾 in the assistant's words, whether it has asked another question since. */
  readonly asked: {
    readonly ofOther: boolean
    readonly traces: readonly Trace[]
  }
  /** The person has the proposal of ours before their eyes: only then can they agree to it (S42). */
  readonly shown: boolean
  /** What the person last said no to, and in which turn. */
  readonly lastDeclined: (Reopened & { readonly turn: number }) | undefined
  /** The person takes that no back with this turn's message. */
  readonly reopened: Reopened | undefined
  /** This turn's message sounded like a yes, and there was nothing it could have been to. */
  readonly unansweredYes: boolean
  /** What the person allowed for this turn. */
  readonly granted: Grant
  /** The person agreed, with this turn's message, to the plan we showed. */
  readonly planAccepted: boolean
  /** What they chose where the plan would replace what they wrote (S4). */
  readonly planChoice: ConflictChoice | undefined
  /** The person agreed, with this turn's message, to these of the entries we showed. */
  readonly accepted: AcceptedEntries | undefined
  /** And said no to these of them, by name. */
  readonly refused: readonly string[]
  /** The entry as this session has it before its eyes (S21). */
  readonly entry: string | undefined
  /** Files of the inbox that are no news to it. */
  readonly inbox: ReadonlySet<string>
  /** Bank writes of this session that nobody confirmed (S36). */
  readonly unconfirmed: readonly BankPath[]
  /** How often it has read something of the bank. */
  readonly reads: number
  /** The memory-readers it asked, and how many of their reads it has heard of (S38). */
  readonly readers: ReadonlyMap<string, number>
  /** What happened in this turn that may be worth keeping (S40). */
  readonly signals: readonly Signal[]
  /** What happened in the last turn and the model is to be reminded of in this one. */
  readonly due: readonly Signal[]
  /** The turn of the last reminder. */
  readonly remindedIn: number | undefined
  /** No reminder in this turn, or ever again in this session. */
  readonly quiet: 'turn' | 'session' | undefined
  readonly declines: number
  /** What the person said no to, newest last; it is not written until they ask for it (S36). */
  readonly declined: readonly Trace[]
  /** Entries were shown and the person moved on. */
  readonly skipped: boolean
  readonly tests: TestRuns
  /** What it made of the memory it was given. */
  readonly use: MemoryUse
}

type Proposal =
  /** A 💾 in the assistant's words: accepted, the agent may write its targets in that turn. */
  | {
      readonly kind: 'words'
      readonly targets: readonly BankPath[]
      /** The targets of each point, in the order the user counts them. */
      readonly parts: readonly (readonly BankPath[])[]
    }
  /** Our own plan: accepted, our code carries it out, and the agent may write nothing for it. */
  | {
      readonly kind: 'plan'
      /** It would replace what a person wrote, and is answered by a choice (S4). */
      readonly chooses: boolean
      /** An answer could not be read, and the choice was asked for once more. */
      readonly isAskedAgain: boolean
    }
  | ({ readonly kind: 'entries' } & ProposedEntries)

/** Entries that our code would write, in the order the user counts them; carried out by us, as a plan is. */
interface ProposedEntries {
  readonly entries: readonly ProposalRef[]
  /** When their plan was made, and the hash of what it changes. */
  readonly at: string
  readonly planHash: string
}

interface AcceptedEntries extends ProposedEntries {
  readonly chosen: readonly string[]
}

/** A question of ours that is asked again: entries by their ids, or the plan. */
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
      readonly declined?: boolean
      /** The parts of what was agreed to that were declined by name, counted from 1. */
      readonly declinedParts?: readonly number[]
      /** The entries agreed to, by their ids. */
      readonly accepted?: readonly string[]
      /** What was last declined is to be asked again. */
      readonly reopens?: true
      /** No choice could be read where one is asked for: asked once more. */
      readonly unread?: true
      /** It sounds like a yes, but what waits was not shown. */
      readonly unheardYes?: boolean
      /** The message came from nobody who can answer: what waits goes on waiting. */
      readonly unanswered?: boolean
    }
  | {
      readonly at: 'proposed'
      readonly targets: readonly BankPath[]
      readonly parts?: readonly (readonly BankPath[])[]
      readonly plan?: boolean | 'choice'
      /** Each entry of it, to be known again. */
      readonly traces?: readonly Trace[]
      /** All that wait in this turn: a later moment of the turn stands for the earlier ones. */
      readonly entries?: ProposedEntries
    }
  /** The assistant's words since its own 💾: do they ask about something else? */
  | { readonly at: 'spoke'; readonly ofOther: boolean }
  /** The proposal of ours stands before the person's eyes, or no longer does. */
  | { readonly at: 'shown'; readonly shown: boolean }
  | { readonly at: 'happened'; readonly signal: Signal }
  | { readonly at: 'reminded' }
  /** Uncommitted changes were discarded: those of these paths, or all. */
  | { readonly at: 'taken-back'; readonly paths: 'all' | readonly string[] }
  /** The agent writes the bank itself: what happened before need not be proposed. */
  | { readonly at: 'bank-written' }
  | { readonly at: 'tested'; readonly run: string; readonly failed: boolean }
  /** A file of the project was changed. */
  | { readonly at: 'changed' }
  | { readonly at: 'read'; readonly path: BankPath; readonly hash: string }
  | { readonly at: 'said'; readonly rule: string }
  | { readonly at: 'unconfirmed'; readonly path: BankPath }
  /** The entry as the session has it, from its opening or since. */
  | { readonly at: 'entry'; readonly hash: string }
  /** Files of the inbox that the session was told of, or wrote. */
  | { readonly at: 'inbox'; readonly paths: readonly BankPath[] }
  | { readonly at: 'asked'; readonly reader: string }
  | { readonly at: 'heard'; readonly reader: string; readonly reads: number }
  | UseMoment
  | { readonly at: 'compacted' }

export const FRESH: GuardState = {
  turn: 0,
  parent: undefined,
  agent: undefined,
  read: new Map(),
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
  declines: 0,
  declined: [],
  skipped: false,
  tests: NO_TESTS,
  use: UNUSED,
}

/** A session works on a few files; more than this many are not before anybody's eyes. */
const MOST_REMEMBERED = 200
const MOST_READERS = 20
const MOST_SIGNALS = 3
/** A reminder comes at most once in so many turns. */
const TURNS_BETWEEN_REMINDERS = 3
/** After two refusals, stop asking. */
const MOST_DECLINES = 2

export function remember(state: GuardState, moment: Moment): GuardState {
  const changes = changesBy(moment.at, moment, state)
  return changes === undefined ? state : { ...state, ...changes }
}

/** A moment that is not known here would be lost between two processes. */
export function isMoment(value: unknown): value is Moment {
  const at = typeof value === 'object' && value !== null && 'at' in value ? value.at : undefined
  return typeof at === 'string' && Object.hasOwn(CHANGES, at)
}

type Moments = { readonly [At in Moment['at']]: Extract<Moment, { at: At }> }
type Changes = Partial<GuardState> | undefined

function changesBy<At extends Moment['at']>(at: At, moment: Moments[At], state: GuardState): Changes {
  return CHANGES[at](state, moment)
}

/** What is different after a moment; undefined where nothing is. */
const CHANGES: { readonly [At in Moment['at']]: (state: GuardState, moment: Moments[At]) => Changes } = {
  start: (state, { parent, agent }) => ({ parent: parent ?? state.parent, agent: agent ?? state.agent }),
  turn: turnBegins,
  proposed: (_, moment) => ({
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
  }),
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
  'file-note': used,
  recalled: used,
  // The model no longer has what it read before its eyes.
  compacted: (state, moment) => ({
    read: new Map(),
    saidThisTurn: new Set(),
    saidEver: new Set(),
    ...used(state, moment),
  }),
}

function used({ use }: GuardState, moment: UseMoment | UseBreak): { readonly use: MemoryUse } {
  return { use: useAfter(use, moment) }
}

function turnBegins(state: GuardState, moment: Moments['turn']): Changes {
  const isDeclined = moment.declined === true
  const declines = state.declines + (isDeclined ? 1 : 0)
  // A no always counts.
  const stays = !isDeclined && (isUnseen(state) || moment.unanswered === true)
  const quiet = quietAfter(state, moment, declines)
  const over = { proposal: FRESH.proposal, asked: FRESH.asked, shown: FRESH.shown }
  return {
    declines,
    declined: declinedAfter(state.declined, state.asked.traces, answerOf(moment)),
    skipped: state.skipped || (!stays && isSkipped(state.proposal, moment)),
    quiet,
    signals: [],
    due: quiet === undefined && mayRemind(state) ? state.signals : [],
    use: useAfter(state.use, moment),
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

/** Nothing was proposed in the turn that ends, and the last reminder was long enough ago. Sub-agents get none. */
function mayRemind({ proposal, parent, turn, remindedIn }: GuardState): boolean {
  if (proposal !== undefined || parent !== undefined) return false
  return remindedIn === undefined || turn + 1 - remindedIn >= TURNS_BETWEEN_REMINDERS
}

/** A request and a commit outlast discarded changes. */
function isTakenBack(signal: Signal, paths: 'all' | readonly string[]): boolean {
  if (signal.kind === 'request' || signal.kind === 'revert') return false
  return paths === 'all' || ('what' in signal && paths.includes(signal.what))
}

/** Our own proposal waits, and the person has not seen it. */
export function isUnseen({ proposal, shown }: GuardState): boolean {
  return proposal !== undefined && proposal.kind !== 'words' && !shown
}

/** The map with this entry as its newest; the oldest goes where there are too many. */
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

/** Only what was shown just before can have been agreed to. */
function acceptedOf(proposal: Proposal | undefined, chosen: readonly string[]): AcceptedEntries | undefined {
  if (proposal?.kind !== 'entries' || chosen.length === 0) return undefined
  const { entries, at, planHash } = proposal
  return { entries, at, planHash, chosen: chosen.filter((id) => entries.some((entry) => entry.id === id)) }
}

/** Has this session read the file as it is now, where the scope asks for it? */
export function hasRead(state: GuardState, file: BankRead, scope: 'session' | 'turn'): boolean {
  const read = state.read.get(file.path)
  return read !== undefined && (scope === 'session' || read.turn === state.turn) && read.hash === file.hash
}

/** Said once in a session, whatever is left open later: that stays listed. */
export const LEFT_OPEN = 'left-open'

/** Something was written without a yes, or proposed and passed over; no answer to it is awaited, and nobody asked yet. */
export function leavesOpen({ unconfirmed, skipped, proposal, saidEver, parent }: GuardState): boolean {
  if (proposal !== undefined || parent !== undefined || saidEver.has(LEFT_OPEN)) return false
  return unconfirmed.length > 0 || skipped
}

/** Something waits to be said with the next tool's result, whatever the tool. */
export function hasNews({ due }: GuardState): boolean {
  return due.length > 0
}
