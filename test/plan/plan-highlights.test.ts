import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { Page, pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import type { Plan } from '../../src/base/change.ts'
import type { Language } from '../../src/base/language.ts'
import { MEMORY, PATTERNS } from '../../src/base/layout.ts'
import { planHighlights } from '../../src/plan/plan-highlights.ts'
import { law } from '../laws/runs.ts'

const snapshotOf = (texts: Readonly<Record<string, string>>): Snapshot => ({
  exists: true,
  files: new Map(Object.entries(texts).map(([path, text]) => [knownPath(path), new Page(knownPath(path), text)])),
  others: [],
  folders: new Set(),
  unreadable: [],
})

function run(
  texts: Readonly<Record<string, string>>,
  language: Language = 'en',
  prepare: (draft: Draft) => void = () => undefined,
): { texts: Record<string, string>; plan: Plan } {
  const draft = new Draft(snapshotOf(texts))
  prepare(draft)
  planHighlights(draft, { language })
  return {
    texts: Object.fromEntries(draft.paths().map((path) => [path, draft.read(path) ?? ''])),
    plan: draft.plan('refresh'),
  }
}

const HEADER = '| Decision | Date | Binds |\n|---|---|---|\n'
const memory = (rows: readonly string[], header = HEADER) =>
  `<!-- MACHINE_BLOCK_START -->\n## Current Focus\n\n| a |\n|---|\n| x |\n\n## Decision Highlights\n\n${header}${rows.map((row) => `${row}\n`).join('')}\n## Routing Rules（意图驱动）\n<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n`
const day = (index: number) => `2026-01-${String(index + 1).padStart(2, '0')}`
const row = (index: number, decision = `Use tool number ${index}`) => `| ${decision} | ${day(index)} | all services |`
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index))
const decisions = (text: string) =>
  pageOf(text)
    .tables.flatMap((table) => table.rows.map((one) => one.cells[0] ?? ''))
    .filter((cell) => cell !== 'x')

describe('the oldest rows are removed [S5]', () => {
  test.each([
    [20, 0],
    [21, 1],
    [25, 5],
  ])('of %i rows %i leave, and patterns.md has them with date and scope', (count, leaving) => {
    const { texts, plan } = run({ [MEMORY]: memory(rows(count)), [PATTERNS]: '# Patterns\n' })
    expect(texts[MEMORY]).toBe(memory(rows(count).slice(leaving)))
    for (const gone of rows(leaving)) expect(texts[PATTERNS]).toContain(gone)
    expect(plan.changes).toHaveLength(leaving === 0 ? 0 : 2)
    expect(run(texts).plan.changes).toEqual([])
  })

  test('by date, whatever their position; rows without a date first; empty rows do not count', () => {
    const mixed = [...rows(20).toReversed(), '| Undated but real | | x |', '|  |  |  |']
    expect(decisions(run({ [MEMORY]: memory(mixed) }).texts[MEMORY] ?? '')).not.toContain('Undated but real')
  })

  test('of rows without dates the topmost leaves', () => {
    const undated = Array.from({ length: 21 }, (_, index) => `| Decision number ${index} | | |`)
    expect(decisions(run({ [MEMORY]: memory(undated) }).texts[MEMORY] ?? '')).not.toContain('Decision number 0')
  })

  test('of rows of one day the topmost leaves, or the lowest if the newest is on top', () => {
    const same = Array.from({ length: 20 }, (_, index) => `| Decision number ${index} | 2026-01-01 | |`)
    const upwards = decisions(
      run({ [MEMORY]: memory([...same, '| Newest of them | 2026-01-02 | |']) }).texts[MEMORY] ?? '',
    )
    expect(upwards).not.toContain('Decision number 0')
    const downwards = decisions(
      run({ [MEMORY]: memory(['| Newest of them | 2026-01-02 | |', ...same]) }).texts[MEMORY] ?? '',
    )
    expect(downwards).not.toContain('Decision number 19')
  })
})

