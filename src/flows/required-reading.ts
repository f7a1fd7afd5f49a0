/** What must have been read before a risky write (S31): the patterns, else the entry. Its hash is worked out when it is asked for. */

import type { BankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { MEMORY, PATTERNS } from '../core/layout.ts'
import { once } from '../core/once.ts'
import { readNow } from '../workspace/bank/preconditions.ts'

export function requiredReading(bank: string): { readonly path: BankPath; readonly hash: string } | undefined {
  for (const path of [PATTERNS, MEMORY]) {
    const text = readNow(bank, path)
    if (text === undefined) continue
    const hash = once(() => hashOfText(text))
    return {
      path,
      get hash() {
        return hash()
      },
    }
  }
  return undefined
}
