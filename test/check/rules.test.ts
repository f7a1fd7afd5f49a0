import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { RULES } from '../../src/check/rules/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const IDS = RULES.map((rule) => rule.id)

test.each([
  ['a source', 'src/check/rules', '.ts', ['index']],
  ['a page', 'docs/checks', '.md', []],
  ['a test', 'test/check/rules', '.test.ts', []],
])('every rule has %s of its name, and no other exists', (_name, folder, ending, besides) => {
  const names = readdirSync(join(ROOT, folder)).map((name) => name.slice(0, -ending.length))
  expect(names.filter((name) => !besides.includes(name)).sort()).toEqual([...IDS].sort())
})

test.each(IDS)('the page of %s is titled by it and has every part', (id) => {
  const page = readFileSync(join(ROOT, 'docs/checks', `${id}.md`), 'utf8')
  const headings = pageOf(page).sections.map((section) => section.heading)
  expect(headings).toEqual([`# ${id}`, '## What it checks', '## Why', '## Reported', '## Passes', '## What to do'])
})

test('no two rules have the same id', () => expect(new Set(IDS).size).toBe(IDS.length))
