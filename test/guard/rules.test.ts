import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULES } from '../../src/guard/rules/index.ts'
import { listSections } from '../../src/text/sections.ts'

const ROOT = join(import.meta.dirname, '../..')
const IDS = RULES.map((rule) => rule.id)

test.each([
  ['a source', 'src/guard/rules', '.ts', ['index']],
  ['a page', 'docs/rules', '.md', []],
  ['a test', 'test/guard/rules', '.test.ts', []],
])('every rule has %s of its name, and there is no other', (_name, folder, ending, besides) => {
  const names = readdirSync(join(ROOT, folder)).map((name) => name.slice(0, -ending.length))
  expect(names.filter((name) => !besides.includes(name)).sort()).toEqual([...IDS].sort())
})

test.each(RULES.map((rule) => [rule.id, rule.force] as const))(
  'the page of %s is titled by it, has every part, and says how loud it is',
  (id, force) => {
    const page = readFileSync(join(ROOT, 'docs/rules', `${id}.md`), 'utf8')
    const headings = listSections(page).map((section) => section.heading)
    expect(headings).toEqual([
      `# ${id}`,
      '## What it asks',
      '## Why',
      '## Stopped',
      '## Passes',
      '## How loud',
      '## Switching it off',
    ])
    expect(page).toContain(LOUDNESS[force])
  },
)

const LOUDNESS = {
  always: '| refused | refused | refused |',
  gate: '| silent | noted, once per turn | refused |',
  turn: 'once per turn |',
  session: 'once per session |',
  hint: 'once per turn |',
  setting: '| noted, or refused where `personalData` is `refuse` |',
} as const

test('no two rules have the same id', () => expect(new Set(IDS).size).toBe(IDS.length))

test('what is refused in every mode is asked before what is only said', () => {
  const forces = RULES.toSorted((a, b) => a.order - b.order).map((rule) => rule.force)
  expect(forces.lastIndexOf('always')).toBeLessThan(forces.indexOf('turn'))
  expect(forces.lastIndexOf('gate')).toBeLessThan(forces.indexOf('turn'))
})
