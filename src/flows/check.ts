/** check: what is wrong with the bank, as findings. Changes nothing. */

import { check as runRules } from '../check/check.ts'
import type { Finding } from '../check/rule.ts'
import type { BankState } from '../core/bank-state.ts'
import type { Recovery } from '../core/change.ts'
import type { Language } from '../core/language.ts'
import { ok, type Result } from '../core/result.ts'
import { planPart } from '../refresh/plan.ts'
import { existsInProject } from '../workspace/find-project.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { bankLanguage, openBank } from './open-bank.ts'
import { planInput } from './refresh.ts'

export interface CheckReport {
  readonly state: BankState
  readonly language: Language
  readonly findings: readonly Finding[]
  readonly recovered: readonly Recovery[]
}

export function check(workspace: Workspace, asked: Language | undefined): Result<CheckReport> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state, recovered } = opened.value
  const findings = runRules({
    snapshot,
    exists: (path) => existsInProject(workspace.project, path),
    indexesOutOfStep: indexesOutOfStep(workspace, opened.value, asked),
  })
  return ok({ state, language: bankLanguage(asked, workspace, snapshot) ?? workspace.locale, findings, recovered })
}

/** As it is published (schemas/check.schema.json). */
export function checkReport({ state, language, findings, recovered }: CheckReport): Readonly<Record<string, unknown>> {
  const errors = findings.filter((finding) => finding.level === 'error').length
  return {
    kind: 'check',
    version: 1,
    state: state.kind,
    language,
    errors,
    warnings: findings.length - errors,
    findings: findings.map(({ rule, level, path, line, message, next }) => ({
      rule,
      level,
      path,
      ...(line === undefined ? {} : { line }),
      message: message[language],
      next: next[language],
    })),
    recovered,
  }
}

/** The index files that `memory-bank index` would change. */
function indexesOutOfStep(
  workspace: Workspace,
  bank: Parameters<typeof planInput>[1],
  asked: Language | undefined,
): Parameters<typeof runRules>[0]['indexesOutOfStep'] {
  if (bank.state.kind !== 'current') return []
  const { input } = planInput(workspace, bank, { language: asked, onConflict: 'overwrite' })
  const planned = planPart('index', bank.state, input)
  if (!planned.ok) return []
  return planned.value.changes.map((change) => ({ path: change.path, missing: change.kind === 'create' }))
}
