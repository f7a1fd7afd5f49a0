/** What other tools left → one plan, with the bank made first where there is none, and with what the bank then owes. */

import type { Plan } from '../base/change.ts'
import { PATTERNS } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { withConflicts } from './draw-up.ts'
import { addHighlights } from './plan-highlights.ts'
import { planInit } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { tidy, type Write } from './plan-write.ts'

export function planImport(input: PlanInput, makesBank: boolean, write: Write): Result<Plan> {
  let written: Result<undefined> = ok(undefined)
  let isLeftOut = false
  const planned = withConflicts('import', input, (draft) => {
    if (makesBank) planInit(draft, input)
    const before = draft.texts()
    written = write(draft)
    addHighlights(draft, before.get(PATTERNS))
    tidy(draft, input, draft.changedSince(before))
    isLeftOut = draft.leftOut().length > 0
  })
  if (!written.ok) return written
  return isLeftOut ? fail({ code: 'bank-left-out' }) : planned
}
