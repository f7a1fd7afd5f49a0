import { expect, test } from 'vitest'
import type { Drift } from '../../../src/bank/drift.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { drift } from '../../../src/check/rules/drift.ts'
import { bank } from '../bank.ts'

const BASE = {
  path: knownPath('details/tech.md'),
  line: 3,
  about: 'path',
  claim: 'src/a.ts',
  evidence: { en: 'renamed in abc1234 (2026-01-02)', zh: '在 abc1234（2026-01-02）中重命名' },
} as const

test.each([
  [
    'moved',
    'src/b.ts',
    '`src/a.ts` has moved to `src/b.ts`: renamed in abc1234 (2026-01-02)',
    '`src/a.ts` 已移动到 `src/b.ts`：在 abc1234（2026-01-02）中重命名',
  ],
  [
    'changed',
    undefined,
    '`src/a.ts` has changed: renamed in abc1234 (2026-01-02)',
    '`src/a.ts` 已变化：在 abc1234（2026-01-02）中重命名',
  ],
  [
    'gone',
    undefined,
    '`src/a.ts` is gone: renamed in abc1234 (2026-01-02)',
    '`src/a.ts` 已不存在：在 abc1234（2026-01-02）中重命名',
  ],
] as const)(
  'a fact that is %s is a warning on its line that says so in both languages [S51]',
  (verdict, now, en, zh) => {
    const one: Drift = { ...BASE, verdict, now }
    const [finding, ...rest] = drift.check(bank({ drift: [one] }))
    expect(rest).toEqual([])
    expect(finding).toMatchObject({
      level: 'warning',
      path: 'details/tech.md',
      line: 3,
      message: { en, zh },
    })
    expect(finding?.next.en).toMatch(/\.$/)
  },
)

test('a bank without drift has no finding [S51]', () => expect(drift.check(bank({}))).toEqual([]))

test.each([
  ['moved', 'src/a.ts#L3@0a1b2c3d', true, 'has moved to'],
  ['changed', 'src/a.ts#L1@0a1b2c3d', true, 'still needs its hash'],
  ['changed', undefined, false, 'has changed'],
] as const)('an anchor that is %s (%s) can be fixed: %s [S51]', (verdict, now, isFixable, words) => {
  const one: Drift = { ...BASE, about: 'anchor', claim: 'src/a.ts#L1@?', verdict, now }
  const [finding] = drift.check(bank({ drift: [one] }))
  expect(finding?.message.en).toContain(words)
  expect([finding?.fix !== undefined, finding?.next.en.includes('check --fix')]).toEqual([isFixable, isFixable])
})
