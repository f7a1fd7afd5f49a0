/**
 * The shape of a rule. It answers from state, facts and policy alone, with its text and the moments to remember. `judge`
 * decides whether the text refuses the call, becomes a note or is dropped.
 */

import type { BankRead, DocFirst, GuardMode, ReadScope, ToolFacts, Writer } from '../bank/event.ts'
import type { RestatedEntry } from '../bank/restated-entry.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import type { GuardState, Moment } from './state.ts'
import type { Trace } from './trace.ts'

export interface Judged {
  readonly state: GuardState
  readonly facts: ToolFacts
  readonly policy: Policy
}

/** The strictness of the guard, and functions that read the bank for a rule. */
export interface Policy {
  readonly mode: GuardMode
  readonly writer: Writer
  readonly readScope: ReadScope
  readonly docFirst: DocFirst
  /** Personal data in a bank write gets a warning, or is refused. */
  readonly personalData: 'warn' | 'refuse'
  /** Domains of the project, whose addresses are not personal data. */
  readonly ownDomains: readonly string[]
  /** Further sensitive path parts, from memory-bank.json. */
  readonly sensitive: readonly string[]
  /** Reads the bank if no setting names a language. */
  readonly chooseLanguage: () => Language
  /** The file that must be read before a risky write (S31); undefined without a bank. */
  readonly readRequired: () => BankRead | undefined
  readonly isInBank: (path: BankPath) => boolean
  /** Finds an existing document on the topic of a new one (S6). */
  readonly rivalOf: (path: BankPath, text: string) => { readonly path: BankPath; readonly title: string } | undefined
  /** Finds an added entry that only repeats the repository (S58). */
  readonly restatedIn: (path: BankPath, before: string, after: string) => RestatedEntry | undefined
  /** Entries that people declined outside this session (S36). */
  readonly declined: () => readonly Trace[]
}

export interface GuardRule {
  readonly id: string
  /** Rules are asked in this order: those that refuse in every mode first, those that only inform last. */
  readonly order: number
  readonly force: Force
  /** The rule concerns reading or reminders, so it is silent in a turn without memory. */
  readonly skippable?: true
  check(judged: Judged): RuleFinding | undefined
}

/**
 * always: refuses in every mode. firm: refuses in warn and block, silent in off. gate: refuses in block, notes in warn,
 * silent in off. turn / session: a note once per turn or session, in warn and block. hint: a note once per turn, in every
 * mode. once: speaks once per subject, in warn and block by a refusal before the write (`refusesOnce`); its moments are
 * kept even then. setting: a note or a refusal in every mode, by the setting `personalData`. document: a note once per
 * session or a refusal, by the setting `docFirst`; silent in off.
 */
export type Force = 'always' | 'firm' | 'gate' | 'turn' | 'session' | 'hint' | 'once' | 'setting' | 'document'

/**
 * Whether a `once` rule refuses. In warn mode this needs a session with turns: without one, it would refuse again and
 * again.
 */
export function refusesOnce({ state, policy: { mode } }: Judged): boolean {
  return mode === 'block' || (mode === 'warn' && state.turn > 0)
}

/** The text of a rule with one next step, in both languages. */
export interface RuleFinding extends Words {
  /**
   * Recorded if the call is not refused, even if the text was shown before. A `once` rule's moments are always
   * recorded.
   */
  readonly moments?: readonly Moment[]
  /** The document that the text points to, for counting its use (S56). */
  readonly about?: BankPath
}
