/**
 * Additions → one plan: each is written once, with what the bank then owes for it (S43).
 *
 * A block that a person edited is a conflict where an addition itself would change it; where only upkeep would, it is
 * left as it is and said.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Plan } from '../core/change.ts'
import { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import { folderPath, INDEXED_FOLDERS, MEMORY, PATTERNS, PROGRESS } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { editedByHand, finishPlan, planAround, withConflicts } from './draw-up.ts'
import { planHighlights } from './plan-highlights.ts'
import type { PlanInput } from './plan-input.ts'
import { archive, index, route } from './plan-refresh.ts'

/** Puts one addition into the draft, without upkeep. */
export type Write = (draft: Draft) => Result<undefined>

export interface WritePlan extends Plan {
  /** For each write the files that it changes, upkeep included; none where the bank says it already. */
  readonly targets: readonly (readonly BankPath[])[]
}

export function planWrite(input: PlanInput, writes: readonly Write[]): Result<WritePlan> {
  const draft = new Draft(input.snapshot)
  const written = writeAll(draft, input, writes)
  if (!written.ok) return written
  if (draft.leftOut().length > 0) return fail({ code: 'bank-left-out' })
  const planned = finishPlan('write', input, draft)
  const edited = editedByHand(planned, input)
  if (edited.length === 0) return ok(withTargets(planned, written.value))

  const upkeepOnly = edited.filter((path) => !written.value.some(({ content }) => content.has(path)))
  const resolved = withConflicts('write', input, (draft, given) =>
    planAround(upkeepOnly, UPKEEP_LATER, draft, given, () => writeAll(draft, given, writes)),
  )
  return resolved.ok ? ok(withTargets(resolved.value, written.value)) : resolved
}

interface Written {
  /** The files that the addition itself changed. */
  readonly content: ReadonlySet<BankPath>
  /** The same, and those that upkeep changed for it. */
  readonly all: ReadonlySet<BankPath>
}

function writeAll(draft: Draft, input: PlanInput, writes: readonly Write[]): Result<readonly Written[]> {
  const all: Written[] = []
  for (const write of writes) {
    const before = draft.texts()
    const written = write(draft)
    if (!written.ok) return written
    const content = draft.changedSince(before)
    tidy(draft, input, content)
    all.push({ content, all: draft.changedSince(before) })
  }
  return ok(all)
}

function withTargets(plan: Plan, written: readonly Written[]): WritePlan {
  const paths = plan.changes.map((change) => change.path)
  return { ...plan, targets: written.map(({ all }) => paths.filter((path) => all.has(path))) }
}

/** What a bank owes after these files were written: no more than concerns them. */
function tidy(draft: Draft, input: PlanInput, written: ReadonlySet<BankPath>): void {
  const { language } = input.templates
  if (written.has(PROGRESS) || written.has(MEMORY)) archive(draft, input)
  if (written.has(MEMORY) || written.has(PATTERNS)) planHighlights(draft, { language })
  const folders = INDEXED_FOLDERS.filter((folder) =>
    [...written].some((path) => path.startsWith(`${folderPath(folder)}/`)),
  )
  if (folders.length > 0) index(draft, input, folders)
  const isNewOrGone = (path: BankPath) => !input.snapshot.files.has(path) || draft.read(path) === undefined
  if ([...written].some(isNewOrGone)) route(draft, input)
}

const UPKEEP_LATER = (path: BankPath): Words => ({
  en: `${path}: edited by hand, so it stays as it is; memory-bank refresh adds the route.`,
  zh: `${path}：有手动修改，保持原样；运行 memory-bank refresh 时再补路由。`,
})
