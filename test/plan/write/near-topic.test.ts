import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameTopic } from '../../../src/bank/same-topic.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { nearTopic, sameDocument } from '../../../src/plan/write/near-topic.ts'
import { law } from '../../laws/runs.ts'

type Pairs = readonly (readonly [string, string])[]
const CASES: { readonly same: Pairs; readonly different: Pairs } = JSON.parse(
  readFileSync(new URL('../../cases/same-topics.json', import.meta.url), 'utf8'),
)
const isTold = ([one, other]: readonly [string, string]) => sameTopic(one, other) || nearTopic(one, other)
const turned = ([one, other]: readonly [string, string]) => [other, one] as const

test('no labelled pair of different topics is taken for one [S43]', () => {
  expect(CASES.different.length).toBeGreaterThanOrEqual(50)
  expect([...CASES.different, ...CASES.different.map(turned)].filter(isTold)).toEqual([])
})

test('at least 80 % of the labelled pairs of one topic are found by form, in either order [S43]', () => {
  expect(CASES.same.length).toBeGreaterThanOrEqual(50)
  const missed = [...CASES.same, ...CASES.same.map(turned)].filter((pair) => !isTold(pair))
  expect(missed.length / (2 * CASES.same.length)).toBeLessThanOrEqual(0.2)
})

test.each([
  ['Use C++ for parsers', 'Use C# for parsers', false],
  ['Use C for parsers', 'Use C# for parsers', false],
  ['TLS 1.2 only', 'TLS 12 only', false],
  ['Retries < 3', 'Retries > 3', false],
  ['Freeze on 2026-03-01', 'Freeze on 2026-04-01', false],
  ['冻结至 2026年3月1日', '冻结至 2026年4月1日', false],
  ['See [it](a.md)', 'See [it](b.md)', false],
  ['Use SQLite (2026-03-01)', 'use **SQLite**', true],
  ['## Use `C#`: now.', 'Use C# now', true],
  ['Read-only mode!', 'read only mode', true],
  ['See [it](a.md)', 'see it', true],
  ['# Cart ##', 'cart', true],
])('%j and %j have the same topic: %s [S43]', (one, other, isSame) => {
  expect([sameTopic(one, other), sameTopic(other, one)]).toEqual([isSame, isSame])
})

test('the order of the two titles, and of names in them, does not matter [S43]', () => {
  const words = fc.array(
    fc.constantFrom(
      'SQLite',
      'cache',
      '缓存',
      '缓存池',
      'order',
      '订单',
      'Redis',
      'Rediss',
      'retry',
      'not',
      'for',
      '使用',
    ),
    { minLength: 1, maxLength: 6 },
  )
  law(
    fc.property(words, words, (one, other) => {
      expect(nearTopic(one.join(' '), other.join(' '))).toBe(nearTopic(other.join(' '), one.join(' ')))
    }),
    100,
  )
  law(
    fc.property(fc.shuffledSubarray(['SQLite', 'Redis', 'Postgres', 'Vitest'], { minLength: 2 }), (names) => {
      expect(nearTopic(`Use ${names.join(' and ')}`, names.toReversed().join(', '))).toBe(true)
    }),
    100,
  )
})

const BESIDE = [
  { path: knownPath('details/design/billing.md'), text: '# Billing\n' },
  { path: knownPath('details/design/order-storage.md'), text: '# Where orders are stored\n' },
  { path: knownPath('details/design/phase-1.md'), text: '# Migration, phase 1\n' },
  { path: knownPath('details/requirements/REQ-007-refunds.md'), text: '# REQ-007: Refunds within 30 days\n' },
  { path: knownPath('details/design/支付.md'), text: '# 支付回调\n' },
]
const found = (path: string, text: string) => sameDocument(knownPath(path), text, BESIDE)?.path

test.each([
  ['the same title', 'details/design/billing2.md', '# Billing', 'details/design/billing.md'],
  [
    'a name with a count, whatever its title',
    'details/design/billing-v2.md',
    '# Second thoughts',
    'details/design/billing.md',
  ],
  ['a name with a count and no title', 'details/design/billing_2.md', 'text', 'details/design/billing.md'],
  ['the title that is the other’s name', 'details/design/o.md', '# Order storage', 'details/design/order-storage.md'],
  ['another case and decoration', 'details/design/b.md', '# **billing**', 'details/design/billing.md'],
  [
    'a requirement’s number',
    'details/requirements/REQ-007-x.md',
    '# REQ-007: Else',
    'details/requirements/REQ-007-refunds.md',
  ],
  [
    'a requirement’s title under a new number',
    'details/requirements/REQ-008.md',
    '# REQ-008: Refunds within 30 days',
    'details/requirements/REQ-007-refunds.md',
  ],
  ['Chinese', 'details/design/pay.md', '# 支付回调', 'details/design/支付.md'],
  ['a copy in Chinese', 'details/design/支付副本.md', '# 别的', 'details/design/支付.md'],
])('%s is the topic of another document [S6] (000:292, 000:367)', (_, path, text, other) => {
  expect(found(path, text)).toBe(other)
})

test.each([
  ['another topic', 'details/design/search.md', '# Search'],
  ['the next of a series', 'details/design/phase-2.md', '# Rollout to customers'],
  ['the same title in another folder', 'details/learnings/billing.md', '# Billing'],
  ['the next requirement', 'details/requirements/REQ-008-export.md', '# REQ-008: Export as CSV'],
  ['the file itself', 'details/design/billing.md', '# Billing'],
])('%s is a separate topic [S6] (000:292)', (_, path, text) => expect(found(path, text)).toBeUndefined())
