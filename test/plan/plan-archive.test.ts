import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { Page } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import type { Plan } from '../../src/base/change.ts'
import type { Language } from '../../src/base/language.ts'
import { MEMORY } from '../../src/base/layout.ts'
import { planArchive } from '../../src/plan/plan-archive.ts'
import { law } from '../laws/runs.ts'

const TODAY = '2026-03-31'
const PROGRESS = 'details/progress.md'

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
  planArchive(draft, { language, today: TODAY, now: `${TODAY}T00:00:00Z` })
  return {
    texts: Object.fromEntries(draft.paths().map((path) => [path, draft.read(path) ?? ''])),
    plan: draft.plan('archive'),
  }
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('')
/** Enough finished items of today to exceed the limit. */
const crowd = lines(21, (index) => `- [x] recent ${index} ${TODAY}`)
const progressAfter = (text: string) => run({ [PROGRESS]: text }).texts
const archiveAfter = (text: string, month: string) => progressAfter(text)[`details/archive/progress_${month}.md`]

describe('limits [S8]', () => {
  test.each([
    ['20 done items', `${lines(20, (index) => `- [x] a ${index} 2026-01-01`)}`, false],
    ['21 done items', `${lines(21, (index) => `- [x] a ${index} 2026-01-01`)}`, true],
    ['120 lines', `- [x] a 2026-01-01\n${lines(119, () => 'words')}`, false],
    ['121 lines', `- [x] a 2026-01-01\n${lines(120, () => 'words')}`, true],
    ['21 items set aside', `## 已完成（待归档）\n\n${lines(21, (index) => `- a ${index} 2026-01-01`)}`, true],
    ['21 checked children', `- [x] a 2026-01-01\n${lines(20, () => '  - [x] child')}`, true],
    ['21 in a fence', `\`\`\`\n${lines(21, (index) => `- [x] a ${index} 2026-01-01`)}\`\`\`\n`, false],
    ['21 unchecked', lines(21, (index) => `- [ ] a ${index} 2026-01-01`), false],
  ])('%s: moved = %s', (_name, text, moved) => expect(run({ [PROGRESS]: text }).plan.changes.length > 0).toBe(moved))
})

