/** Acceptance on the page: proposals, and plans of undo, fix and archive. Each is shown with its diff and applied by its hash. */

import type { PagePlan, WrittenAnswer } from '../bank/page-answers.ts'
import { appliedText } from '../bank/plan-lines.ts'
import { type Applied, INTENT_NAMES, type Plan } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { accept, acceptReviewed, type Reviewed } from '../consent/accept.ts'
import { hashOfPlan } from '../consent/proposal.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { proposeArchive } from '../verbs/archive-unused.ts'
import { describeProblem } from '../verbs/describe-problem.ts'
import { proposeFix } from '../verbs/fix.ts'
import { history, titleOfChange } from '../verbs/history.ts'
import { carryOutUndo, proposeUndo } from '../verbs/undo.ts'
import { maskedDiffs } from './masked-diffs.ts'

/** A plan the page can request. */
export type PageRequest =
  /** Undo one change of the journal. Forced: also overwrite what changed in its files since. */
  | { readonly kind: 'undo'; readonly id: string; readonly isForced: boolean }
  | { readonly kind: 'fix' }
  /** Archive these documents, which were offered but never opened. */
  | { readonly kind: 'archive'; readonly names: readonly string[] }

/** The plan as the page shows it. If planning fails, an empty plan with the problem. */
export function pagePlan(workspace: Workspace, request: PageRequest, language: Language): Result<PagePlan> {
  const planned = planFor(workspace, request, language)
  const title = titleOf(workspace, request, language)
  if (planned.ok) return ok(shownPlan(planned.value.plan, title, language))
  if (planned.problem.code === 'undo-unknown' || planned.problem.code === 'name-ambiguous') return planned
  const nothing: Plan = { intent: request.kind, changes: [], reasons: [], notes: [] }
  return ok({ ...shownPlan(nothing, title, language), problem: describeProblem(planned.problem, language) })
}

/** Applies the plan if it still has this hash. */
export function acceptPagePlan(
  workspace: Workspace,
  request: PageRequest,
  hash: string,
  language: Language,
): Result<WrittenAnswer> {
  const planned = planFor(workspace, request, language)
  const applied = planned.ok ? planned.value.apply(hash) : planned
  return applied.ok ? ok(written(applied.value, language)) : applied
}

interface Planned {
  readonly plan: Plan
  readonly apply: (hash: string) => Result<Applied>
}

function planFor(workspace: Workspace, request: PageRequest, language: Language): Result<Planned> {
  if (request.kind === 'undo') {
    const undo = proposeUndo(workspace, request.id, request.isForced ? 'overwrite' : undefined)
    if (!undo.ok) return undo
    return ok({ plan: undo.value.plan, apply: (hash) => carryOutUndo(undo.value, workspace, hash) })
  }
  const proposed =
    request.kind === 'archive'
      ? proposeArchive(workspace, language, request.names)
      : proposeFix(workspace, {
          language,
          onConflict: undefined,
        })
  if (!proposed.ok) return proposed
  const { plan } = proposed.value
  const apply = (hash: string) =>
    plan.changes.length === 0 ? fail({ code: 'plan-changed' } as const) : accept({ plan, hash }, workspace)
  return ok({ plan, apply })
}

function titleOf(workspace: Workspace, request: PageRequest, language: Language): string {
  const name = INTENT_NAMES[request.kind][language]
  if (request.kind !== 'undo') return name
  const known = history(workspace)
  const past = known.ok ? known.value.past.find(({ id }) => id === request.id) : undefined
  if (past === undefined) return name
  return { en: `Undo: ${titleOfChange(past, 'en')}`, zh: `撤销：${titleOfChange(past, 'zh')}` }[language]
}

function shownPlan(plan: Plan, title: string, language: Language): PagePlan {
  return {
    intent: plan.intent,
    title: maskSecrets(title),
    planHash: hashOfPlan(plan),
    files: maskedDiffs(plan.changes),
    notes: plan.notes.map((note) => maskSecrets(note[language])),
  }
}

/** All proposals as one change, or nothing. */
export function acceptProposals(
  workspace: Workspace,
  items: readonly Reviewed[],
  language: Language,
): Result<WrittenAnswer> {
  const done = acceptReviewed(items, workspace)
  return done.ok ? ok(written(done.value, language)) : done
}

/** The result in one line, because the user has just seen the diff. */
export function written({ id, changes }: Applied, language: Language): WrittenAnswer {
  const files = changes.flatMap((change) =>
    change.kind === 'make-folder' || change.kind === 'remove-folder'
      ? []
      : [change.kind === 'move' ? change.to : change.path],
  )
  return { change: id, files: [...new Set(files)], summary: appliedText(changes, language) }
}
