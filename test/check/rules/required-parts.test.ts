import { describe, expect, test } from 'vitest'
import { requiredParts } from '../../../src/check/rules/required-parts.ts'
import { bank, run } from '../bank.ts'

const decisions = (text: string) => ({ files: { 'details/patterns.md': text } })
const learning = (text: string, path = 'details/learnings/a.md') => ({ files: { [path]: text } })
const FULL = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'

describe('decisions', () => {
  test.each<[string, string, readonly string[]]>([
    ['a complete row', `${FULL}| 2026-01-02 | a | b | c | d |\n`, []],
    ['an empty table', FULL, []],
    ['a row with an empty cell', `${FULL}| 2026-01-02 | a |  | c | d |\n`, ['warning details/patterns.md:3']],
    ['a placeholder', `${FULL}| 2026-01-02 | a | TBD | c | d |\n`, ['warning details/patterns.md:3']],
    [
      'a table without columns',
      '# P\n\n| 日期 | 决策 |\n|---|---|\n| 2026-01-02 | a |\n',
      ['warning details/patterns.md:3'],
    ],
    [
      'both',
      '| Date | Decision |\n|---|---|\n| 2026-01-02 | a |\n|  | b |\n',
      ['warning details/patterns.md:1', 'warning details/patterns.md:4'],
    ],
    [
      'a heading with a date and no more',
      '# P\n\n## 2026-01-02 Use Postgres\n\nIt is good.\n',
      ['warning details/patterns.md:3'],
    ],
    ['conventions that are not decisions', '# P\n\n## Naming\n\nFiles are kebab-case.\n', []],
  ])('%s is reported once on its line, or not at all [S7]', (_name, text, found) => {
    expect(run(requiredParts, decisions(text))).toEqual(found)
  })

  test('the missing parts are named in both languages [S7]', () => {
    const [found] = requiredParts.check(
      bank(decisions('## ADR-1: Use Postgres\n\n- Date: 2026-01-02\n- 原因：joins\n')),
    )
    expect(found?.message.en).toContain('given up, applies to')
    expect(found?.message.zh).toContain('取舍、适用范围')
  })

  test('rows with the same empty cells are one finding [S7]', () => {
    const rows = Array.from({ length: 9 }, () => '| 2026-01-02 | a |  | c | d |\n').join('')
    const found = requiredParts.check(bank(decisions(FULL + rows)))
    expect(found.map(({ line, endLine }) => [line, endLine])).toEqual([[3, 11]])
    expect(found[0]?.message.en).toContain('9 rows')
  })

  test('missing columns can be added, but not in the user block [S7]', () => {
    const table = '| Date | Decision |\n|---|---|\n| 2026-01-02 | a |\n'
    expect(requiredParts.check(bank(decisions(table)))[0]?.fix).toEqual({ kind: 'widen-tables', entries: 'decision' })
    const user = `<!-- USER_BLOCK_START -->\n${table}<!-- USER_BLOCK_END -->\n`
    expect(requiredParts.check(bank(decisions(user)))).toEqual([])
  })
})

describe('learnings', () => {
  const whole = '# t\n\n## Symptom\n\na\n\n## Root cause\n\nb\n\n## Solution\n\nc\n\n## Prevention\n\nd\n'
  test.each<[string, string, readonly string[]]>([
    ['a complete one', whole, []],
    ['one in Chinese', '# 题\n\n症状：a\n根因：b\n解决方案：c\n预防措施：d\n', []],
    ['one without prevention', whole.replace(/## Prevention[\s\S]*/, ''), ['warning details/learnings/a.md:1']],
    ['a text without parts', '# t\n\nIt was slow.\n', ['warning details/learnings/a.md:1']],
    ['an empty file', '', []],
  ])('%s is reported or not [S7]', (_name, text, found) => {
    expect(run(requiredParts, learning(text))).toEqual(found)
  })

  test.each(['details/learnings/index.md', 'details/learnings/index-bug.md', 'details/design/a.md'])(
    '%s has no learnings [S7]',
    (path) => expect(run(requiredParts, learning('# t\n\nx\n', path))).toEqual([]),
  )
})
