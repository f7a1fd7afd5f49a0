/** The own ground: a floor a little under what was measured (docs/recall.md), so that a worse ranking is noticed. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { recall } from '../../src/recall/recall.ts'
import { search } from '../../src/recall/search.ts'
import { buildIndex } from '../../src/recall/search-index.ts'
import { GROUND, groundBank } from './bank.ts'

interface Question {
  readonly bank: string
  readonly language: 'zh' | 'en' | 'mixed'
  readonly question: string
  readonly answers: readonly { readonly path: string; readonly heading: string }[]
}

const questions: readonly Question[] = JSON.parse(readFileSync(join(GROUND, 'questions.json'), 'utf8'))
const banks = new Map(['mall', 'lakeview', 'travel'].map((name) => [name, groundBank(name)]))
const answered = questions.filter((question) => question.answers.length > 0)
const beyond = questions.filter((question) => question.answers.length === 0)

test('the set is as large as it should be: 120 answered, a third in each language, 30 beyond the banks', () => {
  expect(answered.length).toBeGreaterThanOrEqual(120)
  for (const language of ['zh', 'en', 'mixed']) {
    expect(answered.filter((question) => question.language === language).length).toBeGreaterThanOrEqual(40)
  }
  expect(beyond.length).toBeGreaterThanOrEqual(30)
})

test('every answer names a section that exists', () => {
  for (const { bank, answers } of answered) {
    for (const { path, heading } of answers) expect(linesOf(bank, path).map(headingOf)).toContain(heading)
  }
})

describe('measured', () => {
  let first = 0
  let packed = 0
  let recognised = 0
  beforeAll(() => {
    const indexes = new Map([...banks].map(([name, snapshot]) => [name, buildIndex(snapshot)]))
    for (const { bank, question, answers } of questions) {
      const index = indexes.get(bank)
      const snapshot = banks.get(bank)
      if (index === undefined || snapshot === undefined) throw new Error(`no bank ${bank}`)
      const pack = recall(question, snapshot, { index })
      if (answers.length === 0) {
        if (pack.covered === 'no') recognised += 1
        continue
      }
      const hit = search(question, index, 1)[0]
      if (answers.some((answer) => answer.path === hit?.path && answer.heading === hit.heading)) first += 1
      const holds = answers.some(({ path, heading }) => {
        const { first, last } = sectionOf(bank, path, heading)
        return pack.evidence.some((one) => one.path === path && one.startLine <= last && one.endLine >= first)
      })
      if (holds) packed += 1
    }
  })

  test('the first hit is the section that answers, 85 times of 100 [S24]', () =>
    expect(first / answered.length).toBeGreaterThanOrEqual(0.85))
  test('the pack holds the answer, 97 times of 100 [S23]', () =>
    expect(packed / answered.length).toBeGreaterThanOrEqual(0.97))
  test('a question beyond the bank is recognised, 80 times of 100 [S23]', () =>
    expect(recognised / beyond.length).toBeGreaterThanOrEqual(0.87))
})

/** The heading's line, and for a section of rows, each of which is evidence by itself, the last of its rows. */
function sectionOf(bank: string, path: string, heading: string): { readonly first: number; readonly last: number } {
  const lines = linesOf(bank, path)
  const first = lines.map(headingOf).indexOf(heading) + 1
  const next = lines.findIndex((line, at) => at >= first && /^#+ /.test(line))
  const end = next === -1 ? lines.length : next
  const rows = lines.slice(first, end).some((line) => line.startsWith('|'))
  return { first, last: rows ? end : first }
}

function linesOf(bank: string, path: string): readonly string[] {
  for (const file of banks.get(bank)?.files.values() ?? []) if (file.path === path) return file.readText().split('\n')
  return []
}

function headingOf(line: string): string {
  return line.startsWith('#') ? line.replace(/^#+ /, '') : ''
}
