import { expect, test } from 'vitest'
import { indexPath } from '../../../src/base/layout.ts'
import { indexes } from '../../../src/check/rules/indexes.ts'
import { bank, brief } from '../bank.ts'

const path = indexPath('design')
const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`details/design/${index}.md`, '# a\n']))

test('an index that is up to date has no finding [S6]', () => {
  expect(indexes.check(bank({ files: { ...nine, [path]: 'anything' } }))).toEqual([])
})

test('a missing required index is an error with the number of files [S6]', () => {
  const findings = indexes.check(bank({ files: nine, indexesOutOfStep: [{ path, missing: true }] }))
  expect(brief(findings)).toEqual([`error ${path}`])
  expect(findings[0]?.message.en).toContain('9 files')
  expect(findings[0]?.next.en).toContain('memory-bank index')
})

test.each<[string, string, 'warning' | 'error']>([
  ['a generated table', '# Design\n\n| Path | Title |\n|---|---|\n| details/design/0.md | a |\n', 'warning'],
  ['a generated table in Chinese', '| **路径** | 标题 |\n|---|---|\n', 'warning'],
  ['router lines alone', '- When modifying **0**, read [0.md](0.md)\n', 'warning'],
  ['a table without paths', '| a | b |\n|---|---|\n', 'error'],
  ['a table in a fence', '```\n| Path |\n|---|\n```\n', 'error'],
  ['nothing', '', 'error'],
])('an outdated index with %s is reported as %3$s [S6]', (_name, text, level) => {
  const input = bank({ files: { ...nine, [path]: text }, indexesOutOfStep: [{ path, missing: false }] })
  expect(brief(indexes.check(input))).toEqual([`${level} ${path}`])
})
