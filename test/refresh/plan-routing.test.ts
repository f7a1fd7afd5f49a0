import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/core/draft.ts'
import { SECTION } from '../../src/core/layout.ts'
import { completeRouting, dropDeadRoutes } from '../../src/refresh/plan-routing.ts'
import { snapshotOf } from '../laws/banks.ts'

const table = (...rows: readonly string[]) =>
  `${SECTION.routing}\n\n| want | read |\n|---|---|\n${rows.map((row) => `${row}\n`).join('')}\n## Next\n`
const draftOf = (texts: Readonly<Record<string, string>>) => new Draft(snapshotOf(texts))
const complete = (block: string, texts: Readonly<Record<string, string>>, language: 'en' | 'zh' = 'en') =>
  completeRouting(block, draftOf(texts), language)

describe('a file without a route gets one', () => {
  test.each([
    ['design', 'details/design/a.md', '| modify **T** | [details/design/a.md](details/design/a.md) |'],
    [
      'requirement',
      'details/requirements/a.md',
      '| implement or accept **T** | [details/requirements/a.md](details/requirements/a.md) |',
    ],
    ['learning', 'details/learnings/a.md', '| deal with **T** | [details/learnings/a.md](details/learnings/a.md) |'],
    ['other', 'details/a.md', '| work on **T** | [details/a.md](details/a.md) |'],
    [
      'index',
      'details/design/index.md',
      '| find the right file: **T** | [details/design/index.md](details/design/index.md) |',
    ],
    [
      'blanks and brackets in its name',
      'details/a b(1).md',
      '| work on **T** | [details/a b(1).md](<details/a b(1).md>) |',
    ],
    ['a pipe in its name', 'details/a|b.md', '| work on **T** | [details/a\\|b.md](details/a\\|b.md) |'],
    ['a line end in its name', 'details/a\nb.md', '| work on **T** | [details/a b.md](<details/a b.md>) |'],
    [
      'a folder called like a part of the language',
      'details/constructor/a.md',
      '| work on **T** | [details/constructor/a.md](details/constructor/a.md) |',
    ],
  ])('%s [S15]', (_, path, row) => {
    const after = complete(table(), { [path]: '# T\n' })
    expect(after).toBe(table(row))
    expect(complete(after, { [path]: '# T\n' })).toBe(after)
  })

  test('in Chinese [S15]', () =>
    expect(complete(table(), { 'details/design/a.md': '# 支付' }, 'zh')).toContain('| 修改 **支付** | '))

  test('as a list where the section has no table [S15]', () => {
    expect(complete(`${SECTION.routing}\n\n- mine\n`, { 'details/a.md': '# T' })).toBe(
      `${SECTION.routing}\n\n- mine\n- work on **T** → [details/a.md](details/a.md)\n`,
    )
  })

  test('named by its file where it has no title, its markup taken away [S15]', () => {
    const after = complete(table(), { 'details/a.md': 'no title', 'details/b.md': '# `x` | **y** [z]' })
    expect(after).toContain('| work on **a** |')
    expect(after).toContain('| work on **x  y z** |')
  })
})

describe('no route is added', () => {
  test.each([
    ['to one that is mentioned', table('| x | details/a.md |'), { 'details/a.md': '' }],
    ['to one that is mentioned encoded', table('| x | [x](details/%E6%96%87.md) |'), { 'details/文.md': '' }],
    ['to the archive', table(), { 'details/archive/a.md': '' }],
    [
      'to files below an index',
      table('| x | details/design/index.md |'),
      { 'details/design/a.md': '', 'details/design/index.md': '' },
    ],
    ['outside details', table(), { 'notes.md': '', 'legacy.md': '' }],
    ['where there is no routing section', '## Mine\n', { 'details/a.md': '' }],
  ])('%s [S15]', (_, block, texts) => expect(complete(block, texts)).toBe(block))
})

describe('a dead route', () => {
  test('of ours goes, one a person wrote stays [S15]', () => {
    const ours = '| modify **Gone** | [details/gone.md](details/gone.md) |'
    const theirs = '| whenever | [details/gone2.md](details/gone2.md) |'
    expect(complete(table(ours, theirs), {})).toBe(table(theirs))
  })

  test('of a fresh template goes whoever wrote it [S13]', () => {
    const row = '| whenever | [details/gone.md](details/gone.md) |'
    expect(dropDeadRoutes(table(row, '| x | `details/design/` |'), draftOf({}))).toBe(
      table('| x | `details/design/` |'),
    )
  })
})
