import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EntryParts, widenTables } from '../../src/bank/decisions.ts'
import { pageOf } from '../../src/bank/page.ts'
import { PATTERNS } from '../../src/base/layout.ts'
import { law } from '../laws/runs.ts'

const missingOf = (entries: readonly EntryParts[]) => entries.map((entry) => [entry.title, entry.missing])

describe('decisions [S7]', () => {
  test.each([
    [
      'the qualified row of the rules',
      '| 日期 | 决策 | 原因 | 取舍 | 适用范围 |\n|---|---|---|---|---|\n| 2024-01-22 | 错误处理用 pkg/errors | 支持 wrap | 放弃标准 errors | 所有业务逻辑层 |\n',
      [['错误处理用 pkg/errors', []]],
    ],
    [
      'empty cells and placeholders',
      '| Date | Decision | Why | Trade-off | Scope |\n|---|---|---|---|---|\n| 2024-01-22 | Use Go |  | TBD | — |\n| | | | | |\n',
      [['Use Go', ['why', 'givenUp', 'applies']]],
    ],
    ['absent columns', '| 决策 | 日期 |\n|---|---|\n| A | 2024-01-01 |\n', [['A', ['why', 'givenUp', 'applies']]]],
    [
      'parts without a column, behind bold labels in a cell',
      '| 决策 | 日期 | 原因 |\n|---|---|---|\n| A | 2024-01-01 | 快；**取舍**：B；**适用范围**：服务 |\n| C | 2024-01-01 | 适用范围：D |\n',
      [
        ['A', []],
        ['C', ['givenUp', 'applies']],
      ],
    ],
    ['a comparison of ways', '| 方案 | 可靠性 |\n|---|---|\n| A | 95% |\n', []],
    ['a history', '| 日期 | 变更 | 原因 |\n|---|---|---|\n| 2024-01-01 | A | b |\n', []],
    ['a table of something else', '| 命令 | 说明 |\n|---|---|\n| npm test | 跑测试 |\n', []],
    ['a table of files', '| path | scope |\n|---|---|\n| a | b |\n', []],
    [
      'a dated heading with labels',
      '# Patterns\n\n## 2024-01-22 错误处理用 pkg/errors\n\n- **原因**：支持 wrap\n- **取舍**：放弃标准 errors\n- **适用范围**：业务层\n',
      [['2024-01-22 错误处理用 pkg/errors', []]],
    ],
    [
      'parts as headings',
      '# P\n\n## ADR-1: Use Go\n\n### Date\n2024-01-01\n\n### Why\nFast\n\n### Alternatives considered\n\n### Scope\nServices\n',
      [['ADR-1: Use Go', ['givenUp']]],
    ],
    [
      'label lines, one entry after another',
      '日期：2024-01-01\n决策：A\n原因：a\n取舍：b\n适用：c\n\n日期：2024-01-02\n决策：B\n理由：a\n',
      [
        ['A', []],
        ['B', ['givenUp', 'applies']],
      ],
    ],
    [
      'a list with nested labels',
      '- **Decision**: A\n  - Why: x\n  - Rejected: y\n  - Applies to: z\n  - Date: 2024-01-01\n- **Decision**: B\n  - Because: x\n',
      [
        ['A', []],
        ['B', ['date', 'givenUp', 'applies']],
      ],
    ],
    ['several labels in a line', '- 2024-01-01 决策：A；原因：b；备选方案：c；适用范围：d\n', [['A', []]]],
    [
      'a dated heading with prose only',
      '## 2024-01-22 Use Go\n\nIt is fine.\n',
      [['2024-01-22 Use Go', ['why', 'givenUp', 'applies']]],
    ],
    ['a group of dated entries', '## 2024-01-22\n\n### Use Go\nWhy: a\nTrade-offs: b\nScope: c\n', [['Use Go', []]]],
    [
      'a group heading over a table',
      '# P\n\n## 决策\n\n| 日期 | 决策 | 原因 | 取舍 | 适用范围 |\n|---|---|---|---|---|\n',
      [],
    ],
    ['conventions in prose', '# Patterns\n\n## 命名\n\n- 适用：前端\n- 用驼峰\n', []],
    ['an exception is not a scope', '决策：A\n不适用：x\n', [['A', ['date', 'why', 'givenUp', 'applies']]]],
    ['an example in a fence or comment', '```\n决策：A\n```\n<!--\n决策：B\n-->\n', []],
  ])('%s', (_name, text, expected) => expect(missingOf(pageOf(text).decisions)).toEqual(expected))

  test('entries know their line, in CRLF too', () => {
    const text =
      '# P\r\n\r\n| Date | Decision | Why |\r\n|---|---|---|\r\n| 2024-01-01 | A | b |\r\n\r\n## ADR-2: B\r\n'
    expect(pageOf(text).decisions.map((entry) => entry.line)).toEqual([5, 7])
  })

  test('widenTables adds every missing column', () => {
    const text = '| 决策 | 日期 |\n|---|---|\n| A | 2024-01-01 |\n\n| 命令 | 说明 |\n|---|---|\n| x | y |\n'
    const widened = widenTables(pageOf(text, PATTERNS), 'decision', 'zh')
    expect(widened).toBe(
      '| 决策 | 日期 | 原因 | 取舍 | 适用范围 |\n|---|---| --- | --- | --- |\n| A | 2024-01-01 |  |  |  |\n\n| 命令 | 说明 |\n|---|---|\n| x | y |\n',
    )
    expect(widenTables(pageOf(widened, PATTERNS), 'decision', 'zh')).toBe(widened)
    const owned = `<!-- USER_BLOCK_START -->\n${text}<!-- USER_BLOCK_END -->\n`
    expect(widenTables(pageOf(owned, PATTERNS), 'decision', 'zh')).toBe(owned)
  })
})

