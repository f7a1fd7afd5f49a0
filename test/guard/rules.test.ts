import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { judge } from '../../src/guard/judge.ts'
import { RULES as CALL_RULES } from '../../src/guard/rules/index.ts'
import { FRESH } from '../../src/guard/state.ts'
import { WRITE_RULES } from '../../src/guard/write-rules/index.ts'
import { ask, bank, OTHER, POLICY, project, reads, shell } from './situation.ts'

const ROOT = join(import.meta.dirname, '../..')
const RULES = [...CALL_RULES, ...WRITE_RULES]
const IDS = RULES.map((rule) => rule.id)

test.each([
  ['a source', ['src/guard/rules', 'src/guard/write-rules'], '.ts', ['index']],
  ['a page', ['docs/rules'], '.md', []],
  ['a test', ['test/guard/rules', 'test/guard/write-rules'], '.test.ts', []],
])('every rule has %s of its name, and there is no other', (_name, folders, ending, besides) => {
  const files = folders.flatMap((folder) => readdirSync(join(ROOT, folder)))
  const names = files.map((name) => name.slice(0, -ending.length))
  expect(names.filter((name) => !besides.includes(name)).sort()).toEqual([...IDS].sort())
})

test('no call that writes the bank is judged without the write rules [S32]', () => {
  const facts = bank('details/tech.md', 'a', 'b')
  expect(() => judge({ state: FRESH, facts, policy: POLICY })).toThrow('judgeWrite')
})

test('the write rules say nothing about a call that does not write the bank [S32]', () => {
  const calls = [OTHER, project('src/app.ts', '.env'), shell(), shell({ kind: 'writes-config' }), reads()]
  const found = calls.flatMap((facts) => WRITE_RULES.flatMap((rule) => ask(rule, facts, FRESH, STRICTEST) ?? []))
  expect(found).toEqual([])
})

const STRICTEST = { mode: 'block', writer: 'confirm', personalData: 'refuse' } as const

test.each(RULES.map((rule) => [rule.id, rule.force] as const))(
  'the page of %s is titled by it, has every part, and says strictness it is',
  (id, force) => {
    const page = readFileSync(join(ROOT, 'docs/rules', `${id}.md`), 'utf8')
    const headings = pageOf(page).sections.map((section) => section.heading)
    expect(headings).toEqual([
      `# ${id}`,
      '## What it asks',
      '## Why',
      '## Stopped',
      '## Passes',
      '## Strictness',
      '## Switching it off',
    ])
    expect(page).toContain(LOUDNESS[force])
  },
)

const LOUDNESS = {
  always: '| refused | refused | refused |',
  firm: '| silent | refused | refused |',
  gate: '| silent | noted, once per turn | refused |',
  turn: 'once per turn |',
  session: 'once per session |',
  hint: 'once per turn |',
  once: '| noted, once | refused, once | refused, once |',
  document: '| noted once per session, or refused, by `docFirst` |',
  setting: '| noted, or refused where `personalData` is `refuse` |',
} as const

test('no two rules have the same id', () => expect(new Set(IDS).size).toBe(IDS.length))

test('rules that refuse in every mode come before rules that only inform', () => {
  const forces = RULES.toSorted((a, b) => a.order - b.order).map((rule) => rule.force)
  expect(forces.lastIndexOf('always')).toBeLessThan(forces.indexOf('turn'))
  expect(forces.lastIndexOf('gate')).toBeLessThan(forces.indexOf('turn'))
})
