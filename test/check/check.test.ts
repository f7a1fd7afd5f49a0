import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding, RuleSetting } from '../../src/bank/finding.ts'
import { check, withLevels } from '../../src/check/check.ts'
import { expectInProportion } from '../growth.ts'
import { law } from '../laws/runs.ts'
import { bank, bareBank, brief } from './bank.ts'

const TEMPLATES = join(import.meta.dirname, '../../templates')
const template = (language: string) =>
  Object.fromEntries(
    ['MEMORY.md', 'details/tech.md', 'details/patterns.md', 'details/progress.md'].map((path) => [
      path,
      readFileSync(join(TEMPLATES, language, path), 'utf8'),
    ]),
  )

describe('a healthy bank', () => {
  const withEnding = (files: Record<string, string>, ending: string) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', ending)]))

  test.each(['en', 'zh'])('a new bank from the %s templates has no findings [S50]', (language) => {
    for (const ending of ['\n', '\r\n']) {
      expect(check(bareBank({ files: withEnding(template(language), ending) }))).toEqual([])
    }
  })

  test('a bank in use has no findings [S50]', () => {
    const files = {
      ...template('zh'),
      'details/design/auth.md':
        '# 登录\n\n见 [模式](../patterns.md#技术决策与约定)、[代码](../../../src/auth.ts#L10)。\n\n```ts\nlinks[0](x)\n```\n',
      'details/design/index.md':
        '# Design Router\n\n- When modifying **登录**, read [auth.md](auth.md)\n\n| Path | Title |\n|---|---|\n| details/design/auth.md | 登录 |\n',
      'details/archive/progress_2026-01.md': '- [x] 2026-01-02 see [auth](design/auth.md)\n',
      'legacy.md': '# Legacy\n\n````markdown\n[a](gone.md)\n````\n',
    }
    expect(check(bareBank({ files, project: ['src/auth.ts'] }))).toEqual([])
  })
})

describe('the findings', () => {
  test('findings are sorted by path, line and rule [S50]', () => {
    const findings = check(
      bareBank({
        files: { 'MEMORY.md': '# a\n[a](gone.md)\n', 'details/b.md': '[a](gone.md)\n<!-- USER_BLOCK_END -->\n' },
        others: ['a.txt'],
      }),
    )
    expect(findings.map(({ rule, path, line }) => `${path}:${line ?? '-'} ${rule}`)).toEqual([
      'MEMORY.md:- markers',
      'MEMORY.md:- version',
      'MEMORY.md:2 dead-links',
      'a.txt:- structure',
      'details/b.md:- structure',
      'details/b.md:1 dead-links',
      'details/b.md:2 markers',
    ])
  })

  test('old learnings without their parts are one finding that names the other files [S7] [S50]', () => {
    const learning = (name: string) => [`details/learnings/${name}.md`, `# ${name}\n\nIt was slow.\n`] as const
    const files = Object.fromEntries(['a', 'b', 'c'].map(learning))
    const found = check(bareBank({ files })).filter(({ rule }) => rule === 'required-parts')
    expect(found.map(({ path, message }) => [path, message.en.replace(/^.*?: .*?\. /, '')])).toEqual([
      ['details/learnings/a.md', '2 more: b.md, c.md.'],
    ])
  })

  test('entries of patterns.md without their parts are one finding that names the other lines [S7] [S50]', () => {
    const row = '| Decision | Date |\n|---|---|\n| A | 2024-01-01 |\n'
    const files = { 'details/patterns.md': `# P\n\n${row}\n## B\n\n${row}\n## C\n\n${row}` }
    const found = check(bareBank({ files })).filter(({ rule }) => rule === 'required-parts')
    expect(found).toMatchObject([{ line: 3, fix: { kind: 'widen-tables' } }])
    expect(found[0]?.message.zh).toContain('另有 2 处：第 9、15 行。')
  })

  test('in a newer bank only the version is checked [S3]', () => {
    const files = { 'MEMORY.md': '<!-- MEMORY_BANK_TEMPLATE:v8.0 -->\n[a](gone.md)\n', 'new/place.md': '' }
    expect(brief(check(bareBank({ files })))).toEqual(['error MEMORY.md:1'])
  })

  test('every finding has both languages and one next step [S50]', () => {
    law(
      fc.property(
        fc.array(fc.constantFrom('MEMORY.md', 'a.md', 'details/a.md', 'details/tech.md')),
        text,
        (paths, words) => {
          const files = Object.fromEntries(paths.map((path) => [path, words]))
          for (const { message, next, line } of check(bareBank({ files }))) {
            for (const said of [message.en, message.zh, next.en, next.zh]) expect(said.trim()).not.toBe('')
            expect(line === undefined || (line >= 1 && line <= words.split(/\r\n|\n|\r/).length)).toBe(true)
          }
        },
      ),
      100,
    )
  })
})

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...[
          '\n',
          '\r\n',
          '\r',
          '\t',
          '[a](',
          'b.md)',
          '![',
          ']',
          '[a]: b.md',
          '`',
          '```',
          '~~~',
          '<!--',
          '-->',
          '<a b="',
          '<',
          '|',
        ],
        ...[
          '|---|',
          '| a |',
          '# h',
          '## Current Focus',
          '- [x] a',
          '> ',
          '1. ',
          '---',
          '&#0;',
          '&#x110000;',
          '%E4%',
          '#%zz',
          '\\',
        ],
        ...[
          '<!-- MACHINE_BLOCK_START -->',
          '<!-- USER_BLOCK_END -->',
          '<!-- MEMORY_BANK_TEMPLATE:v7.0 -->',
          '\ufeff',
          '\ud800',
        ],
      ),
    ),
  )
  .map((parts) => parts.join(''))

