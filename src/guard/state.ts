/**
 * What a session remembers: a fold over its moments.
 *
 * Moments are small and carry no text of the user's or of a file's, so that they can be kept on the
 * disk and replayed: folding the log of a session gives its state.
 */

import { type BankPath, directoryOf } from '../core/bank-path.ts'
import type { ProposalRef } from '../core/proposal.ts'

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
  /** What the person allowed for this turn. */
  readonly granted: Grant
  /** The person agreed, with this turn's message, to the plan we showed. */
  readonly planAccepted: boolean
  /** The person agreed, with this turn's message, to these of the entries we showed. */
  readonly accepted: AcceptedEntries | undefined
  /** The person's words call for the patterns (S27). */
  readonly wantsPatterns: boolean
  /** The entry as this session has it before its eyes (S21). */
  readonly entry: string | undefined
  /** Bank writes of this session that nobody confirmed (S36). */
  readonly unconfirmed: readonly BankPath[]
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
  | { readonly kind: 'plan' }
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

export type Grant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'everything' }
  | { readonly kind: 'targets'; readonly targets: readonly BankPath[] }

export type Moment =
  | { readonly at: 'start'; readonly parent?: string; readonly agent?: string }
  | {
      readonly at: 'turn'
      readonly grant: Grant
      readonly wantsPatterns: boolean
      readonly planAccepted?: boolean
      /** The entries agreed to, by their ids. */
      readonly accepted?: readonly string[]
    }
  | {
      readonly at: 'proposed'
      readonly targets: readonly BankPath[]
      readonly parts?: readonly (readonly BankPath[])[]
      readonly plan?: boolean
      /** All that wait in this turn: a later moment of the turn stands for the earlier ones. */
      readonly entries?: ProposedEntries
    }
  | { readonly at: 'read'; readonly path: BankPath; readonly hash: string }
  | { readonly at: 'said'; readonly rule: string }
  | { readonly at: 'unconfirmed'; readonly path: BankPath }
  /** The entry as the session has it, from its opening or since. */
  | { readonly at: 'entry'; readonly hash: string }
  | { readonly at: 'compacted' }

export const FRESH: GuardState = {
  turn: 0,
  parent: undefined,
  agent: undefined,
  read: new Map(),
  saidThisTurn: new Set(),
  saidEver: new Set(),
  proposal: undefined,
  granted: { kind: 'nothing' },
  planAccepted: false,
  accepted: undefined,
  wantsPatterns: false,
  entry: undefined,
  unconfirmed: [],
}

/** A session works on a few files; more than this many are not before anybody's eyes. */
const MOST_REMEMBERED = 200

export function remember(state: GuardState, moment: Moment): GuardState {
  switch (moment.at) {
    case 'start':
      return { ...state, parent: moment.parent ?? state.parent, agent: moment.agent ?? state.agent }
    case 'turn':
      return {
        ...state,
        turn: state.turn + 1,
        saidThisTurn: new Set(),
        proposal: undefined,
        granted: moment.grant,
        planAccepted: moment.planAccepted === true,
        accepted: acceptedOf(state.proposal, moment.accepted ?? []),
        wantsPatterns: moment.wantsPatterns,
      }
    case 'proposed':
      return { ...state, proposal: proposalOf(moment) }
    case 'read': {
      const read = new Map(state.read)
      read.delete(moment.path)
      read.set(moment.path, { hash: moment.hash, turn: state.turn })
      const oldest = read.keys().next().value
      if (read.size > MOST_REMEMBERED && oldest !== undefined) read.delete(oldest)
      return { ...state, read }
    }
    case 'said':
      return {
        ...state,
        saidThisTurn: new Set([...state.saidThisTurn, moment.rule]),
        saidEver: new Set([...state.saidEver, moment.rule]),
      }
    case 'unconfirmed':
      return state.unconfirmed.includes(moment.path) || state.unconfirmed.length >= MOST_REMEMBERED
        ? state
        : { ...state, unconfirmed: [...state.unconfirmed, moment.path] }
    case 'entry':
      return { ...state, entry: moment.hash }
    case 'compacted':
      // The model no longer has what it read before its eyes.
      return { ...state, read: new Map(), saidThisTurn: new Set(), saidEver: new Set() }
  }
}

function proposalOf(moment: Extract<Moment, { at: 'proposed' }>): Proposal {
  if (moment.entries !== undefined) return { kind: 'entries', ...moment.entries }
  if (moment.plan === true) return { kind: 'plan' }
  return {
    kind: 'words',
    targets: moment.targets,
    parts: moment.parts ?? moment.targets.map((target) => [target]),
  }
}

/** Only what was shown just before can have been agreed to. */
function acceptedOf(proposal: Proposal | undefined, chosen: readonly string[]): AcceptedEntries | undefined {
  if (proposal?.kind !== 'entries' || chosen.length === 0) return undefined
  const { entries, at, planHash } = proposal
  return { entries, at, planHash, chosen: chosen.filter((id) => entries.some((entry) => entry.id === id)) }
}

/** A proposal's acceptance covers its targets and the index beside each; the entry's routes follow by refresh. */
export function covers(grant: Grant, path: BankPath): boolean {
  switch (grant.kind) {
    case 'nothing':
      return false
    case 'everything':
      return true
    case 'targets':
      return grant.targets.some((target) => target === path || path === `${directoryOf(target)}/index.md`)
  }
}

/** Has this session read the file as it is now, where the scope asks for it? */
export function hasRead(state: GuardState, path: BankPath, hash: string, scope: 'session' | 'turn'): boolean {
  const read = state.read.get(path)
  return read !== undefined && read.hash === hash && (scope === 'session' || read.turn === state.turn)
}
