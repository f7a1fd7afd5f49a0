/** check --fix: a plan with the safe fixes. */

import { problemOf } from '../bank/bank-state.ts'
import type { Draft } from '../bank/draft.ts'
import type { FileDate } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice, Plan } from '../base/change.ts'
import { dayOf } from '../base/day-of.ts'
import { folderPath, INDEXED_FOLDERS, type IndexedFolder } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { planFixes } from '../check/plan-fixes.ts'
import type { Workspace } from '../disk/workspace.ts'
import { hasUnstampedAnchor, reanchor } from '../drift/anchors.ts'
import { addUserBlocks } from '../plan/add-user-blocks.ts'
import { drawUp, withConflicts } from '../plan/draw-up.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { index } from '../plan/plan-refresh.ts'
import { type CheckReport, type CheckWishes, checkBank } from './check.ts'
import { openRepository } from './drift.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openBank, tooOld } from './open-bank.ts'

export interface FixProposal extends CheckReport {
  readonly plan: Plan
}

/** Plans an empty user block for every file without one (S2). Undefined if all files have one. */
export function proposeProtectedPlaces(workspace: Workspace): Plan | undefined {
  const opened = openBank(workspace)
  if (!opened.ok || opened.value.state.kind !== 'current' || tooOld(workspace) !== undefined) return undefined
  const { input } = gatherPlanInput(workspace, opened.value, { language: undefined, onConflict: undefined })
  const plan = drawUp('fix', input, (draft, given) => {
    addUserBlocks(draft)
    const edited = editedFiles(draft, given)
    const folders = INDEXED_FOLDERS.filter((folder) => edited.some((path) => isIn(folder, path)))
    if (folders.length > 0) index(draft, { ...given, dates: datesAfter(edited, given, workspace.now()) }, folders)
  })
  return plan.changes.length === 0 ? undefined : plan
}

/** The plan is empty if nothing can be fixed, or the bank needs a refresh or a repair first. */
export function proposeFix(
  workspace: Workspace,
  wishes: CheckWishes & { readonly onConflict: ConflictChoice | undefined },
): Result<FixProposal> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const checked = checkBank(workspace, wishes)
  if (!checked.ok) return checked
  const { bank, report, isAsked } = checked.value
  if (bank.state.kind === 'unmerged') return fail(problemOf(bank.state))
  const fixable = report.findings.filter((finding) => finding.fix !== undefined)
  const anchored =
    fixable.some(({ fix }) => fix?.kind === 'anchors') ||
    [...bank.snapshot.files.values()].some(({ text }) => hasUnstampedAnchor(text))
  if (bank.state.kind !== 'current' || (fixable.length === 0 && !anchored)) return ok({ ...report, plan: NOTHING })
  const { input } = gatherPlanInput(workspace, bank, { language: wishes.language, onConflict: wishes.onConflict })
  const planned = withConflicts('fix', input, (draft, given) => {
    planFixes(draft, fixable, given.templates.language)
    if (anchored) reanchor(draft, openRepository(workspace), isAsked)
    const edited = editedFiles(draft, given)
    const stale = fixable.flatMap(({ fix, path }) => (fix?.kind === 'index' ? [path] : []))
    const folders = INDEXED_FOLDERS.filter((folder) => [...edited, ...stale].some((path) => isIn(folder, path)))
    if (folders.length > 0) index(draft, { ...given, dates: datesAfter(edited, given, workspace.now()) }, folders)
  })
  return planned.ok ? ok({ ...report, plan: planned.value }) : planned
}

const NOTHING: Plan = { intent: 'fix', changes: [], reasons: [], notes: [] }

function editedFiles(draft: Draft, { snapshot }: PlanInput): readonly BankPath[] {
  return draft.paths().filter((path) => draft.read(path) !== snapshot.files.get(path)?.text)
}

function isIn(folder: IndexedFolder, path: string): boolean {
  return path.startsWith(`${folderPath(folder)}/`)
}

/** Edited files get today's date, because they no longer match git's last commit. */
function datesAfter(edited: readonly BankPath[], { dates }: PlanInput, now: Date): PlanInput['dates'] {
  const date = { updated: dayOf(now.getTime()), author: undefined }
  return new Map([...dates, ...edited.map((path): [BankPath, FileDate] => [path, date])])
}
