import { expect, test } from 'vitest'
import { Page } from '../../../src/bank/page.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { lostEntries } from '../../../src/check/rules/lost-entries.ts'
import { holdingsOf, unreadWords } from '../../../src/plan/write/holdings.ts'
import { bank } from '../bank.ts'

type Texts = Readonly<Record<string, string>>
const PROGRESS = 'details/progress.md'

/** The findings for two sides, their base and the result, each given as files. */
function lost(base: Texts, ours: Texts, theirs: Texts, result: Texts): readonly string[] {
  const files = (texts: Texts) => Object.entries(texts).map(([path, text]) => new Page(knownPath(path), text))
  const merged = {
    ours: { name: 'ours', holdings: holdingsOf(files(ours)) },
    theirs: { name: 'theirs', holdings: holdingsOf(files(theirs)) },
    base: holdingsOf(files(base)),
    result: holdingsOf(files(result)),
    resultWords: unreadWords(files(result)),
    prefix: 'memory-bank/',
  }
  return lostEntries.check({ ...bank({}), merged }).map(({ level, message }) => `${level} ${message.en}`)
}

const items = (...said: readonly string[]): Texts => ({
  [PROGRESS]: `# Progress\n\n## Done\n\n${said.map((one) => `- ${one}\n`).join('')}`,
})

test('without a merge the rule reports nothing [S55]', () => {
  expect(lostEntries.check(bank({}))).toEqual([])
})

test.each<[string, Parameters<typeof lost>, number]>([
  ['both added', [items(), items('a one'), items('b two'), items('a one', 'b two')], 0],
  ['one dropped', [items(), items('a one'), items('b two'), items('a one')], 1],
  ['both dropped', [items(), items('a one'), items('b two'), items()], 2],
  ['an item that one side removed', [items('x y'), items(), items('x y'), items()], 0],
  ['an item that both sides had', [items('x y'), items('x y'), items('x y'), items()], 1],
  ['another check mark and date', [items(), items('[ ] a one'), items(), items('[x] a one (2026-03-01)')], 0],
  [
    'an archived item',
    [items(), items('a one'), items(), { 'details/archive/2026-03.md': '# March\n\n- [x] A one\n' }],
    0,
  ],
  ['a part of a longer word does not count', [items(), items('a one'), items(), { 'legacy.md': 'a onerous\n' }], 1],
  [
    'an item in an open conflict',
    [
      items(),
      items('a one'),
      items('b two'),
      { [PROGRESS]: `${'<'.repeat(7)}\n- a one\n${'='.repeat(7)}\n- b two\n${'>'.repeat(7)}\n` },
    ],
    0,
  ],
  ['no base, because each side created its own bank', [{}, items('a one'), items('b two'), items('b two')], 1],
])('%s [S55]', (_name, sides, count) => {
  expect(lost(...sides)).toHaveLength(count)
})

const PATTERNS = 'details/patterns.md'
const decided = (...titles: readonly string[]) =>
  `# P\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n${titles
    .map((title) => `| 2026-01-02 | ${title} | a | b | c |\n`)
    .join('')}`
const shown = (...titles: readonly string[]) =>
  `# M\n\n## Decision Highlights\n\n| Decision | Date | Binds |\n|---|---|---|\n${titles
    .map((title) => `| ${title} | 2026-01-02 | c |\n`)
    .join('')}`

test('a highlight does not replace its decision, but a decision replaces its highlight [S55]', () => {
  const ours = { [PATTERNS]: decided('Use Redis'), 'MEMORY.md': shown('Use Redis') }
  expect(lost({}, ours, {}, { 'MEMORY.md': shown('Use Redis') })).toEqual([
    'error Lost in the merge: the decision “Use Redis” from ours, line 5 there.',
  ])
  expect(lost({}, ours, {}, { [PATTERNS]: decided('Use Redis') })).toEqual([])
  expect(lost({}, { 'MEMORY.md': shown('By hand') }, {}, {})).toHaveLength(1)
})

test('a secret in a lost line is masked [S35] [S55]', () => {
  const token = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
  expect(lost(items(), items(`Token ${token}`), items(), items()).join()).not.toContain(token)
})
