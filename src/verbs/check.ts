/** check: what is wrong with the bank, as findings, and the plan that fixes what is safe to fix. */

import { Draft } from '../bank/draft.ts'
import { pathsNamed } from '../bank/index-table.ts'
import { pageOf } from '../bank/page.ts'
import { readable } from '../bank/snapshot.ts'
import { quoteNoSecrets, check as runRules, withLevels } from '../check/check.ts'
import { RULES } from '../check/rules/index.ts'
import { textsWithSecrets } from '../check/rules/secrets.ts'
import type { BankState } from '../bank/bank-state.ts'
import type { Recovery } from '../base/change.ts'
import type { Finding } from '../bank/finding.ts'
import type { MergedBank } from '../bank/holding.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER, CONFIG_FILE, folderPath, INDEXED_FOLDERS, isIndexPath } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { once } from '../base/once.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { planIndexes } from '../plan/plan-index.ts'
import { changedLines } from '../disk/git/changed-lines.ts'
import { authors, prefixOf } from '../disk/git/git.ts'
import { type GitStatus, gitStatus } from '../disk/git/status.ts'
import { existsInProject } from '../disk/project/find-project.ts'
import { listRepository } from '../disk/project/list-repository.ts'
import { readRulePage } from '../disk/project/package-files.ts'
import { CachedMemo } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'
import { keptDriftOf } from './drift.ts'
import { fileDates } from './file-dates.ts'
import { rememberCheck } from './last-check.ts'
import { readMergedBank } from './merged-bank.ts'
import { bankLanguage, languageOfBank, type OpenBank, openBank } from './open-bank.ts'
import { remarksOn } from './remarks.ts'
import { restatedEntries } from './worth.ts'

export interface CheckReport {
  readonly state: BankState
  readonly language: Language
  readonly findings: readonly Finding[]
  readonly recovered: readonly Recovery[]
  /** How the bank stands in git, and what is beside it. */
  readonly remarks: readonly Words[]
  /** Git did not answer in time: what it knows is left out. */
  readonly isLate: boolean
  /** The merge that was asked about. */
  readonly merged?: MergedBank
}

export interface CheckWishes {
  readonly language: Language | undefined
  /** Only what changed since this commit. */
  readonly since?: string
  /** Only what became of both sides of a merge with this commit. */
  readonly merge?: string
}

export function check(workspace: Workspace, wishes: CheckWishes): Result<CheckReport> {
  const gathered = gather(workspace, wishes)
  if (!gathered.ok) return gathered
  const { bank, report } = gathered.value
  if (wishes.since === undefined && wishes.merge === undefined && bank.snapshot.files.size > 0)
    rememberCheck(workspace, bank.snapshot, report.findings.filter(({ level }) => level !== 'note').length)
  return ok(report)
}

/** The name of every rule and what it asks, for help texts, reports and the configuration. */
export function rules(): readonly { readonly id: string; readonly about: Words }[] {
  return RULES
}

/** The documentation page of a rule; undefined where there is no such rule. */
export function rulePage(id: string): string | undefined {
  return rules().some((rule) => rule.id === id) ? readRulePage(id) : undefined
}

/** The bank's path in its repository, with a slash at its end, for reports that name files. */
export function bankPrefix({ project, place }: Workspace): string {
  const inGit = project.gitFolder === undefined ? '' : prefixOf(place.bank)
  return inGit === '' ? `${BANK_FOLDER}/` : inGit
}

export interface Gathered {
  readonly bank: OpenBank
  readonly report: CheckReport
  /** Whether a line is among what is asked about. */
  readonly isAsked: (path: string, line: number) => boolean
}

