/** What the guard is told besides the event: how strict to be, and how the bank stands now. */

import type { BankPath } from '../core/bank-path.ts'
import type { GuardMode, ReadScope, Writer } from '../core/event.ts'
import type { Language } from '../core/language.ts'

export interface Policy {
  readonly mode: GuardMode
  readonly writer: Writer
  readonly readScope: ReadScope
  /** Personal data in a bank write: said, or refused. */
  readonly personalData: 'warn' | 'refuse'
  /** Domains whose addresses are the project's own. */
  readonly ownDomains: readonly string[]
  /** More path parts that make a write risky, from memory-bank.json. */
  readonly sensitive: readonly string[]
  readonly language: Language
  /** What must have been read before a risky write, as it is now (S31); undefined without a bank. */
  readonly required: { readonly path: BankPath; readonly hash: string } | undefined
}
