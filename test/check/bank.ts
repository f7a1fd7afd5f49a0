/** Banks as values, for the tests of check. */

import { Page } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { directoryOf, knownPath } from '../../src/base/bank-path.ts'
import { NO_MEMO } from '../../src/base/memo.ts'
import type { CheckInput, CheckRule, Report } from '../../src/check/rule.ts'

export interface BankParts {
  readonly files?: Readonly<Record<string, string>>
  readonly others?: readonly string[]
  readonly folders?: readonly string[]
  readonly unreadable?: Snapshot['unreadable']
  /** Paths of the project outside the bank. */
  readonly project?: readonly string[]
  readonly indexesOutOfStep?: CheckInput['indexesOutOfStep']
  readonly ownDomains?: readonly string[]
  readonly ownPeople?: readonly string[]
  readonly personalData?: CheckInput['personalData']
  readonly drift?: ReturnType<CheckInput['drift']>
  readonly isTeams?: boolean
  readonly restated?: ReturnType<CheckInput['findRestated']>
}

export const MEMORY_TEXT = `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
# Project Memory
<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`

/** A bank with a healthy MEMORY.md, unless `files` has another one. */
export function bank(parts: BankParts): CheckInput {
  return bareBank({ ...parts, files: { 'MEMORY.md': MEMORY_TEXT, ...parts.files } })
}

export function bareBank(parts: BankParts): CheckInput {
  const files = Object.entries(parts.files ?? {}).map(([raw, text]) => {
    const path = knownPath(raw)
    return [path, new Page(path, text)] as const
  })
  const others = (parts.others ?? []).map(knownPath)
  const folders = new Set((parts.folders ?? []).map(knownPath))
  for (const path of [...files.map(([path]) => path), ...others]) {
    for (let at = directoryOf(path); at !== ''; at = directoryOf(at)) folders.add(knownPath(at))
  }
  const project = new Set(parts.project ?? [])
  return {
    snapshot: {
      exists: true,
      files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
      others,
      folders,
      unreadable: parts.unreadable ?? [],
    },
    memo: NO_MEMO,
    exists: (path) => project.has(path),
    projectFiles: () => [...project],
    ownDomains: parts.ownDomains ?? [],
    isTeams: parts.isTeams ?? false,
    ownPeople: () => parts.ownPeople ?? [],
    personalData: parts.personalData ?? 'warn',
    indexesOutOfStep: parts.indexesOutOfStep ?? [],
    drift: () => parts.drift ?? [],
    findRestated: () => parts.restated ?? [],
  }
}

/** Findings in short: `error MEMORY.md:3`. */
export function brief(findings: readonly Report[]): readonly string[] {
  return findings.map(({ level, path, line }) => `${level} ${path}${line === undefined ? '' : `:${line}`}`)
}

export function run(rule: CheckRule, parts: BankParts): readonly string[] {
  return brief(rule.check(bank(parts)))
}
