import { expect, test } from 'vitest'
import { withLevels } from '../../src/check/levels.ts'
import type { Finding, RuleSetting } from '../../src/core/finding.ts'
import { brief } from './bank.ts'

const words = { en: 'x', zh: 'x' }
const found: readonly Finding[] = [
  { rule: 'a', level: 'error', path: 'A.md', line: 1, message: words, next: words },
  { rule: 'b', level: 'warning', path: 'B.md', line: 2, message: words, next: words },
]

test.each<[readonly (readonly [string, RuleSetting])[], readonly string[]]>([
  [[], ['error A.md:1', 'warning B.md:2']],
  [[['a', 'off']], ['warning B.md:2']],
  [
    [
      ['a', 'warn'],
      ['b', 'error'],
    ],
    ['warning A.md:1', 'error B.md:2'],
  ],
])('%j leaves %j [S50]', (settings, left) => {
  expect(brief(withLevels(found, new Map(settings)))).toEqual(left)
})
