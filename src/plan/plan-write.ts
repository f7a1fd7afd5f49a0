/** Additions → one plan: each is written once, with what the bank then owes for it (S43). */

import type { Draft } from '../bank/draft.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Plan } from '../base/change.ts'
import { folderPath, INDEXED_FOLDERS, isInboxPath, MEMORY, PATTERNS, PROGRESS } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { withConflicts } from './draw-up.ts'
import { planHighlights } from './plan-highlights.ts'
import type { PlanInput } from './plan-input.ts'
import { archive, index, route } from './plan-refresh.ts'

/** Puts one addition into the draft, without upkeep. */
export type Write = (draft: Draft) => Result<undefined>

export interface WritePlan extends Plan {
  /** For each write the files that it changes, upkeep included; none where the bank says it already. */
  readonly targets: readonly (readonly BankPath[])[]
}

export function planWrite(
  input: PlanInput,
  writes: readonly Write[],
  intent: 'write' | 'fold' = 'write',
): Result<WritePlan> {
  let written: Result<readonly Written[]> = ok([])
  let isLeftOut = false
  const planned = withConflicts(intent, input, (draft) => {
    written = writeAll(draft, input, writes)
    isLeftOut = draft.leftOut().length > 0
  })
  if (!written.ok) return written
  if (isLeftOut) return fail({ code: 'bank-left-out' })
  return planned.ok ? ok(withTargets(planned.value, written.value)) : planned
}

/** The files that an addition changed, and those that upkeep changed for it. */
type Written = ReadonlySet<BankPath>

function writeAll(draft: Draft, input: PlanInput, writes: readonly Write[]): Result<readonly Written[]> {
  const all: Written[] = []
  for (const write of writes) {
    const before = draft.texts()
    const written = write(draft)
    if (!written.ok) return written
    tidy(draft, input, draft.changedSince(before))
    all.push(draft.changedSince(before))
  }
  return ok(all)
}

function withTargets(plan: Plan, written: readonly Written[]): WritePlan {
  const paths = plan.changes.map((change) => change.path)
  return { ...plan, targets: written.map((all) => paths.filter((path) => all.has(path))) }
}

/** What a bank owes after these files were written: no more than concerns them. */
export function tidy(draft: Draft, input: PlanInput, written: ReadonlySet<BankPath>): void {
  const { language } = input.templates
  if (written.has(PROGRESS) || written.has(MEMORY)) archive(draft, input)
  if (written.has(MEMORY) || written.has(PATTERNS)) planHighlights(draft, { language })
  const folders = INDEXED_FOLDERS.filter((folder) =>
    [...written].some((path) => path.startsWith(`${folderPath(folder)}/`)),
  )
  if (folders.length > 0) index(draft, input, folders)
  const isNewOrGone = (path: BankPath) =>
    !isInboxPath(path) && (!input.snapshot.files.has(path) || draft.read(path) === undefined)
  if ([...written].some(isNewOrGone)) route(draft, input)
}