describe('nothing leaves without being in patterns.md [S5]', () => {
  test('a decision that patterns.md already has is not repeated', () => {
    const patterns = '| 日期 | 决策 | 原因 |\n|---|---|---|\n| 2026-01-01 | **use tool number 0**。 | x |\n'
    const { texts } = run({ [MEMORY]: memory(rows(21)), [PATTERNS]: patterns })
    expect(texts[PATTERNS]).toBe(patterns)
    expect(decisions(texts[MEMORY] ?? '')).toHaveLength(20)
  })

  test.each([
    ['Go', '# P\n\nGoing strong.\n', false],
    ['Go', '# P\n\n- Go\n', true],
    ['Use Postgres everywhere', '# P\n\nWe **use postgres everywhere**.\n', false],
    ['Use Postgres everywhere', '# P\n\nNever use postgres everywhere.\n', false],
    ['Use Postgres everywhere', '# P\n\nHere is what we do. Use postgres everywhere. It pays.\n', true],
    ['Use Postgres everywhere', '# P\n\n- **Use Postgres everywhere**: it pays\n', true],
    ['Use Postgres everywhere', '# P\n\n- Decision: use Postgres everywhere\n', true],
    ['Use Postgres every', '# P\n\nWe use postgres everywhere since May.\n', false],
    ['错误处理统一用 pkg', '# P\n\n后端：错误处理统一用 pkg/errors。\n', false],
    ['错误处理统一用 pkg/errors', '# P\n\n后端：错误处理统一用 pkg/errors。\n', true],
    ['Use Postgres everywhere', '# P\n\n```\nuse postgres everywhere\n```\n', false],
  ])('%j in %j: said = %s', (decision, patterns, said) => {
    const { texts } = run({ [MEMORY]: memory([row(0, decision), ...rows(21).slice(1)]), [PATTERNS]: patterns })
    expect(texts[PATTERNS] === patterns).toBe(said)
    expect(decisions(texts[MEMORY] ?? '')).toHaveLength(20)
  })

  test('every column is kept, and later rows join earlier ones', () => {
    const header = '| 日期 | 决策 | 约束 | 指针 |\n|---|---|---|---|\n'
    const wide = (index: number) => `| ${day(index)} | 决策内容第 ${index} 条 | 全部 | [p](details/patterns.md) |`
    const all = Array.from({ length: 23 }, (_, index) => wide(index))
    const first = run({ [MEMORY]: memory(all.slice(0, 21), header) }, 'zh').texts
    expect(first[PATTERNS]).toBe(`# 技术决策与约定\n\n## 来自 Decision Highlights\n\n${header}${wide(0)}\n`)
    const second = run({ [PATTERNS]: first[PATTERNS] ?? '', [MEMORY]: memory(all.slice(1, 23), header) }, 'zh').texts
    expect(second[PATTERNS]).toBe(`${first[PATTERNS]}${wide(1)}\n${wide(2)}\n`)
  })

  test('nothing leaves if patterns.md cannot be edited or MEMORY.md is held', () => {
    const broken = { [MEMORY]: memory(rows(21)), [PATTERNS]: '<!-- USER_BLOCK_START -->\n' }
    expect(run(broken).plan).toMatchObject({
      changes: [],
      notes: [{ en: expect.stringContaining('repair the block markers') }],
    })
    const held = run({ [MEMORY]: memory(rows(21)) }, 'en', (draft) => draft.holdStill(MEMORY))
    expect(held.plan.changes).toEqual([])
  })

  test('for any rows: all decisions are in one of the two files, and planning the result plans nothing', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '|', '\\', '`', '决', '策', '1', '*'),
      maxLength: 12,
    })
    const when = fc.constantFrom('', '2026-01-01', '2026/02/03', '2025年1月2日')
    const patterns = fc.constantFrom(
      '',
      '# P\n',
      '# P\r\n\r\ntext',
      '```\nopen\n',
      '<!-- open\n',
      '| a |\n|---|\n| aab |\n',
    )
    law(
      fc.property(
        fc.array(fc.tuple(cell, when, cell), { minLength: 15, maxLength: 40, size: 'max' }),
        patterns,
        (raw, text) => {
          const printed = raw.map((cells) => `| ${cells.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`)
          const before = memory(printed)
          const { texts } = run({ [MEMORY]: before, [PATTERNS]: text })
          expect(run(texts).plan.changes).toEqual([])
          const bare = (said: string) => said.replace(/[^ab决策1]/g, '')
          const standing = bare(`${texts[MEMORY]}${texts[PATTERNS]}`)
          for (const [decision] of raw) expect(standing).toContain(bare(decision))
          const block = before.slice(before.indexOf('<!-- USER_BLOCK_START'))
          expect(texts[MEMORY]?.endsWith(block)).toBe(true)
        },
      ),
      300,
    )
  })
})
