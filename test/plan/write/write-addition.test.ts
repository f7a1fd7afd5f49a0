import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../../../src/bank/blocks.ts'
import { pageOf } from '../../../src/bank/page.ts'
import { allOf } from '../../../src/bank/section-memory.ts'
import { ADDITION_KINDS } from '../../../src/base/addition.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { isIndexPath, SECTION } from '../../../src/base/layout.ts'
import { law } from '../../laws/runs.ts'
import { addition, freshBank, planFor, type Texts, TODAY, written } from './bank.ts'

const DECISION = { kind: 'decision', title: 'Use SQLite', why: 'one file', given_up: 'Postgres', applies_to: 'storage' }
const LEARNING = {
  kind: 'learning',
  title: 'Timeouts in CI',
  symptom: 'tests hang',
  root_cause: 'IPv6 first',
  solution: 'resolve IPv4',
  prevention: 'a test',
}
const REQUIREMENT = { kind: 'requirement', title: 'Refunds', text: 'Money back in three days.' }
const DESIGN = { kind: 'design', title: 'Cart', text: 'The cart is a list.' }
const ANSWER = { kind: 'answer', title: 'How do we deploy?', text: 'make deploy', pointer: 'details/tech.md' }
const EACH = [
  DECISION,
  LEARNING,
  REQUIREMENT,
  DESIGN,
  { kind: 'focus', text: 'Ship refunds' },
  { kind: 'progress', text: 'Refund API', state: 'next' },
  { kind: 'tech', text: '**Cache**: Redis 7' },
  ANSWER,
]

function section(texts: Texts, heading: string): string {
  return pageOf(texts['MEMORY.md'] ?? '').sectionBody(heading) ?? ''
}

/** The source rows of its first table. */
function rowsOf(text: string | undefined): readonly string[] {
  const table = pageOf(text ?? '').tables[0]
  return table?.rows.map((row) => (text ?? '').slice(row.start, row.end).trimEnd()) ?? []
}

