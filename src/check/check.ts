/**
 * What is wrong with a bank (S50)? Runs every rule; the findings are sorted by path, line and rule.
 *
 * It never throws, whatever the files say, and takes time linear in their size.
 */

import { type Snapshot, textOf } from '../bank/snapshot.ts'
import { bankPath } from '../base/bank-path.ts'
import type { Finding, RuleSetting } from '../bank/finding.ts'
import type { Words } from '../base/language.ts'
import type { Memo } from '../base/memo.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { maskTexts } from '../secrets/mask.ts'
import type { CheckInput } from './rule.ts'
import { RULES } from './rules/index.ts'
import { fileSecrets } from './rules/secrets.ts'
import { isNewer, version } from './rules/version.ts'

export function check(input: CheckInput): readonly Finding[] {
  // Our rules would report everything that a newer template has added, so only the version is checked.
  const rules = isNewer(input.snapshot) ? [version] : RULES
  return rules.flatMap((rule) => rule.check(input)).sort(inReadingOrder)
}

function inReadingOrder(a: Finding, b: Finding): number {
  return compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.rule, b.rule)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The findings at the levels that a project has set; those of rules it has switched off are left out. */
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

/** The findings with the secrets masked that their messages quote from the bank (S35). */
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
