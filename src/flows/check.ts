/** check: what is wrong with the bank, as findings, and the plan that fixes what is safe to fix. */

import { check as runRules } from '../check/check.ts'
import { withLevels } from '../check/levels.ts'
import { planFixes } from '../check/plan-fixes.ts'
import { quoteNoSecrets } from '../check/quote-no-secrets.ts'
import { RULES } from '../check/rules/index.ts'
import type { BankState } from '../core/bank-state.ts'
import type { ConflictChoice, Plan, Recovery } from '../core/change.ts'
import type { Draft } from '../core/draft.ts'
import type { Finding } from '../core/finding.ts'
import type { Language, Words } from '../core/language.ts'
import { BANK_FOLDER, CONFIG_FILE, folderPath, INDEXED_FOLDERS } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { planPart, withConflicts } from '../refresh/plan.ts'
import type { PlanInput } from '../refresh/plan-input.ts'
import { index } from '../refresh/plan-refresh.ts'
import { changedLines } from '../workspace/changed-lines.ts'
import { existsInProject } from '../workspace/find-project.ts'
import { authors, prefixOf } from '../workspace/git.ts'
import { listRepository } from '../workspace/list-repository.ts'
import { readRulePage } from '../workspace/read-rule-page.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { bankLanguage, type OpenBank, openBank } from './open-bank.ts'
import { dayOf, planInput } from './refresh.ts'

export interface CheckReport {
  readonly state: BankState
  readonly language: Language
  readonly findings: readonly Finding[]
  readonly recovered: readonly Recovery[]
}

export interface CheckWishes {
  readonly language: Language | undefined
  /** Only what changed since this commit. */
  readonly since?: string
}

export interface FixProposal extends CheckReport {
  readonly plan: Plan
}

export function check(workspace: Workspace, wishes: CheckWishes): Result<CheckReport> {
  const gathered = gather(workspace, wishes)
  return gathered.ok ? ok(gathered.value.report) : gathered
}

/** The findings, and the plan that fixes those that can be; an empty one where none can, or the bank needs a refresh first. */
export function proposeFix(
  workspace: Workspace,
  wishes: CheckWishes & { readonly onConflict: ConflictChoice | undefined },
): Result<FixProposal> {
  const gathered = gather(workspace, wishes)
  if (!gathered.ok) return gathered
  const { bank, report } = gathered.value
  const fixable = report.findings.filter((finding) => finding.fix !== undefined)
  if (bank.state.kind !== 'current' || fixable.length === 0) return ok({ ...report, plan: NOTHING })
  const { input } = planInput(workspace, bank, { language: wishes.language, onConflict: wishes.onConflict })
  const planned = withConflicts('fix', input, (draft, given) => {
    planFixes(draft, fixable, given.templates.language)
    const edited = editedFiles(draft, given)
    if (fixable.some(({ fix }) => fix?.kind === 'index') || edited.some(isIndexed))
      index(draft, { ...given, dates: datesAfter(edited, given, workspace.now()) })
  })
  return planned.ok ? ok({ ...report, plan: planned.value }) : planned
}

/** Each rule there is, for those who show or switch them: its name and what it asks. */
export function rules(): readonly { readonly id: string; readonly about: Words }[] {
  return RULES
}

/** Its page, for people; undefined where there is no such rule. */
export function rulePage(id: string): string | undefined {
  return rules().some((rule) => rule.id === id) ? readRulePage(id) : undefined
}

/** Where the bank stands in its repository, for those who show findings beside its files; with a slash at its end. */
export function bankPrefix({ project, place }: Workspace): string {
  const inGit = project.gitFolder === undefined ? '' : prefixOf(place.bank)
  return inGit === '' ? `${BANK_FOLDER}/` : inGit
}

const NOTHING: Plan = { intent: 'fix', changes: [], reasons: [], notes: [] }

function gather(
  workspace: Workspace,
  wishes: CheckWishes,
): Result<{ readonly bank: OpenBank; readonly report: CheckReport }> {
  const { config, project, place } = workspace
  const unknown = [...config.checks.keys()].find((id) => !rules().some((rule) => rule.id === id))
  if (unknown !== undefined) return fail({ code: 'config-invalid', path: CONFIG_FILE, detail: noSuchRule(unknown) })
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state, recovered } = opened.value
  const changed = wishes.since === undefined ? undefined : changedLines(place.bank, wishes.since)
  if (changed !== undefined && !changed.ok) return changed
  const all = runRules({
    snapshot,
    exists: (path) => existsInProject(project, path),
    projectFiles: once(() => listRepository(project.root)),
    indexesOutOfStep: indexesOutOfStep(workspace, opened.value, wishes.language),
    ownDomains: config.guard.ownDomains,
    ownPeople: once(() => (project.gitFolder === undefined ? [] : authors(project.root))),
    personalData: config.guard.personalData,
  })
  const findings = withLevels(all, config.checks).filter(({ path, line, endLine }) => {
    if (changed === undefined) return true
    return line === undefined ? changed.value.hasFile(path) : changed.value.hasLines(path, line, endLine ?? line)
  })
  const language = bankLanguage(wishes.language, workspace, snapshot) ?? workspace.locale
  const told = quoteNoSecrets(findings, snapshot)
  return ok({ bank: opened.value, report: { state, language, findings: told, recovered } })
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

type Path = ReturnType<Draft['paths']>[number]

function editedFiles(draft: Draft, { snapshot }: PlanInput): readonly Path[] {
  return draft.paths().filter((path) => draft.read(path) !== snapshot.files.get(path)?.text)
}

function isIndexed(path: Path): boolean {
  return INDEXED_FOLDERS.some((folder) => path.startsWith(`${folderPath(folder)}/`))
}

/** What is edited now has today's date, and is no longer the clean file that git last committed. */
function datesAfter(edited: readonly Path[], { dates }: PlanInput, now: Date): PlanInput['dates'] {
  const today = dayOf(now.getTime())
  return new Map([...dates, ...edited.map((path) => [path, { updated: today, author: undefined }] as const)])
}

function noSuchRule(id: string): Words {
  const known = rules().map((rule) => rule.id)
  return {
    en: `"checks" names a rule that does not exist: ${JSON.stringify(id)}. The rules are ${known.join(', ')}.`,
    zh: `"checks" 中的规则 ${JSON.stringify(id)} 不存在。现有规则：${known.join('、')}。`,
  }
}

function once<T>(ask: () => T): () => T {
  let answer: { readonly value: T } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}
