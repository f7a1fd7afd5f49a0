/**
 * Plans that wait for a person's word on the page: what would be done, with its diff, and then exactly that.
 *
 * What is carried out has the hash that was shown. Where the bank has changed so that the plan would come out otherwise,
 * nothing is written.
 */

import { type Applied, INTENT_NAMES, type Plan } from '../core/change.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { Language } from '../core/language.ts'
import type { PagePlan, Written } from '../core/page.ts'
import type { Problem } from '../core/problem.ts'
import { ok, type Result } from '../core/result.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { appliedText } from '../text/plan-text.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { carryOut } from './carry-out.ts'
import { titleOfChange } from './change-title.ts'
import { proposeFix } from './fix.ts'
import { maskedDiffs } from './masked-diffs.ts'
import { spokenLanguage } from './open-bank.ts'
import { toldProblem } from './told-problem.ts'
import { carryOutUndo, history, proposeUndo } from './undo.ts'

/** What taking back one change of the journal would do. A change that cannot be taken back as it is says why. */
export function undoPlan(workspace: Workspace, id: string, language: Language): Result<PagePlan> {
  const undo = proposeUndo(workspace, id, undefined)
  if (undo.ok) return ok(shownPlan(undo.value.plan, undoTitle(undo.value.of, language), language))
  if (undo.problem.code === 'undo-unknown' || undo.problem.code === 'name-ambiguous') return undo
  const known = history(workspace)
  const of = known.ok ? known.value.past.find((past) => past.id === id) : undefined
  const title = of === undefined ? INTENT_NAMES.undo[language] : undoTitle(of, language)
  return ok({
    ...shownPlan({ ...NOTHING, intent: 'undo' }, title, language),
    problem: toldProblem(undo.problem, language),
  })
}

/** Takes back a change, if that still does what `planHash` stands for. */
export function undoAsPlanned(
  workspace: Workspace,
  id: string,
  planHash: string,
  language: Language = spokenLanguage(undefined, workspace),
): Result<Written> {
  const undo = proposeUndo(workspace, id, undefined)
  if (!undo.ok) return written(undo, language)
  const { plan } = undo.value
  if (hashOf(plan) !== planHash) return ok(changedMeanwhile(language))
  return written(carryOutUndo(undo.value, workspace), language)
}

/** What check would repair by itself; no file where there is nothing to repair. */
export function fixPlan(workspace: Workspace, language: Language): Result<PagePlan> {
  const fix = proposeFix(workspace, { language, onConflict: undefined })
  if (fix.ok) return ok(shownPlan(fix.value.plan, INTENT_NAMES.fix[language], language))
  const nothing = shownPlan({ ...NOTHING, intent: 'fix' }, INTENT_NAMES.fix[language], language)
  return ok({ ...nothing, problem: toldProblem(fix.problem, language) })
}

/** Repairs what check can repair, if that still does what `planHash` stands for. */
export function fixAsPlanned(
  workspace: Workspace,
  planHash: string,
  language: Language = spokenLanguage(undefined, workspace),
): Result<Written> {
  const fix = proposeFix(workspace, { language, onConflict: undefined })
  if (!fix.ok) return written(fix, language)
  const { plan } = fix.value
  if (hashOf(plan) !== planHash || plan.changes.length === 0) return ok(changedMeanwhile(language))
  return written(carryOut(plan, workspace), language)
}

const NOTHING = { changes: [], reasons: [], notes: [] }

export function shownPlan(plan: Plan, title: string, language: Language): PagePlan {
  return {
    intent: plan.intent,
    title: maskSecrets(title),
    planHash: hashOf(plan),
    files: maskedDiffs(plan.changes),
    notes: plan.notes.map((note) => maskSecrets(note[language])),
  }
}

function undoTitle(of: Parameters<typeof titleOfChange>[0], language: Language): string {
  return { en: `Undo: ${titleOfChange(of, 'en')}`, zh: `撤销：${titleOfChange(of, 'zh')}` }[language]
}

/** Everything that the plan would write, and what it must find there. */
export function hashOf({ intent, changes }: Plan): string {
  return hashOfText(JSON.stringify([intent, changes]))
}

/** What keeps a write from being made is an answer on the page. */
export function written(applied: Result<Applied>, language: Language): Result<Written> {
  if (!applied.ok) return ok(refusal(applied.problem, language))
  const { id, changes } = applied.value
  const files = [...new Set(changes.map((change) => (change.kind === 'move' ? change.to : change.path)))]
  return ok({ outcome: 'written', change: id, files, summary: appliedText(changes, language) })
}

function refusal(problem: Problem, language: Language): Written {
  const isOvertaken = OVERTAKEN.has(problem.code)
  return { outcome: isOvertaken ? 'changed' : 'refused', problem: toldProblem(problem, language) }
}

/** Somebody wrote between our reading and our writing. */
const OVERTAKEN: ReadonlySet<string> = new Set(['stale-file', 'path-taken', 'undo-stale', 'block-edited'])

export function changedMeanwhile(language: Language): Written {
  return { outcome: 'changed', problem: toldProblem({ code: 'plan-changed' }, language) }
}
