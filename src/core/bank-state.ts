/** The shapes a bank can be in (S10). */

import type { BankPath } from './bank-path.ts'
import type { Problem } from './problem.ts'

export type BankState =
  | { readonly kind: 'absent' }
  /** `details/` without MEMORY.md. */
  | { readonly kind: 'entry-missing' }
  | { readonly kind: 'legacy'; readonly entries: readonly BankPath[] }
  | { readonly kind: 'foreign'; readonly tool: string; readonly paths: readonly BankPath[] }
  | { readonly kind: 'outdated'; readonly version: string | undefined }
  | { readonly kind: 'current'; readonly version: string }
  | { readonly kind: 'newer'; readonly version: string }
  | { readonly kind: 'broken'; readonly problem: Problem }
