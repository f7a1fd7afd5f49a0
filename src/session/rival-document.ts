/** The documents beside a new one, read when a rule asks whether one of them is on its topic (S6). */

import type { BankPath } from '../base/bank-path.ts'
import { directoryOf } from '../base/bank-path.ts'
import { indexedFolderOf, isIndexPath } from '../base/layout.ts'
import type { Policy } from '../guard/policy.ts'
import { pageNow } from '../disk/bank/preconditions.ts'
import { listMarkdown } from '../disk/bank/read-bank.ts'
import { sameDocument } from '../plan/write/same-document.ts'

/** A folder of more documents is compared by its first ones: a call waits for this. */
const MOST_COMPARED = 500

export function rivalIn(bank: string): Policy['rivalOf'] {
  return (path, text) => {
    if (indexedFolderOf(path) === undefined) return undefined
    const beside = listMarkdown(bank).filter((one) => directoryOf(one) === directoryOf(path) && !isIndexPath(one))
    const read = (one: BankPath) => ({ path: one, text: pageNow(bank, one) ?? '' })
    return sameDocument(path, text, beside.slice(0, MOST_COMPARED).map(read))
  }
}
