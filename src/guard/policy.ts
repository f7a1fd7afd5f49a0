/** What the guard is told besides the event: how strict to be, and how to ask for what stands in the bank now. */

import type { BankPath } from '../base/bank-path.ts'
import type { BankRead, GuardMode, ReadScope, Writer } from '../bank/event.ts'
import type { Language } from '../base/language.ts'
import type { Restated } from '../bank/restated.ts'
import type { Trace } from './trace.ts'

export interface Policy {
  readonly mode: GuardMode
  readonly writer: Writer
  readonly readScope: ReadScope
  /** Personal data in a bank write is said, or refused. */
  readonly personalData: 'warn' | 'refuse'
  /** Domains whose addresses are the project's own. */
  readonly ownDomains: readonly string[]
  /** More path parts that make a write risky, from memory-bank.json. */
  readonly sensitive: readonly string[]
  /** Reads the bank where no setting names a language. */
  readonly chooseLanguage: () => Language
  /** Reads what must have been read before a risky write (S31); undefined without a bank. */
  readonly readRequired: () => BankRead | undefined
  /** Looks for a document on the topic of a new one (S6). */
  readonly rivalOf: (path: BankPath, text: string) => { readonly path: BankPath; readonly title: string } | undefined
  /** Looks for an entry that a write adds and that the repository says itself (S58). */
  readonly restatedIn: (path: BankPath, before: string, after: string) => Restated | undefined
  /** What people declined besides what this session heard itself (S36). */
  readonly declined: () => readonly Trace[]
}
