import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameTopic } from '../../../src/bank/already-said.ts'
import { nearTopic } from '../../../src/plan/write/near-topic.ts'
import { law } from '../../laws/runs.ts'

type Pairs = readonly (readonly [string, string])[]
const CASES: { readonly same: Pairs; readonly different: Pairs } = JSON.parse(
  readFileSync(new URL('../../cases/same-topics.json', import.meta.url), 'utf8'),
)
const isTold = ([one, other]: readonly [string, string]) => sameTopic(one, other) || nearTopic(one, other)
const turned = ([one, other]: readonly [string, string]) => [other, one] as const

test('no two topics of the labelled pairs are taken for one [S43]', () => {
  expect(CASES.different.length).toBeGreaterThanOrEqual(50)
  expect([...CASES.different, ...CASES.different.map(turned)].filter(isTold)).toEqual([])
})

test('of the labelled pairs that are one topic at least 95 of 100 are told, either way round [S43]', () => {
  expect(CASES.same.length).toBeGreaterThanOrEqual(50)
  const missed = [...CASES.same, ...CASES.same.map(turned)].filter((pair) => !isTold(pair))
  expect(missed.length / (2 * CASES.same.length)).toBeLessThanOrEqual(0.05)
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
])('%j and %j are one topic: %s [S43]', (one, other, isSame) => {
  expect([sameTopic(one, other), sameTopic(other, one)]).toEqual([isSame, isSame])
})

test('near is the same in either direction, and the order of names is none [S43]', () => {
  const words = fc.array(
    fc.constantFrom('SQLite', 'cache', '缓存', 'orders', '订单', 'Redis', 'tests', 'retry', 'not', 'for', '使用', 'v2'),
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
