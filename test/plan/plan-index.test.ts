import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { indexTables, linkTargets, pathsNamed, pathsOfLink } from '../../src/bank/index-table.ts'
import { Page, pageOf } from '../../src/bank/page.ts'
import type { FileDate, Snapshot } from '../../src/bank/snapshot.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import type { Plan } from '../../src/base/change.ts'
import type { Language } from '../../src/base/language.ts'
import { isHandMade, planIndexes } from '../../src/plan/plan-index.ts'
import { expectInProportion } from '../growth.ts'
import { law } from '../laws/runs.ts'

type Texts = Readonly<Record<string, string>>
interface Options {
  readonly language?: Language
  readonly dates?: Readonly<Record<string, FileDate>>
  readonly today?: string
}

const snapshotOf = (texts: Texts): Snapshot => ({
  exists: true,
  files: new Map(
    Object.entries(texts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => [knownPath(path), new Page(knownPath(path), text)]),
  ),
  others: [],
  folders: new Set(),
  unreadable: [],
})

function run(texts: Texts, options: Options = {}): { texts: Record<string, string>; plan: Plan } {
  const draft = new Draft(snapshotOf(texts))
  const dates = new Map(Object.entries(options.dates ?? {}).map(([path, date]) => [knownPath(path) as BankPath, date]))
  planIndexes(draft, { language: options.language ?? 'en', today: options.today ?? '2026-02-03', dates })
  return {
    texts: Object.fromEntries(draft.paths().map((path) => [path, draft.read(path) ?? ''])),
    plan: draft.plan('index'),
  }
}

const rowsOf = (text: string) =>
  indexTables(pageOf(text)).flatMap(({ table, keys }) =>
    table.rows.map((row) => Object.fromEntries(keys.map((key, column) => [key, row.cells[column] ?? '']))),
  )
const rowOf = (text: string, path: string) => rowsOf(text).find((row) => row['path'] === path)
const many = (folder: string, count: number, text = (index: number) => `# File ${index}\n\nWords.\n`): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`details/${folder}/f${index}.md`, text(index)]))

const DESIGN = 'details/design/index.md'
const REQUIREMENTS = 'details/requirements/index.md'
const LEARNINGS = 'details/learnings/index.md'

describe('an index is written [S6]', () => {
  test.each([
    [8, false],
    [9, true],
  ])('%i files without an index: written = %s', (count, written) =>
    expect(DESIGN in run(many('design', count)).texts).toBe(written),
  )

  test('files in sub-folders count, other folders do not', () => {
    const nested = { ...many('design', 8), 'details/design/api/x.md': '# X\n', 'details/tech.md': '# T\n' }
    const text = run(nested).texts[DESIGN] ?? ''
    expect(rowsOf(text)).toHaveLength(9)
    expect(text).toContain('- When modifying **X**, read [api/x.md](api/x.md)')
  })

  test('a missing index that is required is rebuilt and reported in the pinned words [S44]', () => {
    const { plan } = run(many('design', 9))
    expect(plan.notes).toEqual([{ en: `Index rebuilt, please check: ${DESIGN}`, zh: `索引已重建，请检查：${DESIGN}` }])
    expect(plan.reasons.every(({ words }) => words.en !== '' && words.zh !== '')).toBe(true)
  })

  test('an existing index is updated for any number of files, without a note', () => {
    const first = run(many('design', 9)).texts
    const few = { [DESIGN]: first[DESIGN] ?? '', 'details/design/f1.md': '# New title\n\nWords.\n' }
    const { texts, plan } = run(few)
    expect(rowsOf(texts[DESIGN] ?? '').map((row) => row['title'])).toEqual(['New title'])
    expect(texts[DESIGN]?.match(/^- When/gm)).toHaveLength(1)
    expect(plan.notes).toEqual([])
  })
})

