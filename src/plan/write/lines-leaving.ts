/** The lines that a plan takes out of the bank, as they may be shown. */

import { linesGone } from '../../bank/section-memory.ts'
import type { Change } from '../../base/change.ts'
import type { LeavingLine } from '../../bank/proposal.ts'
import { maskTexts } from '../../secrets/mask.ts'

export function linesLeaving(changes: readonly Change[]): readonly LeavingLine[] {
  return linesGone(changes).flatMap(({ path, lines }) => maskTexts(lines).map(({ text }) => ({ path, text })))
}
