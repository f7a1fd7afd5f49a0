/** check --fix: the plan that fixes what is safe to fix; carried out like any other. */

import type { Draft } from '../bank/draft.ts'
import type { FileDate } from '../bank/snapshot.ts'
import { planFixes } from '../check/plan-fixes.ts'
import type { BankPath } from '../base/bank-path.ts'
import { problemOf } from '../bank/bank-state.ts'
import type { ConflictChoice, Plan } from '../base/change.ts'
import { folderPath, INDEXED_FOLDERS, type IndexedFolder } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hasUnstampedAnchor, reanchor } from '../drift/anchors.ts'
import { drawUp, withConflicts } from '../plan/draw-up.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { index } from '../plan/plan-refresh.ts'
import { addProtectedPlaces } from '../plan/protected-place.ts'
import { dayOf } from '../base/day-of.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type CheckReport, type CheckWishes, gather } from './check.ts'
import { openRepository } from './drift.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openBank } from './open-bank.ts'
import { tooOld } from './too-old.ts'

export interface FixProposal extends CheckReport {
  readonly plan: Plan
}

/** An empty user block for every file that has none, as a plan of its own: a person is asked for it (S2). Undefined where all have one. */
export function proposeProtectedPlaces(workspace: Workspace): Plan | undefined {
  const opened = openBank(workspace)
  if (!opened.ok || opened.value.state.kind !== 'current' || tooOld(workspace) !== undefined) return undefined
  const { input } = gatherPlanInput(workspace, opened.value, { language: undefined, onConflict: undefined })
  const plan = drawUp('fix', input, (draft, given) => {
    addProtectedPlaces(draft)
    const edited = editedFiles(draft, given)
    const folders = INDEXED_FOLDERS.filter((folder) => edited.some((path) => isIn(folder, path)))
    if (folders.length > 0) index(draft, { ...given, dates: datesAfter(edited, given, workspace.now()) }, folders)
  })
  return plan.changes.length === 0 ? undefined : plan
}

/** An empty plan where nothing can be fixed, or the bank needs a refresh or a repair first. */
export function proposeFix(
  workspace: Workspace,
  wishes: CheckWishes & { readonly onConflict: ConflictChoice | undefined },
): Result<FixProposal> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const gathered = gather(workspace, wishes)
  if (!gathered.ok) return gathered
  const { bank, report, isAsked } = gathered.value
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

/** What is edited now has today's date, and is no longer the clean file that git last committed. */
function datesAfter(edited: readonly BankPath[], { dates }: PlanInput, now: Date): PlanInput['dates'] {
  const date = { updated: dayOf(now.getTime()), author: undefined }
  return new Map([...dates, ...edited.map((path): [BankPath, FileDate] => [path, date])])
}
