/** check: findings about the bank and about drift. */

import type { BankState } from '../bank/bank-state.ts'
import { Draft } from '../bank/draft.ts'
import type { Finding } from '../bank/finding.ts'
import type { MergedBank } from '../bank/holding.ts'
import { pathsNamed } from '../bank/index-table.ts'
import { Page, pageOf } from '../bank/page.ts'
import { readable, type Snapshot } from '../bank/snapshot.ts'
import type { Recovery } from '../base/change.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER, CONFIG_FILE, folderPath, INDEXED_FOLDERS, isIndexPath } from '../base/layout.ts'
import type { Memo } from '../base/memo.ts'
import { once } from '../base/once.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { quoteNoSecrets, check as runRules, withLevels } from '../check/check.ts'
import { RULES } from '../check/rules/index.ts'
import { textsWithSecrets } from '../check/rules/secrets.ts'
import { bankAt, changedLines, mergeParents } from '../disk/git/changed-lines.ts'
import { authors, prefixOf } from '../disk/git/git.ts'
import { type GitStatus, gitStatus } from '../disk/git/status.ts'
import { existsInProject } from '../disk/project/find-project.ts'
import { listRepository } from '../disk/project/list-repository.ts'
import { readRulePage } from '../disk/project/package-files.ts'
import { CachedMemo } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'
import { planIndexes } from '../plan/plan-index.ts'
import { holdingsOf, unreadWords } from '../plan/write/holdings.ts'
import { rememberCheck } from './doubts.ts'
import { cachedDrift } from './drift.ts'
import { fileDates } from './file-dates.ts'
import { bankLanguage, languageOfBank, type OpenBank, openBank } from './open-bank.ts'
import { remarksOn } from './remarks.ts'
import { restatedEntries } from './worth.ts'

export interface CheckReport {
  readonly state: BankState
  readonly language: Language
  readonly findings: readonly Finding[]
  readonly recovered: readonly Recovery[]
  /** State of the bank in git, and memory of other tools. */
  readonly remarks: readonly Words[]
  /** Git did not answer in time, so the report is incomplete. */
  readonly isLate: boolean
  /** The merge named by --merge. */
  readonly merged?: MergedBank
}

export interface CheckWishes {
  readonly language: Language | undefined
  /** Check only lines changed since this commit. */
  readonly since?: string
  /** Check only that a merge with this commit lost no entry. */
  readonly merge?: string
}

export function check(workspace: Workspace, wishes: CheckWishes): Result<CheckReport> {
  const checked = checkBank(workspace, wishes)
  if (!checked.ok) return checked
  const { bank, report } = checked.value
  if (wishes.since === undefined && wishes.merge === undefined && bank.snapshot.files.size > 0)
    rememberCheck(workspace, bank.snapshot, report.findings.filter(({ level }) => level !== 'note').length)
  return ok(report)
}

/** Id and description of every rule. */
export function rules(): readonly { readonly id: string; readonly about: Words }[] {
  return RULES
}

/** The documentation page of a rule. Undefined if the rule is unknown. */
export function rulePage(id: string): string | undefined {
  return rules().some((rule) => rule.id === id) ? readRulePage(id) : undefined
}

/** The bank's path in its repository, ending with a slash. */
export function bankPrefix({ project, place }: Workspace): string {
  const inGit = project.gitFolder === undefined ? '' : prefixOf(place.bank)
  return inGit === '' ? `${BANK_FOLDER}/` : inGit
}

export interface CheckedBank {
  readonly bank: OpenBank
  readonly report: CheckReport
  /** True if the line is in the scope of the check. */
  readonly isAsked: (path: string, line: number) => boolean
}

/** Reads the bank and runs the rules. */
export function checkBank(workspace: Workspace, wishes: CheckWishes): Result<CheckedBank> {
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
    // Skip drift if it would not be reported.
    drift: () =>
      isDriftAsked
        ? cachedDrift(workspace, snapshot, (path) => changed?.value.hasFile(path) ?? true, {
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

/** The rules of --merge. */
const OF_A_MERGE: ReadonlySet<string> = new Set(['lost-entries', 'conflict-markers'])

/** The report by schemas/check.schema.json. Counts cover all findings, not only those shown. */
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
 * The index files that `memory-bank index` would change. The result for a folder is memoised by its files, their dates,
 * and the other files that its index names.
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

/** Both sides of a merge and its result (S55). Entries removed after the merge are not lost, so include the merge commit. */
function readMergedBank(bank: string, ref: string, snapshot: Snapshot, prefix: string): Result<MergedBank> {
  const parents = mergeParents(bank, ref)
  if (!parents.ok) return parents
  const { ours, theirs, bases, merge } = parents.value
  const read = [ours.commit, theirs.commit, ...bases, ...(merge === undefined ? [] : [merge])]
  const banks = new Map<string, readonly Page[]>()
  for (const commit of read) {
    const texts = bankAt(bank, commit)
    if (!texts.ok) return texts
    banks.set(
      commit,
      [...texts.value].map(([path, text]) => new Page(path, text)),
    )
  }
  const at = (commit: string) => holdingsOf(banks.get(commit) ?? [])
  const now = [...snapshot.files.values()]
  const made = banks.get(merge ?? '') ?? []
  return ok({
    ours: { name: ours.name, holdings: at(ours.commit) },
    theirs: { name: theirs.name, holdings: at(theirs.commit) },
    base: bases.flatMap(at),
    result: [...holdingsOf(now), ...holdingsOf(made)],
    resultWords: `${unreadWords(now)}\n${unreadWords(made)}`,
    prefix,
  })
}
