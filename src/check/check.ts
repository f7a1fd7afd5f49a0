/**
 * What is wrong with a bank (S50)? Runs every rule; the findings are sorted by path, line and rule.
 *
 * It never throws, whatever the files say, and takes time linear in their size.
 */

import type { Finding } from '../core/finding.ts'
import { isNewer } from './bank-version.ts'
import type { CheckInput } from './rule.ts'
import { RULES } from './rules/index.ts'
import { version } from './rules/version.ts'

export function check(input: CheckInput): readonly Finding[] {
  // By our rules a newer bank would look wrong in all it has gained; only its version is our concern.
  const rules = isNewer(input.snapshot) ? [version] : RULES
  return rules.flatMap((rule) => rule.check(input)).sort(inReadingOrder)
}

function inReadingOrder(a: Finding, b: Finding): number {
  return compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.rule, b.rule)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
