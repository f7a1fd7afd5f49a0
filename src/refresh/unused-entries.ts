/**
 * Which documents are proposed for the archive because nobody follows what points at them (S56).
 *
 * Only a document that was pointed at about the matter at hand, in enough sessions and for long enough, and that no session
 * has read, cited or acted on. What nobody was told of had no chance, and stays.
 */

import type { AdditionKind } from '../core/addition.ts'
import type { EntryTotals } from '../core/use-totals.ts'
import { daysBetween } from '../text/dates.ts'

export interface JudgedUse {
  readonly kind: AdditionKind
  /** The whole file is the entry. */
  readonly isWholeFile: boolean
  /** The status of a requirement. */
  readonly state: string | undefined
  /** The day it was last written, YYYY-MM-DD. */
  readonly written: string
  readonly totals: EntryTotals
}

/** An entry that is worth opening every third time it is named would be passed over so often in one case of 25. */
export const LEAST_OFFERS = 8
/** A month of work comes by most parts of a project once. */
export const GRACE_DAYS = 30

export function isUnused({ totals, written, ...entry }: JudgedUse, today: string): boolean {
  const { counts, firstOffered } = totals
  if (!mayLeave(entry) || counts.offered < LEAST_OFFERS || firstOffered === undefined) return false
  if (counts.read + counts.cited + counts.acted > 0) return false
  return daysBetween(firstOffered, today) >= GRACE_DAYS && daysBetween(written, today) >= GRACE_DAYS
}

/**
 * A decision holds whether or not anybody opens it; focus and quick answers stand whole in the opening; progress has an
 * archive of its own; facts are told by the file they stand in; a requirement that is not done is work to do.
 */
function mayLeave({ kind, isWholeFile, state }: Pick<JudgedUse, 'kind' | 'isWholeFile' | 'state'>): boolean {
  if (!isWholeFile) return false
  if (kind === 'requirement') return state !== undefined && OVER.test(state)
  return kind === 'learning' || kind === 'design'
}

/** What a status begins with. */
const OVER =
  /^[^\p{L}]*(?:(?:done|completed?|finished|shipped|rejected|cancelled|canceled|dropped|superseded|obsolete)\b|已?(?:完成|上线|拒绝|取消|废弃|放弃))/iu