describe('a new row [S6]', () => {
  const files = {
    ...many('requirements', 8),
    'details/requirements/登录.md':
      '# 登录 | SSO\n\n> 状态: 开发中\n\n支持单点登录。用户只登录一次。第三句。\n最后一行无换行',
  }
  const texts = run(files, {
    language: 'zh',
    dates: { 'details/requirements/登录.md': { updated: '2025-12-31', author: '张三' } },
  }).texts
  const text = texts[REQUIREMENTS] ?? ''

  test('path, title, summary, date, newline count and status', () =>
    expect(rowOf(text, 'details/requirements/登录.md')).toEqual({
      path: 'details/requirements/登录.md',
      title: '登录 | SSO',
      summary: '支持单点登录。用户只登录一次。改动「登录 | SSO」相关内容前先读。',
      updated: '2025-12-31',
      size: '5',
      status: 'Implementing',
    }))
  test('a file without a date is dated today, one without a status is Proposed', () =>
    expect(rowOf(text, 'details/requirements/f0.md')).toMatchObject({ updated: '2026-02-03', status: 'Proposed' }))
  test('a router line in the language of the bank, with the topic in words (000:304)', () =>
    expect(text).toContain('- 实现 **登录 | SSO** 时，阅读 [登录.md](登录.md)'))
  test('the topic is the name in words if there is no title (000:304)', () =>
    expect(run({ ...many('design', 8), 'details/design/order-flow_v2.md': 'text' }).texts[DESIGN]).toContain(
      '- When modifying **order flow v2**, read [order-flow_v2.md](order-flow_v2.md)',
    ))
  test('lines that 0.1.0 named by file are reworded in either language; a person’s line stays (000:304)', () => {
    const theirs = '- When modifying **the flow of files**, read [f1.md](f1.md)'
    const before = `# Design Router\n\n- When modifying **f0**, read [f0.md](f0.md)\n${theirs}\n- 修改 **f2** 时，阅读 [f2.md](f2.md)\n`
    const first = run({ ...many('design', 3), [DESIGN]: before }).texts
    const routers = first[DESIGN]?.split('\n').filter((line) => line.startsWith('- '))
    expect(routers).toEqual([
      '- When modifying **File 0**, read [f0.md](f0.md)',
      theirs,
      '- When modifying **File 2**, read [f2.md](f2.md)',
    ])
    expect(run(first).plan.changes).toEqual([])
  })

  test.each([
    ['---\nstatus: accepted\n---\n# A\n', 'Accepted'],
    ['# A\nStatus: Done (v1.2)\n', 'Done'],
    ['# A\n- **状态**：已废弃\n', 'Deprecated'],
    ['# A\n**Status:** ✅ Completed\n', 'Done'],
    ['# A\n\n| 字段 | 值 |\n|---|---|\n| 状态 | 进行中 |\n', 'Implementing'],
    ['# A\n\n## Status\n\nAccepted\n', 'Accepted'],
    ['# A\nStatus: Proposed / Accepted / Done\n', 'Proposed'],
    ['# A\n状态：未完成\n', 'Proposed'],
    ['# A\n```\nStatus: Done\n```\n', 'Proposed'],
  ])('%j has status %s', (text, status) => {
    const index = run({ ...many('requirements', 8), 'details/requirements/a.md': text }).texts[REQUIREMENTS] ?? ''
    expect(rowOf(index, 'details/requirements/a.md')?.['status']).toBe(status)
  })

  test.each([
    ['a.md', '# A\n类型：性能\n', 'performance'],
    ['a.md', '---\ntype: integration\n---\n# A\n', 'integration'],
    ['a.md', '# Slow query on orders\n\nThe latency was high.\n', 'performance'],
    ['a.md', '# 支付回调\n\n对接第三方网关。\n', 'integration'],
    ['performance/a.md', '# A\n', 'performance'],
    ['a.md', '# A\n', 'bug'],
  ])('%s %j is of type %s', (name, text, type) => {
    const index = run({ ...many('learnings', 8), [`details/learnings/${name}`]: text }).texts[LEARNINGS] ?? ''
    expect(rowOf(index, `details/learnings/${name}`)?.['type']).toBe(type)
  })

  test('a summary has two to four sentences for any text', () => {
    law(
      fc.property(
        fc.array(fc.constantFrom('word ', 'end. ', '句。', '# H\n', '\n', '| a |\n', 'v1.2 ', '- x\n')),
        (parts) => {
          const index = run({ ...many('design', 8), 'details/design/a.md': parts.join('') }).texts[DESIGN] ?? ''
          const summary = rowOf(index, 'details/design/a.md')?.['summary'] ?? ''
          const sentences = summary.match(/[.。…](?=\s|$|\p{L})/gu) ?? []
          expect(sentences.length).toBeGreaterThanOrEqual(2)
          expect(sentences.length).toBeLessThanOrEqual(4)
        },
      ),
      100,
    )
  })

  test('the author column appears once two people have written in the folder', () => {
    const authored = (second: string) =>
      rowOf(
        run(many('design', 9), {
          dates: {
            'details/design/f0.md': { updated: '2026-01-01', author: 'Ann' },
            'details/design/f1.md': { updated: '2026-01-01', author: second },
          },
        }).texts[DESIGN] ?? '',
        'details/design/f1.md',
      )
    expect(authored('Ann')).not.toHaveProperty('author')
    expect(authored('Bob')).toHaveProperty('author', 'Bob')
  })
})