describe('each kind has its place', () => {
  test.each([
    [DECISION, 'details/patterns.md', `| ${TODAY} | Use SQLite | one file | Postgres | storage |`],
    [DECISION, 'MEMORY.md', `| Use SQLite | ${TODAY} | storage |`],
    [LEARNING, 'details/learnings/timeouts-in-ci.md', '## Root cause\n\nIPv6 first\n'],
    [REQUIREMENT, 'details/requirements/REQ-001-refunds.md', '# REQ-001: Refunds\n\n- **Status**: Proposed\n'],
    [DESIGN, 'details/design/cart.md', '# Cart\n'],
    [
      { kind: 'focus', text: 'Ship refunds' },
      'MEMORY.md',
      '## Current Focus\n\n- Ship refunds\n\n## Decision Highlights',
    ],
    [{ kind: 'progress', text: 'API', state: 'next' }, 'details/progress.md', '## Next\n\n- [ ] API\n'],
    [{ kind: 'progress', text: 'API', state: 'done' }, 'details/progress.md', `archive)\n\n- [x] ${TODAY} API\n`],
    [{ kind: 'tech', text: 'Redis 7' }, 'details/tech.md', '## Stack\n\n- Redis 7\n'],
    [{ kind: 'tech', text: 'Build: `npm run build`' }, 'details/tech.md', '## Commands\n\n- Build: `npm run build`\n'],
    [{ kind: 'tech', text: 'No IE', section: 'Limits' }, 'details/tech.md', '## Limits\n\n- No IE\n'],
    [ANSWER, 'MEMORY.md', '- **How do we deploy?** make deploy → [details/tech.md](details/tech.md)\n'],
  ])('%j → %s [S43]', (entry, path, words) => {
    expect(written(freshBank(), [entry]).texts[path]).toContain(words)
  })

  test.each([
    [{ kind: 'focus', text: ['Ship refunds', 'Then search'] }, 'MEMORY.md', '- Ship refunds\n- Then search\n'],
    [{ kind: 'progress', text: '- a\n- b', state: 'next' }, 'details/progress.md', '- [ ] a\n- [ ] b\n'],
    [{ kind: 'tech', text: '1. Redis 7\n2. Node 22' }, 'details/tech.md', '- Redis 7\n- Node 22\n'],
    [{ kind: 'focus', text: 'Ship refunds\nand search' }, 'MEMORY.md', '- Ship refunds and search\n'],
  ])('a list becomes several items: %j [S43]', (entry, path, words) => {
    expect(written(freshBank(), [entry]).texts[path]).toContain(words)
  })

  test('headings and labels are in the bank’s language [S5] [S43]', () => {
    const { texts } = written(freshBank('zh'), EACH, { language: 'zh' })
    expect(texts['details/learnings/timeouts-in-ci.md']).toContain('## 根因\n\nIPv6 first\n')
    expect(texts['details/requirements/REQ-001-refunds.md']).toContain('- **状态**：Proposed')
    expect(texts['details/progress.md']).toContain('## 下一步\n\n- [ ] Refund API')
    expect(texts['details/patterns.md']).toContain('| Use SQLite | one file | Postgres | storage |')
  })

  test('a missing file is made from the template [S43]', () => {
    const only = { 'MEMORY.md': freshBank()['MEMORY.md'] ?? '' }
    const { texts } = written(only, EACH)
    expect(texts['details/patterns.md']).toMatch(/^# Decisions and Conventions\n/)
    expect(texts['details/progress.md']).toMatch(/^# Progress\n/)
    expect(texts['details/tech.md']).toMatch(/^# Technology\n/)
  })

  test('a new file is listed in an existing index and reached by the route of its folder [S6] [S15] [S43] (000:285)', () => {
    const index = '# Design Router\n\n| path | title | summary | updated | size |\n|---|---|---|---|---|\n'
    const { texts } = written({ ...freshBank(), 'details/design/index.md': index }, [DESIGN, LEARNING])
    expect(texts['details/design/index.md']).toContain('| details/design/cart.md | Cart |')
    expect(texts['details/design/index.md']).toContain('- When modifying **Cart**, read [cart.md](cart.md)')
    expect(section(texts, SECTION.routing)).toBe(section(freshBank(), SECTION.routing))
    expect(texts['details/learnings/index.md']).toBeUndefined()
  })

  test('the ninth file of a folder makes its index [S6]', () => {
    const eight = Array.from({ length: 8 }, (_, at) => [`details/design/d${at}.md`, `# D${at}\n\nWords about it.\n`])
    const { texts } = written({ ...freshBank(), ...Object.fromEntries(eight) }, [DESIGN])
    expect(texts['details/design/index.md']).toContain('details/design/cart.md')
  })

  test('an item that moves leaves one blank line [S43]', () => {
    const { texts } = written({ ...freshBank(), 'details/progress.md': '# P\n\n## Next\n\n- [ ] API\n\n## Done\n' }, [
      { kind: 'progress', text: 'API', state: 'done' },
    ])
    expect(texts['details/progress.md']).toBe(`# P\n\n## Next\n\n## Done\n\n- [x] ${TODAY} API\n`)
  })

  test('finished items above the limit are archived by the next write [S8]', () => {
    const done = Array.from({ length: 20 }, (_, at) => `- [x] 2025-0${(at % 9) + 1}-01 item ${at}\n`).join('')
    const progress = `# Progress\n\n## In progress\n\n## Done (to archive)\n\n${done}`
    const { texts } = written({ ...freshBank(), 'details/progress.md': progress }, [
      { kind: 'progress', text: 'one more', state: 'done' },
    ])
    expect(texts['details/progress.md']).toContain('one more')
    expect(texts['details/progress.md']).not.toContain('item 0')
    expect(texts['details/archive/progress_2025-01.md']).toContain('- [x] 2025-01-01 item 0\n')
  })
})

describe('existing entries are found first', () => {
  test.each(EACH.map((entry) => [entry.kind, entry] as const))(
    'adding the same %s again plans nothing and says so [S43]',
    (_, entry) => {
      const { texts } = written(freshBank(), [entry])
      const { plan } = written(texts, [entry])
      expect(plan.changes).toEqual([])
      expect(plan.notes).not.toEqual([])
    },
  )

  test('a decision with other decoration is updated in its row, in file and highlights [S43]', () => {
    const { texts } = written(freshBank(), [DECISION])
    const after = written(texts, [{ ...DECISION, title: '**use SQLite.**', applies_to: 'storage and cache' }]).texts
    expect(pageOf(after['details/patterns.md'] ?? '').decisions).toHaveLength(1)
    expect(after['details/patterns.md']).toContain('storage and cache')
    expect(section(after, SECTION.highlights).match(/SQLite/g)).toHaveLength(1)
    expect(section(after, SECTION.highlights)).toContain('storage and cache |')
  })

  test('a replaced decision keeps its reasons and is marked as superseded [S43]', () => {
    const { texts } = written(freshBank(), [{ ...DECISION, date: '2026-01-02' }])
    const entry = { ...DECISION, title: 'Use Postgres', why: 'writers', given_up: 'one file', replaces: 'use sqlite' }
    const after = written(texts, [entry])
    expect(rowsOf(after.texts['details/patterns.md'])).toEqual([
      '| 2026-01-02 | Use SQLite (superseded: Use Postgres) | one file | Postgres | storage |',
      `| ${TODAY} | Use Postgres | writers | one file (formerly: Use SQLite, 2026-01-02) | storage |`,
    ])
    expect(section(after.texts, SECTION.highlights)).toContain('| Use Postgres |')
    expect(section(after.texts, SECTION.highlights)).not.toContain('Use SQLite')
    expect(written(after.texts, [entry]).plan.changes).toEqual([])
    expect(planFor(texts, [addition({ ...DECISION, title: 'Use Postgres', replaces: 'SQLite' })])).toMatchObject({
      ok: false,
      problem: { code: 'addition-invalid', next: { en: 'Did you mean: --replaces "Use SQLite"' } },
    })
  })

  test('a superseded decision can be made again, as a new decision [S43]', () => {
    let { texts } = written(freshBank(), [DECISION])
    for (const [title, replaces] of [
      ['Use Postgres', 'Use SQLite'],
      ['Use SQLite', 'Use Postgres'],
    ])
      texts = written(texts, [{ ...DECISION, title, replaces }]).texts
    expect(pageOf(texts['details/patterns.md'] ?? '').decisions.map(({ title }) => title)).toEqual([
      'Use SQLite (superseded: Use Postgres)',
      'Use Postgres (superseded: Use SQLite)',
      'Use SQLite',
    ])
  })

  test('a decision in prose is updated in its own form [S43]', () => {
    const prose =
      '# Patterns\n\n## Use SQLite\n\n- **Date**: 2026-01-02\n- **Why**: one file\n- **Given up**: Postgres\n- **Applies to**: storage\n\n## Other\n\nwords\n'
    const { texts } = written({ ...freshBank(), 'details/patterns.md': prose }, [{ ...DECISION, why: 'no server' }])
    expect(texts['details/patterns.md']).toBe(prose.replace('one file', 'no server').replace('2026-01-02', TODAY))
  })

  test('a replaced decision in prose keeps its bytes, except its marked title [S43]', () => {
    const prose = '# P\n\n## 2026-01-02 用 MySQL\n\n**原因**：熟悉\n\n**取舍**：无\n\n**适用范围**：订单\n'
    const labelled =
      '# P\n\n- **决策**：用 MySQL\n- **日期**：2026-01-02\n- **原因**：熟悉\n- **取舍**：无\n- **适用范围**：订单\n'
    for (const before of [prose, labelled]) {
      const { texts } = written(
        { ...freshBank('zh'), 'details/patterns.md': before },
        [{ ...DECISION, title: '用 PostgreSQL', replaces: '用 MySQL' }],
        { language: 'zh' },
      )
      const after = texts['details/patterns.md'] ?? ''
      expect(after.startsWith(before.replace('用 MySQL', '用 MySQL（已废弃，由「用 PostgreSQL」取代）'))).toBe(true)
      const [former, decision] = pageOf(after).decisions
      expect(former?.parts.get('date')).toBe('2026-01-02')
      expect(decision).toMatchObject({ title: '用 PostgreSQL', missing: [] })
      expect(decision?.parts.get('givenUp')).toContain('（原决策：用 MySQL，2026-01-02）')
    }
  })

  test('a similar decision is pointed out, and both are kept [S43]', () => {
    const { texts } = written(freshBank(), [{ ...DECISION, title: 'Use SQLite for order storage' }])
    const { plan } = written(texts, [{ ...DECISION, title: 'Use Postgres for order storage' }])
    expect(plan.notes.map(({ en }) => en).join()).toContain('“Use SQLite for order storage”')
    expect(plan.changes).not.toEqual([])
  })

  describe('a decision with both a heading and a labelled line', () => {
    const entry =
      '## 2025-01-20 订单号用雪花算法\n\n- 决定：订单号 18 位，含买家 id 后四位\n- 原因：自增会冲突\n- 放弃：UUID\n- 适用：订单\n'
    const texts = { ...freshBank('zh'), 'details/patterns.md': `# P\n\n${entry}` }
    const again = { ...DECISION, title: '订单号用雪花算法', why: '自增会暴露单量', date: '2025-01-20' }
    const zh = { language: 'zh' } as const

    test('is found by its heading, updated there, and keeps its labelled line [S43]', () => {
      const after = written(texts, [again], zh).texts
      expect(after['details/patterns.md']).toContain('- 决定：订单号 18 位，含买家 id 后四位\n- 原因：自增会暴露单量\n')
      expect(pageOf(after['details/patterns.md'] ?? '').decisions).toHaveLength(1)
      expect(written(after, [again], zh).plan.changes).toEqual([])
    })

    test('is replaced and pointed out by its heading [S43]', () => {
      const replacing = { ...DECISION, title: '订单号用号段', replaces: '订单号用雪花算法' }
      const after = written(texts, [replacing], zh).texts['details/patterns.md'] ?? ''
      const mark = '（已废弃，由「订单号用号段」取代）'
      expect(after).toContain(
        `## 2025-01-20 订单号用雪花算法${mark}\n\n- 决定：订单号 18 位，含买家 id 后四位${mark}\n- 原因：自增会冲突\n`,
      )
      expect(after).toContain('（原决策：订单号用雪花算法，2025-01-20）')
      const near = written(texts, [{ ...DECISION, title: '订单号使用雪花算法生成' }], zh).plan.notes
      expect(near.map((note) => note.zh).join()).toContain('「订单号用雪花算法」')
    })
  })

  test.each([
    ['Use SQLite', 'Use SQLite for storage', true],
    ['Use SQLite', '使用 SQLite 存储', true],
    ['Use SQLite for tests', 'Use PostgreSQL in production', false],
  ])('“%s” next to “%s” is pointed out before confirmation: %s [S43]', (first, second, near) => {
    const { texts } = written(freshBank(), [{ ...DECISION, title: first }])
    const { plan } = written(texts, [{ ...DECISION, title: second }])
    const notes = plan.notes.map(({ en }) => en.replace(/patterns\.md:\d+/, 'patterns.md:N'))
    expect(notes).toEqual(
      near
        ? [
            `Similar to details/patterns.md:N “${first}”. To update that one, use its title; to replace it: --replaces "${first}"`,
          ]
        : [],
    )
  })

  test.each(
    EACH.filter(({ kind }) => kind !== 'decision' && kind !== 'tech').map((entry) => [entry.kind, entry] as const),
  )('a %s similar to an existing one is pointed out [S43]', (_, entry) => {
    const of = 'title' in entry ? 'title' : 'text'
    const { texts } = written(freshBank(), [{ ...entry, [of]: 'Retry webhooks with backoff' }])
    const { plan } = written(texts, [{ ...entry, [of]: 'Retry webhooks with exponential backoff' }])
    expect(plan.notes.map(({ en }) => en).join()).toContain('Retry webhooks with backoff')
  })

  test('a table without the needed columns is widened, and its rows stay [S7]', () => {
    const narrow = '# Patterns\n\n| Date | Decision | Why |\n|---|---|---|\n| 2026-01-02 | Small files | reading |\n'
    const { texts } = written({ ...freshBank(), 'details/patterns.md': narrow }, [DECISION])
    expect(texts['details/patterns.md']).toContain('| 2026-01-02 | Small files | reading |')
    expect(pageOf(texts['details/patterns.md'] ?? '').decisions.at(-1)?.missing).toEqual([])
  })

  test.each([
    ['newest last', ['2026-01-01 A', '2026-02-02 B'], TODAY, ['A', 'B', 'Use SQLite']],
    ['newest first', ['2026-02-02 B', '2026-01-01 A'], TODAY, ['Use SQLite', 'B', 'A']],
    ['newest last, of a day between', ['2026-01-01 A', '2026-02-02 B'], '2026-01-15', ['A', 'Use SQLite', 'B']],
    ['newest first, of a day between', ['2026-02-02 B', '2026-01-01 A'], '2026-01-15', ['B', 'Use SQLite', 'A']],
    ['of one day', ['2026-01-01 A', '2026-01-01 B'], '2026-01-01', ['A', 'B', 'Use SQLite']],
    [
      'newest last but for one',
      ['2026-02-03 A', '2026-01-01 B', '2026-01-02 C', '2026-02-02 D'],
      TODAY,
      ['A', 'B', 'C', 'D', 'Use SQLite'],
    ],
  ])('a decision is inserted in the order of the file: %s [S43]', (_, standing, date, expected) => {
    const cells = standing.map((one) => one.split(' '))
    const header = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'
    const rows = cells.map(([day, what]) => `| ${day} | ${what} | why 2020-01-01 | x | y |\n`).join('')
    const prose = cells.map(([day, what]) => `### ${what}\n\n- **Date**: ${day}\n- **Why**: because\n`).join('\n')
    for (const before of [`# P\n\n${header}${rows}`, `# P\n\n${prose}`]) {
      const { texts } = written({ ...freshBank(), 'details/patterns.md': before }, [{ ...DECISION, date }])
      const after = texts['details/patterns.md'] ?? ''
      expect(pageOf(after).decisions.map(({ title }) => title)).toEqual(expected)
      expect(after).not.toMatch(/^## /m)
    }
  })

  test('a learning’s parts are updated in place; its user block is not [S2] [S43]', () => {
    const { texts } = written(freshBank(), [LEARNING])
    const path = 'details/learnings/timeouts-in-ci.md'
    const mine = texts[path]?.replace(MARKER.userStart, `${MARKER.userStart}\n## Symptom\n\nmine`) ?? ''
    const before = { ...texts, [path]: mine }
    const after = written(before, [{ ...LEARNING, title: 'Timeouts in CI!', solution: 'pin the resolver' }]).texts
    expect(after[path]).toBe(before[path]?.replace('resolve IPv4', 'pin the resolver'))
  })

  test('a file of several learnings gets one more and keeps its own [S43]', () => {
    const two =
      '# Timeouts in CI\n\n## DNS\n\n- **Symptom**: a\n- **Root cause**: b\n- **Solution**: c\n- **Prevention**: d\n\n## Disk\n\n- **Symptom**: e\n- **Root cause**: f\n- **Solution**: g\n- **Prevention**: h\n'
    const path = 'details/learnings/timeouts.md'
    const { texts } = written({ ...freshBank(), [path]: two }, [LEARNING])
    expect(texts[path]?.startsWith(two)).toBe(true)
    expect(pageOf(texts[path] ?? '').learnings.map(({ title }) => title)).toEqual(['DNS', 'Disk', 'Timeouts in CI'])
  })

  test('a section outside the machine block is found too [S43]', () => {
    const loose = `${freshBank()['details/tech.md']}\n## Limits\n\n- No IE\n`
    const entry = { kind: 'tech', text: 'No Flash', section: 'limits' }
    expect(written({ ...freshBank(), 'details/tech.md': loose }, [entry]).texts['details/tech.md']).toBe(
      `${loose}- No Flash\n`,
    )
  })

  test('an unknown requirement number alone is not a title [S43]', () => {
    expect(planFor(freshBank(), [addition({ ...REQUIREMENT, title: 'REQ-009' })])).toMatchObject({ ok: false })
    const { texts } = written(freshBank(), [{ ...REQUIREMENT, title: 'REQ-009: Refunds' }])
    expect(Object.keys(texts)).toContain('details/requirements/REQ-001-refunds.md')
  })

  test('a requirement is found by number or title, and gets status, criteria and new text [S43]', () => {
    const { texts } = written(freshBank(), [REQUIREMENT])
    const path = 'details/requirements/REQ-001-refunds.md'
    for (const title of ['REQ-001', 'refunds', 'REQ-1: Refunds']) {
      const after = written(texts, [
        { ...REQUIREMENT, title, text: 'By card only.', status: 'accepted', acceptance: ['within a day'] },
      ]).texts
      expect(Object.keys(after).filter((name) => name.includes('REQ-'))).toEqual([path])
      expect(after[path]).toContain('- **Status**: Accepted')
      expect(after[path]).toContain('## Acceptance criteria\n\n- within a day')
      expect(after[path]).toContain(`## Update ${TODAY}\n\nBy card only.`)
      expect(after[path]).toContain('Money back in three days.')
    }
  })

  test('sections of a design with the same name are replaced; others stay [S43]', () => {
    const { texts } = written(freshBank(), [{ ...DESIGN, text: 'A list.\n\n## Limits\n\n99\n\n## Cost\n\nnone' }])
    const after = written(texts, [{ ...DESIGN, text: '## Limits\n\n199\n\n## Open\n\nwho pays' }]).texts
    expect(after['details/design/cart.md']?.replace('\n## Open\n\nwho pays\n\n', '')).toBe(
      texts['details/design/cart.md']?.replace('99', '199'),
    )
  })

  test('an item of progress moves to its new state with all its lines [S43]', () => {
    const progress =
      '# Progress\n\n## In progress\n\n- [ ] Refund API\n  with tests\n- [ ] Search\n\n## Done (to archive)\n'
    const { texts } = written({ ...freshBank(), 'details/progress.md': progress }, [
      { kind: 'progress', text: 'refund API', state: 'done' },
    ])
    expect(texts['details/progress.md']).toBe(
      `# Progress\n\n## In progress\n\n- [ ] Search\n\n## Done (to archive)\n\n- [x] ${TODAY} refund API\n  with tests\n`,
    )
  })

  test('a requirement is never written into another one with its number [S43]', () => {
    const { texts } = written(freshBank(), [REQUIREMENT, { ...REQUIREMENT, title: 'Search' }])
    const other = { ...REQUIREMENT, title: 'REQ-001: Export of orders', text: 'As CSV.' }
    expect(planFor(texts, [addition(other)])).toMatchObject({ ok: false, problem: { code: 'addition-invalid' } })
    const twice = { ...texts, 'details/requirements/REQ-001-export.md': '# REQ-001: Export\n\nAs CSV.\n' }
    const byNumber = { ...REQUIREMENT, title: 'REQ-001', text: 'As CSV.' }
    expect(planFor(twice, [addition(byNumber)])).toMatchObject({ ok: false, problem: { code: 'addition-invalid' } })
  })

  test.each([
    [DESIGN, 'details/design/cart.md', '# Baskets\n\n## Limits\n\n99\n'],
    [LEARNING, 'details/learnings/timeouts-in-ci.md', '# Slow runners\n\n## Symptom\n\nslow\n'],
    [REQUIREMENT, 'details/requirements/REQ-004-refunds.md', '# REQ-004: Vouchers\n\nNo money back.\n'],
  ])('a document is identified by its title, not by its file name: %j [S43]', (entry, path, text) => {
    const { texts } = written({ ...freshBank(), [path]: text }, [entry])
    expect(texts[path]).toBe(text)
    expect(Object.values(texts).join('\n')).toContain(entry.title)
  })

  test('a fact is identified by its whole line and replaced only if it is named [S15] [S43]', () => {
    const { texts } = written(freshBank(), [{ kind: 'tech', text: '**Cache**: Redis 6' }])
    const next = { kind: 'tech', text: '**Cache**: Redis 7' }
    const beside = written(texts, [next])
    expect(beside.texts['details/tech.md']).toContain('## Stack\n\n- **Cache**: Redis 6\n- **Cache**: Redis 7\n')
    expect(beside.plan.notes.map(({ en }) => en)).toEqual([
      'details/tech.md also says “**Cache**: Redis 6”. To replace it: --replaces "**Cache**: Redis 6"',
    ])
    const { texts: after, plan } = written(texts, [{ ...next, replaces: 'Cache: Redis 6' }])
    expect(after['details/tech.md']).toContain('## Stack\n\n- **Cache**: Redis 7\n')
    expect(plan.reasons.map(({ words }) => words.en)).toEqual([
      'fact: **Cache**: Redis 7, replaces: **Cache**: Redis 6',
    ])
    const elsewhere = written(texts, [{ ...next, replaces: 'Cache: Redis 6', section: 'Services' }]).texts
    expect(elsewhere['details/tech.md']).toContain('## Services\n\n- **Cache**: Redis 7\n')
    expect(elsewhere['details/tech.md']).not.toContain('Redis 6')
    expect(written(beside.texts, [{ ...next, replaces: 'Cache: Redis 6' }]).texts).toEqual(after)
    expect(written(after, [{ ...next, replaces: next.text }]).plan.changes).toEqual([])
    expect(planFor(texts, [addition({ ...next, replaces: 'Cache' })])).toMatchObject({ ok: false })
  })

  test('a scanned line is not replaced [S15] [S43]', () => {
    const line = '- **Node**: 20 (source: package.json)'
    const scanned = { ...freshBank(), 'details/tech.md': `## Stack\n\n${line}\n` }
    for (const more of [{}, { replaces: line.slice(2) }])
      expect(written(scanned, [{ kind: 'tech', text: '**Node**: 22 in CI', ...more }]).texts['details/tech.md']).toBe(
        `## Stack\n\n${line}\n- **Node**: 22 in CI\n`,
      )
  })
})

describe('nothing leaves MEMORY.md without being kept elsewhere', () => {
  test('the twenty-first highlight sends the oldest to patterns.md [S5] [S43]', () => {
    let texts = freshBank()
    for (let at = 1; at <= 21; at += 1) {
      const entry = { ...DECISION, title: `Rule number ${at}`, date: `2026-01-${String(at).padStart(2, '0')}` }
      texts = written(texts, [entry]).texts
    }
    const rows = pageOf(section(texts, SECTION.highlights)).tables[0]?.rows ?? []
    expect(rows).toHaveLength(20)
    expect(section(texts, SECTION.highlights)).not.toContain('| Rule number 1 |')
    expect(texts['details/patterns.md']).toContain('| Rule number 1 |')
  })

  test('the ninth answer sends the last to the archive, byte for byte [S5] [S43]', () => {
    let texts = freshBank()
    for (let at = 1; at <= 10; at += 1) texts = written(texts, [{ ...ANSWER, title: `Question ${at}?` }]).texts
    const answers = section(texts, SECTION.quickAnswers)
    expect(answers.match(/^- \*\*/gm)).toHaveLength(8)
    expect(answers.trim().split('\n')[0]).toContain('Question 10?')
    const archive = texts['details/archive/quick-answers_2026-03.md'] ?? ''
    for (const gone of [1, 2])
      expect(archive).toContain(`- **Question ${gone}?** make deploy → [details/tech.md](details/tech.md)\n`)
  })

  test('an answer that is part of the old one replaces it [S43]', () => {
    const { texts } = written(freshBank(), [{ ...ANSWER, text: 'never by make deploy' }])
    const after = written(texts, [ANSWER]).texts
    expect(section(after, SECTION.quickAnswers).trim()).toMatch(/^- \*\*How do we deploy\?\*\* make deploy →/)
    expect(written(after, [ANSWER]).plan.changes).toEqual([])
  })

  test('a replaced answer is kept in the archive [S43]', () => {
    const { texts } = written(freshBank(), [ANSWER])
    const { texts: after, plan } = written(texts, [{ ...ANSWER, text: 'push to main' }])
    expect(plan.reasons.map(({ words }) => words.en)).toContain('Top Quick Answers updated: How do we deploy?')
    expect(section(after, SECTION.quickAnswers).match(/How do we deploy/g)).toHaveLength(1)
    expect(after['details/archive/quick-answers_2026-03.md']).toContain('make deploy')
  })

  test('a replaced focus continues in progress.md [S43]', () => {
    const { texts } = written(freshBank(), [{ kind: 'focus', text: 'Ship the cart' }])
    const after = written(texts, [{ kind: 'focus', text: 'Ship refunds', replaces: 'ship the cart' }]).texts
    expect(section(after, SECTION.focus).trim()).toBe('- Ship refunds')
    expect(after['details/progress.md']).toContain('## In progress\n\n- Ship the cart\n')
  })
})

describe('numbers', () => {
  test.each([
    [[], 'REQ-001'],
    [['REQ-001-a.md', 'REQ-003-b.md'], 'REQ-004'],
    [['req-7-a.md'], 'REQ-008'],
    [['REQ-0012-a.md'], 'REQ-0013'],
    [['sub/REQ-041-a.md', 'notes.md'], 'REQ-042'],
  ])('after %j comes %s [S43]', (names, number) => {
    const others = names.map((name) => [`details/requirements/${name}`, '# Something else entirely\n\nwords\n'])
    const { texts } = written({ ...freshBank(), ...Object.fromEntries(others) }, [REQUIREMENT])
    expect(Object.keys(texts)).toContain(`details/requirements/${number}-refunds.md`)
  })

  test('several at once are numbered one after another [S43]', () => {
    const { texts } = written(freshBank(), [REQUIREMENT, { ...REQUIREMENT, title: 'Search' }])
    expect(Object.keys(texts)).toEqual(
      expect.arrayContaining(['details/requirements/REQ-001-refunds.md', 'details/requirements/REQ-002-search.md']),
    )
  })

  test.each([
    ['Index', 'about-index'],
    ['NUL', 'about-nul'],
    ['支付 超时', '支付-超时'],
    ['../../etc/passwd', 'etc-passwd'],
    ['💾!', 'entry'],
    ['Ünïcode & co', 'ünïcode-co'],
  ])('a file on %j is called %s [S1]', (title, name) => {
    expect(Object.keys(written(freshBank(), [{ ...DESIGN, title }]).texts)).toContain(`details/design/${name}.md`)
  })
})

describe('a block that a person edited', () => {
  const focused = written(freshBank(), [{ kind: 'focus', text: 'Ship the cart' }, ANSWER]).texts
  const remembered = new Map([
    [knownPath('MEMORY.md'), allOf(pageOf(focused['MEMORY.md'] ?? '', knownPath('MEMORY.md')), TODAY)],
  ])
  const edited = (from: string, to: string): Texts => {
    const text = focused['MEMORY.md'] ?? ''
    expect(text).toContain(from)
    return { ...focused, 'MEMORY.md': text.replace(from, to) }
  }
  const start = edited('- Ship the cart', '- Ship the cart, says Ann')

  test('keeps the edit, whatever is added [S4]', () => {
    for (const entry of [
      DECISION,
      LEARNING,
      { ...ANSWER, title: 'How do we roll back?' },
      { kind: 'focus', text: 'Ship refunds' },
    ]) {
      const { texts } = written(start, [entry], { remembered })
      expect(texts['MEMORY.md']).toContain('says Ann')
    }
  })

  const TECH = knownPath('details/tech.md')
  const known = written(freshBank(), [{ kind: 'tech', text: '**Port**: 80' }]).texts
  const ours = { remembered: new Map([[TECH, allOf(pageOf(known[TECH] ?? '', TECH), TODAY)]]) }
  const byAnn = { ...known, [TECH]: (known[TECH] ?? '').replace('80', '8080, says Ann') }
  const again = { kind: 'tech', text: '**Port**: 90', replaces: '**Port**: 8080, says Ann' }

  test('is a conflict if an entry would replace the edit, unless the edit is committed [S4]', () => {
    expect(planFor(byAnn, [addition(again)], ours)).toMatchObject({
      ok: false,
      problem: { code: 'block-edited', conflicts: [{ path: TECH, at: TODAY, theirs: ['- **Port**: 8080, says Ann'] }] },
    })
    expect(planFor(byAnn, [addition(again)], { ...ours, committed: () => byAnn[TECH] }).ok).toBe(true)
    expect(planFor(byAnn, [addition(again)]).ok).toBe(true)
  })

  test.each([
    ['keep', true, false],
    ['overwrite', false, true],
    ['append', true, true],
  ] as const)('%s [S4]', (onConflict, isKept, isWritten) => {
    const { texts } = written(byAnn, [again, DECISION], { onConflict, ...ours })
    expect(texts[TECH]?.includes('says Ann')).toBe(isKept)
    expect(texts[TECH]?.includes('**Port**: 90')).toBe(isWritten)
    expect(texts['details/patterns.md']).toContain('Use SQLite')
  })

  test('append keeps a decision row that a person changed next to the new one [S4]', () => {
    const MEMORY = knownPath('MEMORY.md')
    const decided = written(freshBank(), [DECISION]).texts
    const memory = { remembered: new Map([[MEMORY, allOf(pageOf(decided[MEMORY] ?? '', MEMORY), TODAY)]]) }
    const row = (decided[MEMORY] ?? '').split('\n').find((line) => line.includes('Use SQLite')) ?? ''
    const mine = row.replace(/\|\s*$/, ' (but ask Ann) |')
    const start = { ...decided, [MEMORY]: (decided[MEMORY] ?? '').replace(row, mine) }
    const later = { ...DECISION, applies_to: 'all of the storage' }
    expect(planFor(start, [addition(later)], memory)).toMatchObject({ problem: { code: 'block-edited' } })
    const { texts } = written(start, [later], { ...memory, onConflict: 'append' })
    expect(texts[MEMORY]).toContain('(but ask Ann)')
    expect(texts[MEMORY]).toContain('all of the storage')
  })
})

describe('any text', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '<!-- MACHINE_BLOCK_END -->',
      '<!-- USER_BLOCK_START -->\nx\n<!-- USER_BLOCK_END -->',
      '```\nopen',
      '<!-- open',
      '| a | b |\n|---|---|',
      '# Title\n## Symptom',
      '- [x] done\n- [ ] not',
      'a | b \\| c',
      '~~~~\ncode',
      '$& $1 $`',
    ),
  )
  const entries = fc.constantFrom(...ADDITION_KINDS).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      title: nasty.map((text) => `Topic ${text}`),
      ...(kind === 'decision' ? { why: nasty, given_up: nasty, applies_to: nasty } : {}),
      ...(kind === 'learning' ? { symptom: nasty, root_cause: nasty, solution: nasty, prevention: nasty } : {}),
      ...(kind === 'requirement' || kind === 'design' || kind === 'answer' ? { text: nasty } : {}),
      ...(kind === 'answer' ? { pointer: nasty } : {}),
    }),
  )
  const user = (texts: Texts, path: string) => {
    const page = pageOf(texts[path] ?? '', knownPath(path))
    return page.parsed.ok ? page.user?.text : 'broken'
  }

  test('blocks stay complete, user blocks unchanged, and the entry is found again with all parts [S2] [S4] [S7]', () => {
    law(
      fc.property(fc.array(entries, { minLength: 1, maxLength: 3 }), fc.boolean(), (raw, crlf) => {
        const bank = Object.fromEntries(
          Object.entries(freshBank()).map(([path, text]) => [path, crlf ? text.replaceAll('\n', '\r\n') : text]),
        )
        const decoded = raw.flatMap((one) => {
          try {
            return [addition(one)]
          } catch {
            return [] // a text that says nothing is refused, as it should be
          }
        })
        const planned = planFor(bank, decoded)
        if (!planned.ok) {
          expect(['addition-incomplete', 'addition-breaks', 'addition-invalid']).toContain(planned.problem.code)
          return
        }
        const after: Record<string, string> = { ...bank }
        for (const change of planned.value.changes)
          if (change.kind === 'create' || change.kind === 'edit') after[change.path] = change.text
        for (const [path, text] of Object.entries(after)) {
          expect(pageOf(text, knownPath(path)).parsed.ok, path).toBe(true)
          // A new document has an empty user block; an index and an archive have none.
          const hasNone = isIndexPath(path) || path.startsWith('details/archive/')
          expect(user(after, path), path).toBe(path in bank ? user(bank, path) : hasNone ? undefined : '')
        }
        for (const entry of pageOf(after['details/patterns.md'] ?? '').decisions) expect(entry.missing).toEqual([])
        for (const path of Object.keys(after).filter((name) => name.startsWith('details/learnings/')))
          for (const entry of pageOf(after[path] ?? '').learnings) expect(entry.missing).toEqual([])
        // Every existing line is still there.
        for (const [path, text] of Object.entries(bank)) {
          const lines = new Set((after[path] ?? '').split(/\r?\n/))
          const gone = text
            .split(/\r?\n/)
            .filter((line) => !lines.has(line) && !/Nothing recorded yet|^<!-- /.test(line))
          expect(gone, path).toEqual([])
        }
      }),
      400,
    )
  })
})