/** The bank as it was read, and what is wrong with it. */
export function gather(workspace: Workspace, wishes: CheckWishes): Result<Gathered> {
  const { config, project, place } = workspace
  const unknown = [...config.checks.keys()].find((id) => !rules().some((rule) => rule.id === id))
  if (unknown !== undefined) return fail({ code: 'config-invalid', path: CONFIG_FILE, detail: noSuchRule(unknown) })
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state, recovered } = opened.value
  const changed = wishes.since === undefined ? undefined : changedLines(place.bank, wishes.since)
  if (changed !== undefined && !changed.ok) return changed
  const merged =
    wishes.merge === undefined ? undefined : readMergedBank(place.bank, wishes.merge, snapshot, bankPrefix(workspace))
  if (merged !== undefined && !merged.ok) return merged
  const leftOut = new Set(opened.value.git.leftOut.map((path) => `${BANK_FOLDER}/${path}`))
  const isLeftOut = (path: string) => leftOut.has(path)
  const memo = new CachedMemo(place.state, 'check.memo')
  const isDriftAsked = merged === undefined && snapshot.exists && config.checks.get('drift') !== 'off'
  let isLate = opened.value.git.isLate
  const status = once(() =>
    project.gitFolder === undefined
      ? undefined
      : gitStatus(project.root, workspace.now, () => {
          isLate = true
        }),
  )
  const all = runRules({
    snapshot,
    memo,
    exists: (path) => existsInProject(project, path) || isLeftOut(path),
    projectFiles: once(() => listRepository(project)),
    indexesOutOfStep: indexesOutOfStep(
      workspace,
      opened.value,
      wishes.language,
      isDriftAsked ? status : undefined,
      memo,
    ),
    ownDomains: config.guard.ownDomains,
    isTeams: config.team === true,
    ownPeople: once(() => (project.gitFolder === undefined ? [] : authors(project.root))),
    personalData: config.guard.personalData,
    // Drift is not computed where it would not be reported.
    drift: () =>
      isDriftAsked
        ? keptDriftOf(workspace, snapshot, (path) => changed?.value.hasFile(path) ?? true, {
            status: status(),
            memo,
          })
        : [],
    ...(merged === undefined ? {} : { merged: merged.value }),
    findRestated: () =>
      merged !== undefined || config.checks.get('restated-entries') === 'off'
        ? []
        : restatedEntries(workspace, snapshot.files.values()),
  })
  const findings = withLevels(all, config.checks).filter(({ rule, path, line, endLine }) => {
    if (merged !== undefined) return OF_A_MERGE.has(rule)
    if (changed === undefined) return true
    return line === undefined ? changed.value.hasFile(path) : changed.value.hasLines(path, line, endLine ?? line)
  })
  const language = bankLanguage(wishes.language, workspace, readable(snapshot)) ?? workspace.locale
  const told = quoteNoSecrets(findings, snapshot, memo)
  memo.keep(textsWithSecrets(snapshot, memo))
  const { git, ...others } = opened.value
  const remarks = remarksOn(workspace, { ...others, git: { ...git, isLate } })
  const isAsked = (path: string, line: number) => changed?.value.hasLines(path, line, line) ?? true
  return ok({
    bank: opened.value,
    report: {
      state,
      language,
      findings: told,
      recovered,
      remarks,
      isLate,
      ...(merged === undefined ? {} : { merged: merged.value }),
    },
    isAsked,
  })
}

/** The rules that say what became of a merge. */
const OF_A_MERGE: ReadonlySet<string> = new Set(['lost-entries', 'conflict-markers'])

/** The report as schemas/check.schema.json describes it. The counts are of all findings, however many are shown. */
export function checkReport(
  { state, language, findings, recovered }: CheckReport,
  shown: readonly Finding[] = findings,
): Readonly<Record<string, unknown>> {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  return {
    kind: 'check',
    version: 1,
    state: state.kind,
    language,
    errors: count('error'),
    warnings: count('warning'),
    notes: count('note'),
    findings: shown.map(({ rule, level, path, line, endLine, message, next, fix }) => ({
      rule,
      level,
      path,
      ...(line === undefined ? {} : { line }),
      ...(endLine === undefined ? {} : { endLine }),
      message: message[language],
      next: next[language],
      fixable: fix !== undefined,
    })),
    recovered,
  }
}

/**
 * The index files that `memory-bank index` would change. Each folder's depends on its own files and their
 * dates, and on which of the others that its index names are there.
 */
function indexesOutOfStep(
  workspace: Workspace,
  { snapshot, state }: OpenBank,
  asked: Language | undefined,
  status: (() => GitStatus | undefined) | undefined,
  memo: Memo,
): Parameters<typeof runRules>[0]['indexesOutOfStep'] {
  if (state.kind !== 'current') return []
  const dates = fileDates(workspace, snapshot, status, memo)
  const language = languageOfBank(readable(snapshot)) ?? asked ?? workspace.config.lang ?? workspace.locale
  const today = workspace.now().toISOString().slice(0, 10)
  const around = [today, language, ...snapshot.folders, ...snapshot.others]
  return INDEXED_FOLDERS.flatMap((folder) => {
    const own = [...snapshot.files.values()].filter(({ path }) => path.startsWith(`${folderPath(folder)}/`))
    const others = own.flatMap(({ path, text }) => {
      if (!isIndexPath(path)) return []
      return memo
        .of(`named ${folder}`, text, () => pathsNamed(pageOf(text), folder))
        .filter((one) => snapshot.files.has(one))
    })
    const known = own.map(({ path, text }) => {
      const date = dates.get(path)
      return [path, date?.updated, date?.touched, date?.isAsIndexed, date?.author, memo.markOf(text)].join('\0')
    })
    return memo.of(`index ${folder}`, [...around, ...others, ...known].join('\0\0'), () => {
      const draft = new Draft(snapshot)
      planIndexes(draft, { language, dates, today }, [folder])
      return draft.plan('index').changes.map(({ kind, path }) => ({ path, missing: kind === 'create' }))
    })
  })
}

function noSuchRule(id: string): Words {
  const known = rules().map((rule) => rule.id)
  return {
    en: `"checks" names a rule that does not exist: ${JSON.stringify(id)}. The rules are ${known.join(', ')}.`,
    zh: `"checks" 中的规则 ${JSON.stringify(id)} 不存在。现有规则：${known.join('、')}。`,
  }
}