describe('text by people in an index survives [S6]', () => {
  const index = [
    '# Our designs',
    '',
    'Ask **Ann** first.',
    '',
    '- For payments see [the notes](f1.md)',
    '- When modifying **gone**, read [gone.md](gone.md)',
    '- Old but mine: [gone.md](gone.md)',
    '',
    '| owner | path | summary | title | size | updated |',
    '|:--|---|---|---|--:|---|',
    '| Bob | `details/design/f1.md`   | Mine, by hand. | Old title | 999 | 2020-01-01 |',
    '| | details/design/gone.md | Gone. | Gone | 1 | 2020-01-01 |',
    '| Eve | [f0](f0.md) |  | File 0 | 3 | 2026-02-03 |',
    '| dup | details/design/f1.md | Second. | x | 1 | 2020-01-01 |',
    '| far | details/tech.md | Not of this folder. | Tech | 7 | 2020-01-01 |',
    '',
    'The end, without newline',
  ].join('\n')
  const files = { ...many('design', 3), 'details/tech.md': '# T\n', [DESIGN]: index }

  test('only outdated cells change', () => {
    const { texts, plan } = run(files)
    expect(texts[DESIGN]).toBe(
      [
        '# Our designs',
        '',
        'Ask **Ann** first.',
        '',
        '- For payments see [the notes](f1.md)',
        '- When modifying **File 0**, read [f0.md](f0.md)',
        '- When modifying **File 2**, read [f2.md](f2.md)',
        '- Old but mine: [gone.md](gone.md)',
        '',
        '| owner | path | summary | title | size | updated |',
        '|:--|---|---|---|--:|---|',
        '| Bob | `details/design/f1.md`   | Mine, by hand. | File 1 | 3 | 2026-02-03 |',
        '| Eve | [f0](f0.md) | Words. Read it before changing File 0. | File 0 | 3 | 2026-02-03 |',
        '| far | details/tech.md | Not of this folder. | Tech | 7 | 2020-01-01 |',
        '|  | details/design/f2.md | Words. Read it before changing File 2. | File 2 | 3 | 2026-02-03 |',
        '',
        'The end, without newline',
      ].join('\n'),
    )
    expect(plan.notes).toEqual([])
  })

  test('of two rows for one file the first with a summary stays', () => {
    const text = [
      '| path | title | summary | updated | size |',
      '|---|---|---|---|---|',
      '| details/design/f0.md | a |  | x | 1 |',
      '| details/design/f0.md | b | Kept. | x | 1 |',
    ].join('\r\n')
    const rows = rowsOf(run({ ...many('design', 1), [DESIGN]: text }).texts[DESIGN] ?? '')
    expect(rows.map((row) => row['summary'])).toEqual(['Kept.'])
  })

  test('a summary follows a file that moved', () => {
    const first = run(many('design', 9)).texts[DESIGN] ?? ''
    const mine = first.replace(
      /(\| details\/design\/f3\.md \| File 3 \| )[^|]*/,
      (_all, head: string) => `${head}By hand. `,
    )
    const { 'details/design/f3.md': moved, ...rest } = many('design', 9)
    const text = run({ ...rest, 'details/design/sub/f3.md': moved ?? '', [DESIGN]: mine }).texts[DESIGN] ?? ''
    expect(rowOf(text, 'details/design/sub/f3.md')?.['summary']).toBe('By hand.')
    expect(rowsOf(text)).toHaveLength(9)
  })

  test('the user block keeps its bytes and new text goes into the machine block [S2]', () => {
    const user =
      '<!-- USER_BLOCK_START -->\r\n| path | summary |\r\n|---|---|\r\n| details/design/gone.md | x |\r\n<!-- USER_BLOCK_END -->'
    const text = `<!-- MACHINE_BLOCK_START -->\r\n# R\r\n<!-- MACHINE_BLOCK_END -->\r\n\r\n${user}`
    const edited = run({ ...many('design', 2), [DESIGN]: text }).texts[DESIGN] ?? ''
    expect(edited.endsWith(user)).toBe(true)
    expect(edited.indexOf('details/design/f1.md')).toBeLessThan(edited.indexOf('<!-- MACHINE_BLOCK_END'))
    expect(edited).not.toMatch(/[^\r]\n/)
  })

  test.each([
    [
      'two tables, the older designs in the second',
      '# 设计索引\n\n## 现行\n\n| 文档 | 说明 |\n|------|------|\n| [f0.md](f0.md) | 一 |\n',
      '\n## 历史（Legacy）\n\n| 文档 | 说明 | 状态 |\n|---|---|---|\n| [f1.md](f1.md) | 二 | v6.x |\n',
      '| [f2.md](f2.md) | File 2 |\n',
    ],
    [
      'paths in its own columns',
      '| path | summary |\n|---|---|\n| details/design/f0.md | By hand. |\n| details/design/f1.md | Two. |\n',
      '',
      '| details/design/f2.md | File 2 |\n',
    ],
    [
      'a list',
      '# Designs\n\n- [One](f0.md), by hand\n- [Two](f1.md)\n',
      '',
      '- 修改 **File 2** 时，阅读 [f2.md](f2.md)\n',
    ],
  ])('an index in a form of its own keeps it, and gains one line for a file it lacks: %s', (_form, top, rest, line) => {
    const listed = { ...many('design', 2), [DESIGN]: top + rest }
    expect(run(listed, { language: 'zh' }).plan.changes).toEqual([])
    const first = run({ ...many('design', 3), [DESIGN]: top + rest }, { language: 'zh' })
    expect(first.texts[DESIGN]).toBe(top + line + rest)
    expect(first.plan.notes).toEqual([])
    expect(run(first.texts, { language: 'zh' }).plan.changes).toEqual([])
  })

  test('a requirement enters a table of its own form below the heading of its status, and its row follows its status', () => {
    const index =
      '## 进行中\n\n| 需求 | 状态 |\n|---|---|\n| [f0.md](f0.md) | 进行中 |\n\n## 已完成\n\n| 需求 | 状态 |\n|---|---|\n| [f1.md](f1.md) | 已完成 |\n'
    const statuses = ['已完成', '已完成', '已完成']
    const files = many('requirements', 3, (at) => `# File ${at}\n\n状态：${statuses[at]}\n`)
    expect(run({ ...files, [REQUIREMENTS]: index }).texts[REQUIREMENTS]).toBe(
      `${index.replace('| [f0.md](f0.md) | 进行中 |', '| [f0.md](f0.md) | Done |')}| [f2.md](f2.md) | Done |\n`,
    )
  })

  test('a table whose header is a row of dashes does not grow with every refresh', () => {
    const index = '## Done\n|---|---|---|---|---|\n|---|---|---|---|---|\n| [b](f1.md) | x |'
    const done = { 'details/requirements/done.md': '# D\n\nStatus: Done\n' }
    const first = run({ ...many('requirements', 20), ...done, [REQUIREMENTS]: index }).texts
    expect(run(first).plan.changes).toEqual([])
  })

  test('an index with broken markers does not change, and the plan says so', () => {
    const text = '<!-- USER_BLOCK_START -->\nmine\n'
    const { texts, plan } = run({ ...many('design', 9), [DESIGN]: text })
    expect(texts[DESIGN]).toBe(text)
    expect(plan.notes[0]?.en).toContain('markers need repair')
  })
})

