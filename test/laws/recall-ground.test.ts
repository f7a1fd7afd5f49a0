/** Floors slightly below the measured values, so that a worse ranking is noticed. */

import { describe, expect, test } from 'vitest'
import type { ContextPack, PackEntry } from '../../src/bank/pack.ts'
import { packText } from '../../src/bank/pack-text.ts'
import { recall } from '../../src/search/recall.ts'
import { HARD_QUESTIONS, QUESTIONS } from '../search/questions.ts'

const answered = QUESTIONS.filter(({ answers }) => answers.length > 0).map((asked) => {
  const { question, bank, index } = asked
  const places = asked.answers.map(({ path, heading }) => {
    const file = [...bank.files.values()].find((one) => one.path === path)
    return { path, ...sectionOf(file?.readPage().text ?? '', heading) }
  })
  return { ...asked, places, pack: recall(question, bank, { index }) }
})
const hard = HARD_QUESTIONS.flatMap(({ half, answer, bank, index, question }) =>
  half === 'first' && answer !== undefined ? [{ answer, pack: recall(question, bank, { index }) }] : [],
)

test('the set is large enough, and every answer names an existing section', () => {
  for (const language of ['zh', 'en', 'mixed'])
    expect(answered.filter((asked) => asked.language === language).length).toBeGreaterThanOrEqual(40)
  for (const { places } of answered) for (const { first } of places) expect(first).toBeGreaterThan(0)
  expect(hard).toHaveLength(30)
})

describe('the answer [S23] [S24]', () => {
  // Measured: zh 97.6 % in the pack and 78.6 % first, en 92.5 and 80.0, mixed 65.1 and 41.9. A mixed question is in
  // another language than its answer, and no terms are given here.
  test.each([
    ['zh', 0.95, 0.76],
    ['en', 0.9, 0.77],
    ['mixed', 0.62, 0.39],
  ])('to a question in %s is in the pack, and first, as often as measured', (language, packed, first) => {
    const asked = answered.filter((one) => one.language === language)
    expect(
      share(asked, ({ pack, places }) => pack.entries.some((entry) => holds(entry, places))),
    ).toBeGreaterThanOrEqual(packed)
    expect(
      share(asked, ({ pack, places }) => pack.entries.slice(0, 1).some((entry) => holds(entry, places))),
    ).toBeGreaterThanOrEqual(first)
  })

  test('to a question in the language of the bank is in the pack 93 times of 100', () => {
    const asked = answered.filter(({ language }) => language !== 'mixed')
    expect(
      share(asked, ({ pack, places }) => pack.entries.some((entry) => holds(entry, places))),
    ).toBeGreaterThanOrEqual(0.93)
  })

  // Measured: 90.0 % in the pack, 86.7 % with its file first.
  test('to a hard question is in the pack 9 times of 10, and its file first 8 times of 10', () => {
    expect(share(hard, ({ pack, answer }) => packText(pack).includes(answer.text))).toBeGreaterThanOrEqual(0.86)
    expect(share(hard, ({ pack, answer }) => pack.entries[0]?.path === answer.path)).toBeGreaterThanOrEqual(0.83)
  })

  test('costs at most 800 tokens, and on average fewer than 450', () => {
    const costs = answered.map(({ pack }) => pack.budget.tokens)
    expect(Math.max(...costs)).toBeLessThanOrEqual(800)
    expect(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toBeLessThan(450)
  })
})

interface Place {
  readonly path: string
  readonly first: number
  readonly last: number
}

function holds(entry: PackEntry, places: readonly Place[]): boolean {
  return places.some(
    ({ path, first, last }) => entry.path === path && entry.startLine <= last && entry.endLine >= first,
  )
}

function share<T extends { readonly pack: ContextPack }>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / all.length
}

/** From the heading to the last line of its section: a row or item in it is an entry of its own. */
function sectionOf(text: string, heading: string): { readonly first: number; readonly last: number } {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.startsWith('#') && line.replace(/^#+ /, '') === heading) + 1
  const next = lines.findIndex((line, at) => at >= first && /^#+ /.test(line))
  return { first, last: next === -1 ? lines.length : next }
}
