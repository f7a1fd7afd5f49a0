/** Plans additions: writes each once, then runs the upkeep that the bank needs (S43). */

import type { Draft } from '../bank/draft.ts'
import { type BankPath, knownPath } from '../base/bank-path.ts'
import type { Plan } from '../base/change.ts'
import { folderPath, INDEXED_FOLDERS, isInboxPath, MEMORY, PATTERNS, PROGRESS } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type Replacing, withConflicts } from './draw-up.ts'
import { addHighlights, planHighlights } from './plan-highlights.ts'
import { planInit } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { archive, index, route } from './plan-refresh.ts'

/** Writes one addition into the draft, without upkeep. */
export type Write = (draft: Draft) => Result<undefined>

export interface WritePlan extends Plan {
  /** The files that each write changes, upkeep included. Empty for an addition that the bank already has. */
  readonly targets: readonly (readonly BankPath[])[]
}

export function planWrite(
  input: PlanInput,
  writes: readonly Write[],
  intent: 'write' | 'fold' = 'write',
  replacing: Replacing = 'named',
): Result<WritePlan> {
  let written: Result<readonly Written[]> = ok([])
  let isLeftOut = false
  const planner = (draft: Draft) => {
    written = writeAll(draft, input, writes)
    isLeftOut = draft.leftOut().length > 0
  }
  const planned = withConflicts(intent, input, planner, replacing)
  if (!written.ok) return written
  if (isLeftOut) return fail({ code: 'bank-left-out' })
  return planned.ok ? ok(withTargets(planned.value, written.value)) : planned
}

/** The files that an addition and its upkeep changed. */
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

/** Runs the upkeep that the written files make necessary. */
function tidy(draft: Draft, input: PlanInput, written: ReadonlySet<BankPath>): void {
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

/** Plans an import. A missing bank is created first. */
export function planImport(input: PlanInput, makesBank: boolean, write: (draft: Draft) => void): Result<Plan> {
  let isLeftOut = false
  const planned = withConflicts('import', input, (draft) => {
    if (makesBank) {
      keepForeignMemory(draft)
      planInit(draft, input)
    }
    const before = draft.texts()
    write(draft)
    addHighlights(draft, before.get(PATTERNS))
    tidy(draft, input, draft.changedSince(before))
    isLeftOut = draft.leftOut().length > 0
  })
  return isLeftOut ? fail({ code: 'bank-left-out' }) : planned
}

/** Moves another tool's MEMORY.md to a design document, because Memory Bank needs the file name. */
function keepForeignMemory(draft: Draft): void {
  if ((draft.read(MEMORY) ?? '').trim() === '') return
  const to = knownPath(`${folderPath('design')}/former-memory.md`)
  draft.move(MEMORY, to)
  draft.because(to, { en: 'the MEMORY.md of the other tool', zh: '另一工具的 MEMORY.md' })
}
