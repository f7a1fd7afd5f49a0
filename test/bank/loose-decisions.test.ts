/**
 * Texts with and without decisions in a loose form. They were written before the code, and half of them were kept
 * unseen.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { looseDecisionsIn } from '../../src/bank/loose-decisions.ts'
import { pageOf } from '../../src/bank/page.ts'
import { entryIsComplete } from '../../src/guard/write-rules/entry-is-complete.ts'
import { expectInProportion } from '../growth.ts'
import { ask, bank } from '../guard/situation.ts'

interface Case {
  readonly text: string
  readonly decides: boolean
}

const CASES: readonly Case[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../cases/written-decisions.json'), 'utf8'),
)
const PATTERNS = 'details/patterns.md'
const TEMPLATES = ['zh', 'en'].map((language) =>
  readFileSync(join(import.meta.dirname, `../../templates/${language}/details/patterns.md`), 'utf8'),
)

const isRefused = (before: string, text: string) =>
  ask(entryIsComplete, bank(PATTERNS, before, `${before}\n${text}\n`)) !== undefined

describe.each(TEMPLATES)('002:112-116: text added to the patterns of a bank', (before) => {
  test('a decision in any form is refused without its parts [S7]', () => {
    expect(CASES.filter(({ text, decides }) => decides && !isRefused(before, text))).toEqual([])
  })

  test('other text, and decisions with their parts, pass [S7]', () => {
    expect(CASES.filter(({ text, decides }) => !decides && isRefused(before, text))).toEqual([])
  })
})

test('002:112-116: the missing parts are named, with a form that has room for them [S7]', () => {
  const said = ask(entryIsComplete, bank(PATTERNS, '# P\n', '# P\n\n## 我们决定用 Redis 因为快\n'))
  expect(said).toContain(
    '“我们决定用 Redis 因为快” in memory-bank/details/patterns.md lacks: Date, Why, Given up, Applies to',
  )
  expect(said).toContain('in the table row')
})

test('existing text passes, even if it moves [S7]', () => {
  const before = '# P\n\n- 统一使用 pnpm\n\n## 缓存\n\n我们决定用 Redis。\n'
  expect(ask(entryIsComplete, bank(PATTERNS, before, `${before}\n说明文字。\n`))).toBeUndefined()
  const moved = '# P\n\n## 缓存\n\n我们决定用 Redis。\n\n## 依赖\n\n- 统一使用 pnpm\n'
  expect(ask(entryIsComplete, bank(PATTERNS, before, moved))).toBeUndefined()
})

test('a section with all parts may add prose [S7]', () => {
  const text =
    '## We use Redis\n\nDate: 2026-11-01\nWhy: fast\nGiven up: Memcached\nApplies to: reads\n\nWe decided to keep the keys short.\n'
  expect(looseDecisionsIn(pageOf(text))).toEqual([])
})

test('a long file is read quickly [S31]', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, line) => `- Note ${line}: the cart holds ${line} things.`).join('\n')
  expectInProportion(2_500, lines, (text) => looseDecisionsIn(pageOf(text)))
})
