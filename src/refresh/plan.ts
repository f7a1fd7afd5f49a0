/**
 * State → plan. One exhaustive switch; whatever a planner writes goes through the same conflict check
 * and the same stamp.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { BankState } from '../core/bank-state.ts'
import type { Intent, Plan } from '../core/change.ts'
import { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { isHandEdited, machineBlock } from './conflicts.ts'
import { editBlock, stampChangedBlocks } from './machine-block.ts'
import { planInit, writeEntry } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { planMigrate } from './plan-migrate.ts'
import { archive, index, planRefresh, tidy } from './plan-refresh.ts'
import { planUpgrade } from './plan-upgrade.ts'

export function plan(state: BankState, input: PlanInput): Result<Plan> {
  switch (state.kind) {
    case 'absent':
      return drawUp('init', input, planInit)
    case 'entry-missing':
      return drawUp('entry', input, writeEntry)
    case 'legacy':
      return drawUp('migrate', input, planMigrate)
    case 'outdated': {
      const draft = new Draft(input.snapshot)
      const upgraded = planUpgrade(draft, input, state.version)
      if (!upgraded.ok) return upgraded
      stampChangedBlocks(draft, input.snapshot, input.now)
      return ok(draft.plan('upgrade'))
    }
    case 'current':
      return withConflicts('refresh', input, planRefresh)
    case 'foreign':
      return fail({ code: 'bank-foreign', tool: state.tool, paths: state.paths })
    case 'newer':
      return fail({ code: 'bank-newer', version: state.version })
    case 'broken':
      return fail(state.problem)
  }
}

/** One part of a refresh on its own; the bank must be current. */
export function planPart(part: 'index' | 'archive', state: BankState, input: PlanInput): Result<Plan> {
  return state.kind === 'current' ? withConflicts(part, input, part === 'index' ? index : archive) : plan(state, input)
}

/**
 * What somebody adds, and what the bank then owes for it. A block that a person edited is a conflict where the addition
 * itself would change it; where only upkeep would, it is left as it is and said.
 */
export function planWrite(input: PlanInput, write: (draft: Draft) => Result<undefined>): Result<Plan> {
  const alone = new Draft(input.snapshot)
  const written = write(alone)
  if (!written.ok) return written
  const content = new Set(changedPaths(alone, input))
  const planner: Planner = (draft, given) => {
    write(draft)
    tidy(draft, given, content)
  }
  const planned = drawUp('write', input, planner)
  if (!planned.ok) return planned
  const left = editedByHand(planned.value, input).filter((path) => !content.has(path))
  return withConflicts('write', input, (draft, given) => {
    for (const path of left) hold(path, draft, UPKEEP_LATER)
    planner(draft, given)
    for (const path of left) draft.write(path, given.snapshot.files.get(path)?.text ?? '')
  })
}

function changedPaths(draft: Draft, { snapshot }: PlanInput): readonly BankPath[] {
  return draft.paths().filter((path) => draft.read(path) !== snapshot.files.get(path)?.text)
}

type Planner = (draft: Draft, input: PlanInput) => void

function drawUp(intent: Intent, input: PlanInput, planner: Planner): Result<Plan> {
  const draft = new Draft(input.snapshot)
  planner(draft, input)
  stampChangedBlocks(draft, input.snapshot, input.now)
  return ok(draft.plan(intent))
}

/** Plan, and where that would change a machine block somebody edited by hand, do as the person chose (S4). */
function withConflicts(intent: Intent, input: PlanInput, planner: Planner): Result<Plan> {
  const planned = drawUp(intent, input, planner)
  if (!planned.ok) return planned
  const edited = editedByHand(planned.value, input)
  if (edited.length === 0) return planned
  switch (input.onConflict) {
    case undefined:
      return fail({ code: 'block-edited', paths: edited })
    case 'overwrite':
      // Moving finished items or renewing an index is no dispute about what the block says.
      if (intent !== 'refresh') return planned
      return drawUp(intent, input, (draft, given) => {
        for (const path of edited) takeBackEdit(path, draft, given)
        planner(draft, given)
      })
    case 'append':
      return drawUp(intent, input, (draft, given) => {
        for (const path of edited) hold(path, draft, APPENDED)
        planner(draft, given)
      })
    case 'keep':
      return drawUp(intent, input, (draft, given) => {
        for (const path of edited) hold(path, draft, KEPT)
        planner(draft, given)
        for (const path of edited) draft.write(path, given.snapshot.files.get(path)?.text ?? '')
      })
  }
}

function editedByHand({ changes }: Plan, input: PlanInput): readonly BankPath[] {
  return changes.flatMap((change) =>
    change.kind === 'edit' && isHandEdited(change.path, change.was, input.committed.get(change.path))
      ? [change.path]
      : [],
  )
}

function hold(path: BankPath, draft: Draft, why: (path: BankPath) => Words): void {
  draft.holdStill(path)
  draft.note(why(path))
}

const KEPT = (path: BankPath): Words => ({
  en: `${path}: your edit is kept as it is, and this update of it was skipped.`,
  zh: `${path}：保留你的修改，已跳过对它的更新。`,
})

const UPKEEP_LATER = (path: BankPath): Words => ({
  en: `${path}: edited by hand, so it stays as it is; memory-bank refresh adds the route.`,
  zh: `${path}：有手动修改，保持原样；运行 memory-bank refresh 时再补路由。`,
})

const APPENDED = (path: BankPath): Words => ({
  en: `${path}: your edit stays; what is new goes after it, and nothing is moved out of it.`,
  zh: `${path}：保留你的修改；新内容追加在后面，不从中移出任何内容。`,
})

/** The block as we last wrote it, where that is still known; otherwise the update goes onto the edited one. */
function takeBackEdit(path: BankPath, draft: Draft, input: PlanInput): void {
  const written = machineBlock(path, input.lastWritten.get(path) ?? '')
  if (written === undefined) return
  editBlock(draft, path, () => written, {
    en: 'your edit of the machine block gives way',
    zh: '覆盖对机器区块的手动修改',
  })
}
