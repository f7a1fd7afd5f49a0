/**
 * Runs every rule on a bank (S50) and sorts the findings by path, line and rule.
 *
 * Never throws, whatever the files contain, and takes time linear in their size.
 */

import type { Finding, RuleSetting } from '../bank/finding.ts'
import { type Snapshot, textOf } from '../bank/snapshot.ts'
import { bankPath, baseName } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import type { Memo } from '../base/memo.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { maskTexts } from '../secrets/mask.ts'
import type { CheckInput, CheckRule, Report } from './rule.ts'
import { RULES } from './rules/index.ts'
import { fileSecrets } from './rules/secrets.ts'
import { isNewer, version } from './rules/version.ts'

export function check(input: CheckInput): readonly Finding[] {
  // The rules would report everything that a newer template has added.
  const rules = isNewer(input.snapshot) ? [version] : RULES
  return rules
    .flatMap((rule) => folded(rule, rule.check(input)).map((found): Finding => ({ rule: rule.id, ...found })))
    .sort(inReadingOrder)
}

/** Merges each group of reports into one finding at its first place, so that repeats do not hide other findings. */
function folded(rule: CheckRule, reports: readonly Report[]): readonly Report[] {
  if (rule.folds === undefined) return reports
  const groups = new Map<string | Report, Report[]>()
  for (const report of reports) {
    const name = rule.folds(report)
    const key = name === undefined ? report : `${report.level} ${name}`
    groups.set(key, [...(groups.get(key) ?? []), report])
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (first === undefined || group.length < (rule.foldsFrom ?? 2)) return group
    const fix = first.fix ?? others.find((other) => other.fix !== undefined)?.fix
    return [{ ...first, message: withOthers(first, others), ...(fix === undefined ? {} : { fix }) }]
  })
}

function withOthers({ path, message }: Report, others: readonly Report[]): Words {
  const isSameFile = others.every((other) => other.path === path)
  const places = others.slice(0, MOST_PLACES).map((other) => {
    const line = other.line ?? 1
    return isSameFile ? line : line === 1 ? baseName(other.path) : `${baseName(other.path)}:${line}`
  })
  const more = others.length > MOST_PLACES ? ' …' : ''
  const [en, zh] = [places.join(', ') + more, places.join('、') + more]
  const count = others.length
  const said = { en: message.en.replace(/(?<![.…])$/, '.'), zh: message.zh.replace(/(?<![。…])$/, '。') }
  return isSameFile
    ? {
        en: `${said.en} ${count} more in ${count === 1 ? 'line' : 'lines'} ${en}.`,
        zh: `${said.zh}另有 ${count} 处：第 ${zh} 行。`,
      }
    : { en: `${said.en} ${count} more: ${en}.`, zh: `${said.zh}另有 ${count} 处：${zh}。` }
}

const MOST_PLACES = 8

function inReadingOrder(a: Finding, b: Finding): number {
  return compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.rule, b.rule)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The findings at the levels that the project has set, without those of rules that are off. */
export function withLevels(
  findings: readonly Finding[],
  settings: ReadonlyMap<string, RuleSetting>,
): readonly Finding[] {
  if (settings.size === 0) return findings
  return findings.flatMap((finding) => adjusted(finding, settings.get(finding.rule)))
}

function adjusted(finding: Finding, setting: RuleSetting | undefined): readonly Finding[] {
  switch (setting) {
    case undefined:
      return [finding]
    case 'off':
      return []
    case 'warn':
      return [{ ...finding, level: 'warning' }]
    case 'error':
      return [{ ...finding, level: 'error' }]
  }
}

/** The findings with secrets masked in what they quote from the bank (S35). */
export function quoteNoSecrets(findings: readonly Finding[], snapshot: Snapshot, memo: Memo): readonly Finding[] {
  const files = [...new Set(findings.map(({ path }) => path))].flatMap((path) => {
    const known = bankPath(path)
    const text = known === undefined ? undefined : textOf(snapshot, known)
    return text === undefined || fileSecrets(text, memo).clean ? [] : [text]
  })
  if (files.length === 0) return findings
  const said = findings.flatMap(({ message, next }) => [message.en, message.zh, next.en, next.zh])
  const known = new Set(files)
  const masked = maskTexts([...said, ...files], (text) =>
    known.has(text) ? fileSecrets(text, memo).all : findSecrets(text),
  )
  const words = (at: number): Words => ({ en: masked[at]?.text ?? '', zh: masked[at + 1]?.text ?? '' })
  return findings.map((finding, index) => ({ ...finding, message: words(index * 4), next: words(index * 4 + 2) }))
}
