/**
 * The shape of a rule. It answers from state, facts and policy alone, with its words and with what the session must
 * remember of it; whether its words refuse the call, are noted or stay unsaid is decided in `judge`.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { ToolFacts } from '../bank/event.ts'
import type { Words } from '../base/language.ts'
import type { Policy } from './policy.ts'
import type { GuardState, Moment } from './state.ts'

export interface Judged {
  readonly state: GuardState
  readonly facts: ToolFacts
  readonly policy: Policy
}

export interface Rule {
  readonly id: string
  /** Rules are asked from the lowest number to the highest: what refuses in every mode first, what is only said last. */
  readonly order: number
  readonly force: Force
  check(judged: Judged): Finding | undefined
}

/**
 * always: refuses in every mode. firm: refuses in warn and block, silent in off. gate: refuses in block, notes in warn, silent in off.
 * turn / session: a note, once per turn or session, in warn and block. hint: a note, once per turn, in every mode.
 * once: pointed out in every mode, in warn and block by a refusal, before it is done (`refusesOnce`); its moments
 * remember it though it refuses, so that it can be said once for each thing. setting: a note or a refusal in every mode, as the project has set `personalData`.
 */
export type Force = 'always' | 'firm' | 'gate' | 'turn' | 'session' | 'hint' | 'once' | 'setting'

/** A session of which nothing can be remembered would be refused for ever. */
export function refusesOnce({ state, policy: { mode } }: Judged): boolean {
  return mode === 'block' || (mode === 'warn' && state.turn > 0)
}

/** What to do instead (one next step), in both languages. */
export interface Finding extends Words {
  /** What the session remembers where the call is not refused (a `once` rule's always), whether or not the words were said before. */
  readonly moments?: readonly Moment[]
  /** The document that the words point to instead: it changed what the agent does (S56). */
  readonly about?: BankPath
}