describe('hostile texts', () => {
  test('check throws for no text [S50]', () => {
    law(
      fc.property(text, text, (memory, details) => {
        check(bank({ files: { 'MEMORY.md': memory, 'details/tech.md': details, 'details/progress.md': details } }))
      }),
      2_000,
    )
  })

  const PARTS = [
    ...[
      'a',
      ' ',
      '\t',
      '[',
      ']',
      '![',
      '[]',
      '](',
      '[a](',
      '[a](b',
      '[a](<',
      '[a](b "',
      '[a]: ',
      '`',
      '`a``b',
      '<',
      '<a ',
      '<a b="',
      '<!--',
    ],
    ...[
      '<!',
      '<?',
      '>',
      '> ',
      '- ',
      '-',
      '- -',
      '1. ',
      '#',
      '# ',
      '=',
      '|',
      '|-',
      '| a ',
      '-|',
      '\\',
      '&',
      '&amp;',
      '*',
      '_',
      '_a',
      '中',
      '。',
    ],
    ...[
      '😀',
      '\u00e9',
      ':1',
      '#a',
      '%',
      '..',
      '../',
      '(',
      ')',
      '~',
      '"',
      "'",
      '[a](b)',
      '[[a](b)',
      '[a][b]',
      '`a` ',
      'id="',
      '\ufe0f',
      'a-',
    ],
  ]
  const checked = (memory: string) => check(bank({ files: { 'MEMORY.md': memory } }))

  test.each(PARTS)('one long line of %j is checked in linear time [S50]', (part) => {
    const line = (size: number) => part.repeat(Math.floor(size / part.length))
    expectInProportion(4_000, line, checked)
    expectInProportion(4_000, (size) => `# ${line(size)}x`, checked)
    expectInProportion(4_000, (size) => `x [a](${line(size)}`, checked)
  })

  test.each([
    '# a\n',
    '- [x] a\n',
    '[a]: b.md\n',
    '[a](b.md)\n\n',
    '| a |\n|---|\n| b |\n\n',
    '> - a\n',
    '```\n',
    '## Done (to archive)\n- a\n',
  ])('many lines of %j are checked in linear time [S50]', (part) =>
    expectInProportion(1_000, (lines) => part.repeat(lines), checked),
  )
})

describe('the levels a project sets', () => {
  const words = { en: 'x', zh: 'x' }
  const found: readonly Finding[] = [
    { rule: 'a', level: 'error', path: 'A.md', line: 1, message: words, next: words },
    { rule: 'b', level: 'warning', path: 'B.md', line: 2, message: words, next: words },
  ]

  test.each<[readonly (readonly [string, RuleSetting])[], readonly string[]]>([
    [[], ['error A.md:1', 'warning B.md:2']],
    [[['a', 'off']], ['warning B.md:2']],
    [
      [
        ['a', 'warn'],
        ['b', 'error'],
      ],
      ['warning A.md:1', 'error B.md:2'],
    ],
  ])('with %j the findings are %j [S50]', (settings, left) => {
    expect(brief(withLevels(found, new Map(settings)))).toEqual(left)
  })
})