describe('a damaged index is rebuilt and keeps what a person wrote [S6]', () => {
  const row = '| details/design/f1.md | File 1 | Mine, by hand. | 2020-01-01 | 3 |'
  test.each([
    ['no table', '# Design Router\n\nMine, by hand.\n\n- When modifying **f1**, read [f1.md](f1.md)\n'],
    ['nothing', ''],
    ['blank, with a byte order mark', '\ufeff\r\n'],
    ['the alignment row lost', `| path | title | summary | updated | size |\n${row}\n`],
    ['an alignment row too short', `| path | title | summary | updated | size |\n|---|---|\n${row}\n`],
    ['the header lost', `# D\n\n${row}\n`],
    [
      'a merge conflict',
      `| path | title | summary | updated | size |\n|---|---|---|---|---|\n<<<<<<< HEAD\n${row}\n=======\n${row.replace('Mine', 'Theirs')}\n>>>>>>> other\n`,
    ],
    ['another table only', '| a | b |\n|---|---|\n| Mine, by hand. | x |\n'],
    ['an open fence', '# D\n\nMine, by hand.\n\n```\ncode\n'],
    ['an open comment', '# D\n\nMine, by hand.\n\n<!-- to do\n'],
  ])('%s', (name, text) => {
    const files = { ...many('design', 9), [DESIGN]: text }
    const { texts, plan } = run(files)
    const after = texts[DESIGN] ?? ''
    expect(
      rowsOf(after)
        .map((one) => one['path'])
        .toSorted(),
    ).toEqual(Object.keys(many('design', 9)))
    expect(rowsOf(after).every((one) => one['summary'] !== '' && one['size'] === '3')).toBe(true)
    expect(plan.notes).toEqual([{ en: `Index rebuilt, please check: ${DESIGN}`, zh: `索引已重建，请检查：${DESIGN}` }])
    if (text.includes('Mine')) expect(after).toContain('Mine, by hand.')
    if (text.includes(row)) expect(rowOf(after, 'details/design/f1.md')?.['summary']).toBe('Mine, by hand.')
    if (name.startsWith('blank')) expect(after.startsWith('\ufeff# Design Router')).toBe(true)
    expect(run(texts).plan).toMatchObject({ changes: [], notes: [] })
  })
})

