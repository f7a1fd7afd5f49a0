/** What a project made of the rules: findings of those switched off go, the others get the level that was set. */

import type { Finding, RuleSetting } from '../core/finding.ts'

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