describe('items that move [S8]', () => {
  test('an item older than 30 days moves to the file of its month; a newer one stays', () => {
    const texts = progressAfter(`# P\n\n- [x] old 2026-02-28\n- [x] young 2026-03-01\n${crowd}`)
    expect(texts[PROGRESS]).toBe(`# P\n\n- [x] young 2026-03-01\n${crowd}`)
    expect(texts['details/archive/progress_2026-02.md']).toBe('# Archive: progress 2026-02\n\n- [x] old 2026-02-28\n')
  })

  test.each([
    ['- [x] a 2026-01-22\n', '2026-01'],
    ['* [X] a 2026/1/22\n', '2026-01'],
    ['1. [x] a 2026年1月22日\n', '2026-01'],
    ['+ [x] a (2026.01.22)\n', '2026-01'],
    ['- [x] from 2025-12-01 to 2026-01-22\n', '2026-01'],
    ['- [x] a\n  done 2026-01-22\n', '2026-01'],
    ['- [x] a 2026-01-22\n  - later 2026-03-30\n', '2026-01'],
    ['## 2026-01-22\n\n- [x] a\n', '2026-01'],
    ['## 2026年1月\n\n### Notes\n\n- [x] a\n', '2026-01'],
  ])('%j is dated', (item, month) => expect(archiveAfter(item + crowd, month)).toContain('] '))

  test('an impossible date does not count: the item goes to the month of the run', () =>
    expect(archiveAfter(`- [x] a 2026-13-45\n${crowd}`, '2026-03')).toContain('- [x] a 2026-13-45'))

  test.each([
    ['its first line decides', '- [x] a 2026-03-30\n  - b 2020-01-01\n'],
    ['the nearest dated heading decides', '## 2020-01-01\n\n### 2026-03-30\n\n- [x] a\n'],
    ['an unchecked child keeps it', '- [x] a 2020-01-01\n  - [ ] open\n'],
    ['an open parent keeps it', '- [ ] open\n  - [x] a 2020-01-01\n'],
    ['an unchecked item set aside stays', '## Done (to archive)\n\n- [ ] a 2020-01-01\n'],
    ['a fence is text', '```\n- [x] a 2020-01-01\n```\n'],
    ['a comment is text', '<!--\n- [x] a 2020-01-01\n-->\n'],
  ])('%s', (_name, text) => {
    const crowded = `- [x] mover 2020-01-01\n\n${text}\n## Recent ${TODAY}\n\n${lines(130, () => 'words')}`
    const { texts } = run({ [PROGRESS]: crowded })
    expect(texts[PROGRESS]).toBe(crowded.replace('- [x] mover 2020-01-01\n\n', ''))
  })

  test('undated items leave from the top, those set aside first, until both limits hold', () => {
    const text = `- [x] one\n- [x] two\n\n## Done (to archive)\n\n- three\n- [x] four\n${lines(19, (index) => `- [x] keep ${index} ${TODAY}`)}`
    const texts = progressAfter(text)
    expect(texts['details/archive/progress_2026-03.md']).toBe(
      '# Archive: progress 2026-03\n\n- [x] one\n- three\n- [x] four\n',
    )
    expect(texts[PROGRESS]).toContain('- [x] two')
  })

  test('an item takes its continuation lines, children, inner blank lines and code along', () => {
    const item = '- [x] a 2020-01-01\n  more\nruns on\n\n  - child\n\n    ```\n    - [ ] code\n    ```\n'
    expect(archiveAfter(`${item}\nNext words.\n${crowd}`, '2020-01')).toBe(`# Archive: progress 2020-01\n\n${item}`)
  })

  test('an item of a plain list keeps the line above it as context', () => {
    const texts = progressAfter(`- Sprint 1\n    - [x] a 2020-01-01\n    - [x] b 2020-01-02\n    - c\n${crowd}`)
    expect(texts['details/archive/progress_2020-01.md']).toBe(
      '# Archive: progress 2020-01\n\n- Sprint 1\n    - [x] a 2020-01-01\n    - [x] b 2020-01-02\n',
    )
    expect(texts[PROGRESS]).toBe(`- Sprint 1\n    - c\n${crowd}`)
  })

  test('later items are appended with their own line ends', () => {
    const { texts } = run({
      [PROGRESS]: `- [x] b 2020-01-02\r\n${crowd}`,
      'details/archive/progress_2020-01.md': '# 归档：progress 2020-01\n\n- [x] a 2020-01-01',
    })
    expect(texts['details/archive/progress_2020-01.md']).toBe(
      '# 归档：progress 2020-01\n\n- [x] a 2020-01-01\n- [x] b 2020-01-02\r\n',
    )
  })

  test('a new archive has a title in the language of the bank', () =>
    expect(
      run({ [PROGRESS]: `- [x] a 2020-01-01\n${crowd}` }, 'zh').texts['details/archive/progress_2020-01.md'],
    ).toMatch(/^# 归档：progress 2020-01\n/))
})

describe('the focus in MEMORY.md [S8]', () => {
  const memory = (focus: string, other = '') =>
    `<!-- MACHINE_BLOCK_START -->\n# M\n\n## Current Focus\n\n${focus}\n## Decision Highlights\n\n${other}<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\n${lines(30, () => '- [x] mine 2020-01-01')}<!-- USER_BLOCK_END -->\n`

  test('only items of the section move, not those of other sections or of the user', () => {
    const before = memory(`- [x] a 2020-01-01\n${crowd}`, '- [x] not focus 2020-01-01\n')
    const { texts } = run({ 'MEMORY.md': before })
    expect(texts['MEMORY.md']).toBe(before.replace('- [x] a 2020-01-01\n', ''))
    expect(texts['details/archive/focus_2020-01.md']).toBe('# Archive: focus 2020-01\n\n- [x] a 2020-01-01\n')
  })
  test('only lines of the section count', () => {
    const before = memory(
      '- [x] a 2020-01-01\n',
      lines(130, () => 'words'),
    )
    expect(run({ 'MEMORY.md': before }).plan.changes).toEqual([])
  })
  test('a held file and a file with broken markers do not change', () => {
    const before = memory(`- [x] a 2020-01-01\n${crowd}`)
    expect(run({ 'MEMORY.md': before }, 'en', (draft) => draft.holdStill(MEMORY)).plan.changes).toEqual([])
    expect(run({ 'MEMORY.md': before.replace('<!-- USER_BLOCK_END -->', '') }).plan.changes).toEqual([])
  })
})

describe('laws', () => {
  const date = fc.constantFrom('', ' 2020-01-05', ' 2026/3/30', ' 2025年12月31日', ' 2026-02-28')
  const piece = fc.tuple(
    fc.constantFrom(
      '- [x] done',
      '* [X] done',
      '1. [x] done',
      '- [ ] open',
      '- plain',
      '  - [x] child',
      '  - [ ] child',
      '    deep - text',
      '  ```',
      '```',
      '    ```',
      '## Done (to archive)',
      '### 已完成(待归档)',
      '## Next',
      'words',
      '',
      '   ',
      '<!-- note -->',
      '<!--',
      '-->',
      '> quote',
      '| a | b |',
      '---',
    ),
    date,
  )
  const ending = fc.constantFrom('\n', '\r\n')
  const text = fc
    .tuple(fc.array(piece, { maxLength: 80, size: 'max' }), ending, fc.boolean(), fc.boolean())
    .map(([pieces, end, mark, last]) => {
      const body = pieces.map(([line, when], index) =>
        line === '' ? '' : `${line}${/^[\s`<>|-]*$/.test(line) ? '' : ` #${index}${when}`}`,
      )
      return (mark ? '\ufeff' : '') + body.join(end) + (last ? end : '')
    })
  const user = fc.constantFrom(
    '',
    `<!-- USER_BLOCK_START -->\n${lines(25, () => '- [x] mine 2020-01-01')}<!-- USER_BLOCK_END -->\n`,
  )
  /** Padded to around the line limit, so that none, some or all finished items must move. */
  const bank = fc.tuple(text, user, fc.integer({ min: 0, max: 130 })).map(([body, block, filler]) => {
    const isOpen = body.split(/\r\n|\n/).some((line) => /^ {0,3}```|<!--/.test(line))
    return `${lines(filler, () => 'filler')}\n${body}${isOpen ? '' : `\n${block}`}`
  })

  test('planning the result plans nothing', () => {
    law(
      fc.property(bank, (body) => {
        const first = run({ [PROGRESS]: body })
        expect(run(first.texts).plan.changes).toEqual([])
      }),
      300,
    )
  })

  test('nothing is lost: every line of text is in progress or in the archive, once', () => {
    law(
      fc.property(bank, (body) => {
        const { texts } = run({ [PROGRESS]: body })
        const after = Object.values(texts).join('\n')
        for (const line of body.split(/\r\n|\n/)) {
          if (/#\d/.test(line)) expect(after.split(line.trim()).length).toBeGreaterThanOrEqual(2)
        }
        const archives = Object.entries(texts).flatMap(([path, text]) => (path === PROGRESS ? [] : [text]))
        for (const archive of archives) {
          for (const line of archive.split(/\r\n|\n/)) {
            const number = /\[[xX]\] [a-z]+ (#\d+)(?!\d)/.exec(line)?.[1]
            if (number !== undefined) {
              expect(archives.join('\n').match(new RegExp(`${number}(?!\\d)`, 'g'))).toHaveLength(1)
              expect(texts[PROGRESS]).not.toMatch(new RegExp(`${number}(?!\\d)`))
            }
          }
        }
      }),
      300,
    )
  })

  test('remaining text keeps its bytes and its order', () => {
    law(
      fc.property(bank, (body) => {
        const after = run({ [PROGRESS]: body }).texts[PROGRESS] ?? ''
        let at = 0
        for (const line of after.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
          at = body.indexOf(line, at)
          expect(at).toBeGreaterThanOrEqual(0)
          at += line.length
        }
      }),
      300,
    )
  })
})