describe('large indexes [S6]', () => {
  const statuses = ['Proposed', 'Accepted', 'Implementing', 'Done', 'Deprecated']
  const requirement = (index: number) => `# R${index}\n\nStatus: ${statuses[index % 5]}\n\nWords.\n`

  test('above 20 requirements rows are grouped by status and keep their summaries', () => {
    const before = run(many('requirements', 20, requirement)).texts[REQUIREMENTS] ?? ''
    expect(before).not.toContain('## ')
    const mine = before.replace('Words. Read it before changing R7.', 'By hand.')
    const { texts, plan } = run({ ...many('requirements', 21, requirement), [REQUIREMENTS]: mine })
    const after = texts[REQUIREMENTS] ?? ''
    expect(after.match(/^## .*$/gm)).toEqual(statuses.map((status) => `## ${status}`))
    expect(indexTables(pageOf(after))).toHaveLength(5)
    expect(rowsOf(after)).toHaveLength(21)
    expect(rowOf(after, 'details/requirements/f7.md')?.['summary']).toBe('By hand.')
    expect(plan.notes).toEqual([])
    expect(run(texts).plan.changes).toEqual([])
  })

  test('a requirement whose status changes moves to the other table', () => {
    const { texts } = run(many('requirements', 25, requirement))
    const { texts: after } = run({ ...texts, 'details/requirements/f0.md': '# R0\n\nStatus: Done\n' })
    const text = after[REQUIREMENTS] ?? ''
    expect(text.indexOf('requirements/f0.md')).toBeGreaterThan(text.indexOf('## Done'))
    expect(rowsOf(text)).toHaveLength(25)
  })

  const learning = (index: number) =>
    `# L${index}\n\nType: ${['bug', 'performance', 'integration'][index % 3]}\n\nWords.\n`
  test('above 30 learnings the index splits by type, hand-written summaries and columns included', () => {
    const before = run(many('learnings', 30, learning)).texts[LEARNINGS] ?? ''
    expect(Object.keys(run(many('learnings', 30, learning)).texts)).toHaveLength(31)
    const mine = before.replace('Words. Read it before changing L7.', 'By hand.')
    const { texts } = run({ ...many('learnings', 31, learning), [LEARNINGS]: `${mine}\nMy words.\n` })
    const main = texts[LEARNINGS] ?? ''
    expect(main.match(/^- .*$/gm)).toEqual(
      [
        '- When running into **a bug**, read [index-bug.md](index-bug.md)',
        '- When running into **an integration problem**, read [index-integration.md](index-integration.md)',
        '- When running into **a performance problem**, read [index-performance.md](index-performance.md)',
      ].toSorted((a, b) => main.indexOf(a) - main.indexOf(b)),
    )
    expect(main).toContain('My words.')
    expect(indexTables(pageOf(main))).toEqual([])
    const counts = ['bug', 'performance', 'integration'].map(
      (type) => rowsOf(texts[`details/learnings/index-${type}.md`] ?? '').length,
    )
    expect(counts).toEqual([11, 10, 10])
    expect(rowOf(texts['details/learnings/index-performance.md'] ?? '', 'details/learnings/f7.md')?.['summary']).toBe(
      'By hand.',
    )
    expect(run(texts).plan).toMatchObject({ changes: [], notes: [] })
  })

  test('a learning about index performance is not taken for an index', () => {
    const files = {
      ...many('learnings', 31, learning),
      'details/learnings/index-performance.md': '# Slow index\n\nType: bug\n',
    }
    const { texts } = run(files)
    expect(texts['details/learnings/index-performance.md']).toBe(files['details/learnings/index-performance.md'])
    expect(rowOf(texts['details/learnings/index-bug.md'] ?? '', 'details/learnings/index-performance.md')).toBeDefined()
    expect(texts['details/learnings/index-performance-2.md']).toContain('details/learnings/f1.md')
    expect(run(texts).plan.changes).toEqual([])
  })

  test('planning time is linear in the number of files', () => {
    expectInProportion(
      250,
      (count) => ({ first: many('design', count), later: many('design', count, (index) => `# Changed ${index}\n`) }),
      ({ first, later }) => run({ ...run(first).texts, ...later }),
    )
  })
})

describe('laws', () => {
  const name = fc
    .string({
      unit: fc.constantFrom(
        'a',
        'b',
        ' ',
        '(',
        ')',
        '[',
        ']',
        '"',
        "'",
        '需',
        '😀',
        '%',
        '#',
        '&',
        '|',
        '`',
        '*',
        '_',
        '<',
        ':',
        '-',
        '.',
        '\n',
      ),
      minLength: 1,
      maxLength: 8,
    })
    .filter((raw) => !/^[. ]+$/.test(raw))
    .map((raw) => `${raw}.md`)
  const line = fc.constantFrom(
    '# Title',
    '## Done',
    '## Proposed',
    'words',
    '',
    '```',
    '- item',
    '- When modifying **x**, read [x.md](x.md)',
    '- 实现 **a** 时，阅读 [a.md](a.md)',
    '- see [a](<a.md>)',
    '| path | title | summary | updated | size |',
    '| path | summary | owner |',
    '|---|---|---|---|---|',
    '|---|---|---|',
    '| a.md | t | mine | 2020-01-01 | 1 |',
    '| details/design/gone.md | t | mine | 2020-01-01 | 1 |',
    '| [b](b.md) | x |',
    '<!-- note -->',
    '<!--',
    '<<<<<<< HEAD',
    '=======',
    '>>>>>>> x',
  )
  const body = fc.array(
    fc.constantFrom('# T', 'Status: Done', '状态：进行中', 'type: performance', 'words.', '', '```', 'slow error'),
    { maxLength: 5 },
  )
  const bank = fc.record({
    folder: fc.constantFrom('design', 'requirements', 'learnings'),
    files: fc.uniqueArray(fc.tuple(name, body), { maxLength: 40, size: 'max', selector: ([file]) => file }),
    index: fc.option(
      fc.tuple(fc.constantFrom('', '\ufeff'), fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n')),
      {
        nil: undefined,
      },
    ),
    language: fc.constantFrom<Language>('en', 'zh'),
  })
  const textsOf = (value: typeof bank extends fc.Arbitrary<infer T> ? T : never) => {
    const texts: Record<string, string> = {}
    for (const [file, lines] of value.files) texts[knownPath(`details/${value.folder}/${file}`)] = lines.join('\n')
    if (value.index !== undefined) {
      const [mark, lines, ending] = value.index
      texts[`details/${value.folder}/index.md`] = mark + lines.join(ending)
    }
    return texts
  }

  test('a header that becomes a table once another table is gone is filled by the same plan [S6]', () => {
    const names = Array.from({ length: 21 }, (_, number) => `details/requirements/r${number}.md`)
    const header = '| path | title | summary | updated | size |'
    const index = [header, 'words', header, '|---|---|---|---|---|'].join('\n')
    const bank = Object.fromEntries([...names.map((path) => [path, '']), ['details/requirements/index.md', index]])
    const first = run(bank, { language: 'en' })
    expect(first.texts['details/requirements/index.md']).toContain('words |')
    expect(run(first.texts, { language: 'en' }).plan.changes).toEqual([])
  })

  test('planning the result plans nothing, for any names, line ends and damage', () => {
    law(
      fc.property(bank, (value) => {
        const first = run(textsOf(value), { language: value.language })
        const second = run(first.texts, { language: value.language })
        expect(second.plan.changes).toEqual([])
        expect(second.plan.notes).toEqual([])
      }),
      400,
    )
  })

  test('every file has one row and a link that leads to it', () => {
    law(
      fc.property(bank, (value) => {
        const { texts } = run(textsOf(value), { language: value.language })
        const indexes = Object.keys(texts).filter((path) => /\/index(-[a-z]+)?\.md$/.test(path))
        fc.pre(indexes.length > 0)
        const folder = value.folder as 'design'
        const all = indexes.map((path) => texts[path] ?? '').join('\n\n')
        const linked = new Set(
          all
            .split(/\r\n|\n/)
            .flatMap((text) => linkTargets(text).flatMap((link) => pathsOfLink(link, folder).slice(0, 1))),
        )
        const listed = indexes.flatMap((path) => rowsOf(texts[path] ?? ''))
        const files = value.files.map(([file]) => knownPath(`details/${folder}/${file}`))
        const handMade = isHandMade(pageOf(textsOf(value)[`details/${folder}/index.md`] ?? ''), folder, new Set(files))
        if (handMade) {
          const named = indexes.flatMap((path) => pathsNamed(pageOf(texts[path] ?? ''), folder))
          for (const file of files) expect(named).toContain(file)
          return
        }
        expect(listed.length).toBeGreaterThanOrEqual(value.files.length)
        for (const file of files) expect(linked).toContain(file)
      }),
      200,
    )
  })
})