describe('learnings [S7]', () => {
  test.each([
    [
      'the unqualified example of the rules',
      '问题：支付超时\n解决：改了超时时间\n',
      [['支付超时', ['symptom', 'cause', 'prevention']]],
    ],
    [
      'the qualified example of the rules',
      '问题：支付超时\n症状：高峰期支付成功率下降到 60%\n根因：默认超时 3s，支付宝网关响应 P99 = 4.2s\n解决：超时改为 10s + 增加重试 2 次\n预防：添加支付耗时监控告警，P99 > 5s 时报警\n',
      [['支付超时', []]],
    ],
    [
      'parts as headings',
      '# Timeout\n\n## Symptoms\nSlow\n\n## Root cause\n```\nlog\n```\n\n## Fix\n### Step 1\nx\n\n## How to prevent it\n- a test\n',
      [['Timeout', []]],
    ],
    ['an empty heading', '# T\n\n## 症状\nx\n\n## 根本原因\n\n## 解决方案\ny\n\n## 预防措施\nz\n', [['T', ['cause']]]],
    [
      'bold labels, value on the next lines',
      '# T\n**现象**：\n- a\n\n**原因**:\nb\n\n**修复**: c\n\n**避免**：d',
      [['T', []]],
    ],
    [
      'several in one file',
      '# All\n\n## A\n症状: a\n根因: b\n解决: c\n预防: d\n\n## B\n症状: a\n解决: c\n',
      [
        ['A', []],
        ['B', ['cause', 'prevention']],
      ],
    ],
    [
      'a table',
      '| 问题 | 症状 | 根因 | 解决 | 预防 |\n|---|---|---|---|---|\n| P | a | b | c | |\n',
      [['P', ['prevention']]],
    ],
    [
      'prose without any part',
      '# Note\n\nWe changed the timeout.\n',
      [['Note', ['symptom', 'cause', 'solution', 'prevention']]],
    ],
    ['nothing at all', '\n\n', []],
  ])('%s', (_name, text, expected) => expect(missingOf(pageOf(text).learnings)).toEqual(expected))
})

test('a complete decision lacks no part, in any form and language', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){0,3}$/)
  const forms = fc.constantFrom<(what: string, rest: readonly string[]) => string>(
    (what, [why, gave, where]) => `决策：${what}\n日期：2026-01-02\n原因：${why}\n取舍：${gave}\n适用范围：${where}\n`,
    (what, [why, gave, where]) =>
      `- **Decision**: ${what}\n- **Date**: 2026-01-02\n- **Why**: ${why}\n- **Given up**: ${gave}\n- **Scope**: ${where}\n`,
    (what, [why, gave, where]) =>
      `## 2026-01-02 ${what}\n\n### Why\n\n${why}\n\n### Alternatives\n\n${gave}\n\n### Applies to\n\n${where}\n`,
    (what, [why, gave, where]) =>
      `| 决策 | 日期 | 理由 | 放弃 | 范围 |\n|---|---|---|---|---|\n| ${what} | 2026-01-02 | ${why} | ${gave} | ${where} |\n`,
  )
  law(
    fc.property(word, fc.tuple(word, word, word), forms, fc.constantFrom('\n', '\r\n'), (what, rest, form, ending) => {
      const entries = pageOf(`# Patterns\n\n${form(what, rest)}`.replaceAll('\n', ending)).decisions
      expect(entries.map((entry) => entry.missing)).toEqual([[]])
      expect(entries[0]?.title).toContain(what)
    }),
    100,
  )
})
