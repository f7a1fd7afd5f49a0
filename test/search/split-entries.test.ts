import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Page } from '../../src/bank/page.ts'
import { printInboxEntry } from '../../src/bank/print-inbox-entry.ts'
import { ADDITION_KINDS, fieldsOf } from '../../src/base/addition.ts'
import { type BankPath, bankPath, knownPath } from '../../src/base/bank-path.ts'
import { contextOf, endsInQuestion, type IndexedEntry, traitsOf } from '../../src/search/indexed-entry.ts'
import { splitEntries } from '../../src/search/split-entries.ts'
import { law } from '../laws/runs.ts'
import { decisions, document, GROUND, HARD_GROUND, textsIn } from './bank.ts'

const split = (path: string, text: string) => splitEntries(new Page(knownPath(path), text))
const inLine = (path: string, text: string) =>
  split(path, text).map(({ kind, title, startLine, endLine }) => `${kind} ${startLine}-${endLine} ${title}`)
const long = (words: string) => `${`${words} and more of it in a long line of words.\n`.repeat(30)}`
const PARTS = [
  '## Symptom',
  'It lags.',
  '## Root cause',
  'No index.',
  '## Solution',
  'Add one.',
  '## Prevention',
  'Test.',
]
const learning = (title: string, level = '#') =>
  [`${level} ${title}`, ...PARTS.map((line) => line.replace(/^##/, `${level}#`))].join('\n\n')

describe('the unit is the entry [S23]', () => {
  const row = ['2025-02-11', 'Use Kafka', 'It replays', 'RabbitMQ', 'all queues']
  test.each<[title: string, path: string, text: string, entries: readonly string[]]>([
    [
      'each row of a table of decisions is one, titled by its decision',
      'details/patterns.md',
      decisions(row, ['2025-03-01', '**Use** `Redis`', 'fast', '–', 'cache']),
      ['decision 5-5 Use Kafka', 'decision 6-6 Use Redis'],
    ],
    [
      'a decision of sections is one with all its parts',
      'details/patterns.md',
      `# P\n\n## Use Kafka\n\n### Why\n\n${long('It replays')}\n### Given up\n\nRabbitMQ\n\n## Other\n\nwords\n`,
      ['decision 3-40 Use Kafka', 'decision 42-44 Other'],
    ],
    [
      'a learning with its four parts is one',
      'details/learnings/lag.md',
      `${learning('Kafka lags')}\n`,
      ['learning 1-17 Kafka lags'],
    ],
    [
      'several learnings in one file are several',
      'details/learnings/all.md',
      `# Learnings\n\n${[1, 2, 3].map((at) => learning(`Lag ${at}`, '##')).join('\n\n')}\n`,
      ['learning 3-19 Lag 1', 'learning 21-37 Lag 2', 'learning 39-55 Lag 3'],
    ],
    [
      'a long file of learnings without parts is one for each section',
      'details/learnings/notes.md',
      `# Notes\n\n## Disk\n\n${long('The disk')}\n## Net\n\n${long('The net')}`,
      ['learning 3-34 Disk', 'learning 36-67 Net'],
    ],
    [
      'a short requirement is one, whatever headings it has',
      'details/requirements/REQ-001.md',
      '# REQ-001 Refund\n\nStatus: Accepted\n\n## Rule\n\nWithin 7 days.\n\n## Acceptance\n\n- paid back\n',
      ['requirement 1-11 REQ-001 Refund'],
    ],
    [
      'a long requirement is one for each section',
      'details/requirements/REQ-002.md',
      `# REQ-002 Invoice\n\n## Rule\n\n${long('An invoice')}\n## Acceptance\n\n${long('It arrives')}`,
      ['requirement 3-34 Rule', 'requirement 36-67 Acceptance'],
    ],
    [
      'a section of a design is one, and a short one keeps what is nested in it',
      'details/design/pay.md',
      '# Pay\n\nPayments go through one gateway, and every callback is answered at once and worked on later.\n\n## Retry\n\nThree times.\n\n### Backoff\n\nDoubling.\n\n## Ledger\n\nAppend only.\n',
      ['design 1-3 Pay', 'design 5-11 Retry', 'design 13-15 Ledger'],
    ],
    [
      'a long section of a design gives its own text and each part below it',
      'details/design/pay.md',
      `# Pay\n\n## Retry\n\nThree times.\n\n### Backoff\n\n${long('Doubling')}\n### Limits\n\nTen.\n`,
      ['design 3-5 Retry', 'design 7-38 Backoff', 'design 40-42 Limits'],
    ],
    [
      'facts, focus and quick answers of MEMORY.md are one each',
      'MEMORY.md',
      '# M\n\n## Project Snapshot\n\n- **Stack**: Go\n- **About**: Sells tea.\n\n## Current Focus\n\n- Refunds by June\n  and invoices\n\n## Top Quick Answers\n\n- **Where are logs?** In Loki.\n- **Who is on call?** Ask Ann.\n',
      [
        'tech 5-5 Stack',
        'tech 6-6 About',
        'focus 10-11 Refunds by June',
        'answer 15-15 Where are logs?',
        'answer 16-16 Who is on call?',
      ],
    ],
    [
      'tech facts are one each, and text between them is its own',
      'details/tech.md',
      '# Tech\n\n## Build\n\nBuild with make.\n\n- Test: `make test`\n- Port: 8080\n',
      ['tech 3-5 Build', 'tech 7-7 Test', 'tech 8-8 Port'],
    ],
    [
      'items of progress are one each, without their tick',
      'details/progress.md',
      '# Progress\n\n## Next\n\n- [ ] light the lantern\n- [x] buy oil\n',
      ['progress 5-5 light the lantern', 'progress 6-6 buy oil'],
    ],
    [
      'a line below the title is one if it is all that the file says, and metadata before sections is not',
      'details/design/ledger.md',
      '# Ledger\n\nAppend only.\n\n# Money\n\nOwner: Ann\n\n## Unit\n\nCents.\n',
      ['design 1-3 Ledger', 'design 9-11 Unit'],
    ],
    [
      'a note anywhere else in the bank is cut at its headings',
      'details/other.md',
      '# Other\n\n## One\n\nwords\n\n## Two\n\nmore words\n',
      ['note 3-5 One', 'note 7-9 Two'],
    ],
  ])('%s', (_, path, text, entries) => expect(inLine(path, text)).toEqual(entries))

  test('a row has its columns, its date and all its cells', () => {
    const text = decisions(row)
    const [entry] = split('details/patterns.md', text)
    expect(entry?.row).toEqual({
      columns: ['Date', 'Decision', 'Why', 'Given up', 'Applies to'],
      title: 1,
      applies: [4],
    })
    expect(entry && traitsOf(entry).date).toBe('2025-02-11')
    expect(entry && text.slice(entry.bodyStart, entry.end).trim()).toBe(`| ${row.join(' | ')} |`)
  })

  test('a text without headings is cut into windows that break between paragraphs', () => {
    const entries = split('details/other.md', 'a paragraph of some words\n\n'.repeat(800))
    expect(entries.length).toBeGreaterThan(3)
    for (const { start, end } of entries) expect(end - start).toBeLessThanOrEqual(6_000)
  })

  test.each(ADDITION_KINDS)('a waiting %s is one entry without its front matter, with all its words [S55]', (kind) => {
    const specs = fieldsOf(kind).filter(({ field }) => field !== 'replaces' && field !== 'date')
    const fields = new Map(specs.map(({ field, choices }) => [field, choices?.[0] ?? `Words of ${field}`]))
    const facts = { date: '2026-03-04', provenance: undefined, language: 'en' } as const
    const text = printInboxEntry({ kind, fields, evidence: [] }, facts)
    const [entry, ...rest] = split('inbox/2026-03-04-words-1a2b.md', text)
    expect(rest).toEqual([])
    const title = fields.has('title') ? 'Words of title' : 'Words of text'
    expect(entry).toMatchObject({ kind, title, file: { date: '2026-03-04' }, startLine: 5 })
    const said = `${entry?.title} ${text.slice(entry?.bodyStart, entry?.end)}`
    for (const words of fields.values()) expect(said).toContain(words)
    expect(said).not.toMatch(/kind:|---/)
  })

  test('a learning without a title is one entry with its whole text', () => {
    const text = 'Kafka lags at night.\n\nIts disk is full.\n'
    const [entry] = split('details/learnings/lag.md', text)
    expect(entry).toMatchObject({ title: 'Kafka lags at night.', startLine: 1, endLine: 3, bodyStart: 0 })
    expect(inLine('details/learnings/a.md', 'Kafka lags.\n\n## Fix\n\nRestart.\n')).toEqual([
      'learning 1-5 Kafka lags.',
    ])
    expect(inLine('details/learnings/b.md', '## Lag\n\nIts disk is full.\n')).toEqual(['learning 1-3 Lag'])
  })
})

describe('a document is split at the headings of its own syntax [S23]', () => {
  const intro = 'Some decisions look odd at first; this page says why they were made so.'
  test.each<[path: string, text: string, titles: readonly string[]]>([
    ['docs/a.md', `# Guide\n\n${intro}\n\n## Build\n\nRun it.\n`, ['Guide', 'Build']],
    ['docs/b.md', `Guide\n=====\n\n${intro}\n\nBuild\n-----\n\nRun it.\n\nnot\na heading\n---\n`, ['Guide', 'Build']],
    [
      'docs/c.rst',
      `=====\nGuide\n=====\n\n${intro}\n\nBuild\n=====\n\nRun it.\n\nTest\n====\n\nYes::\n\n    a = 1\n`,
      ['Guide', 'Build', 'Test'],
    ],
    ['docs/d.adoc', `= Guide\n\n${intro}\n\n== Build\n\nRun it.\n`, ['Guide', 'Build']],
  ])('%s', (path, text, titles) => {
    const entries = splitEntries(new Page(document(path), text))
    expect(entries.map(contextOf).at(-1)).toContain('Guide')
    expect(entries.map((entry) => entry.title)).toEqual(titles)
    expect(entries.every(({ kind, isSection }) => kind === 'document' && isSection)).toBe(true)
    for (const { bodyStart, end } of entries) expect(text.slice(bodyStart, end)).toMatch(/Run it\.|Yes::|look odd/)
  })

  test('a bank file has only # headings, and none inside a code fence', () => {
    expect(inLine('details/a.md', '# T\n\n## A\n\ntext\n---\n\nmore\n===\n')).toEqual(['note 3-9 A'])
    expect(inLine('details/a.md', '# T\n\n## A\n\n```\n## not a heading\n```\n')).toEqual(['note 3-7 A'])
  })
})

describe('derived text is never an entry [S23]', () => {
  test.each([
    ['an index file', 'details/design/index.md', '# Design\n\n| path | title |\n|---|---|\n| a.md | A |\n'],
    [
      'routing rows',
      'MEMORY.md',
      '## Routing Rules（意图驱动）\n\n| When | Read |\n|---|---|\n| deploy | `details/tech.md` |\n',
    ],
    ['the drill-down protocol', 'MEMORY.md', '## Drill-Down Protocol\n\nA route names files.\n'],
    ['the write safety rules', 'MEMORY.md', '## Write Safety Rules\n\nPropose first.\n'],
    ['an empty section', 'details/a.md', '# A\n\n## Kafka\n\n## Redis\n'],
    ['a section of headings', 'details/a.md', '# A\n\n## Kafka\n\n### Kafka lag\n'],
    ['a placeholder', 'details/a.md', '# A\n\n## Kafka\n\n- TBD\n\n## Redis\n\n- **Why**: 待补充\n'],
    [
      'a table without rows',
      'details/patterns.md',
      '# P\n\n## Decisions\n\n| Date | Decision | Why |\n|---|---|---|\n\n',
    ],
    [
      'what a template says',
      'details/a.md',
      '# A\n\n## Kafka\n\n- Nothing recorded yet.\n\n## Redis\n\n- 暂无记录。\n',
    ],
    ['a comment', 'details/a.md', '# A\n\n## Kafka\n\n<!-- why: asked twice -->\n'],
    ['an empty file', 'details/a.md', ''],
  ])('%s', (_, path, text) => expect(inLine(path, text)).toEqual([]))

  test.each(['en', 'zh'])('a new bank has no entries (%s)', (language) => {
    const texts = textsIn(join(import.meta.dirname, '../../templates', language))
    expect(Object.entries(texts).flatMap(([path, text]) => inLine(path, text))).toEqual([])
  })
})

describe('the properties of an entry [S24]', () => {
  const first = (path: string, text: string) => {
    const [entry] = split(path, text)
    if (entry === undefined) throw new Error('an entry')
    return entry
  }
  test.each([
    ['a date in a label', 'details/learnings/a.md', '# Lag\n\n- **Date**: 2024-03-05\n\nKafka lags.\n', '2024-03-05'],
    ['a date in a heading', 'details/b.md', '# B\n\n## 2023-01-02 Kafka\n\nMoved.\n', '2023-01-02'],
    ['a Chinese date', 'details/b.md', '# B\n\n## Kafka\n\n日期：2023年1月2日\n\n迁移。\n', '2023-01-02'],
    ['a month', 'details/patterns.md', decisions(['2024-03', 'Kafka', 'x', 'y', 'z']), '2024-03-01'],
    ['a date in the file name', 'details/learnings/2022-05-06-lag.md', '# Lag\n\nKafka lags.\n', '2022-05-06'],
    ['no day', 'details/b.md', '# B\n\n## Kafka\n\nNo day, version 2023.99.1.\n', undefined],
  ])('%s', (_, path, text, date) => expect(traitsOf(first(path, text)).date).toBe(date))

  test.each([
    ['a mark in a heading', '# B\n\n## Kafka (superseded: Redis)\n\nMoved.\n', true],
    ['a Chinese mark', '# B\n\n## 用 Kafka（已废弃，由「Redis」取代）\n\n迁移。\n', true],
    ['a status', '# B\n\n## Kafka\n\nStatus: Deprecated\n\nMoved.\n', true],
    ['a status that holds', '# B\n\n## Kafka\n\nStatus: Accepted\n\nMoved.\n', false],
    ['the word alone', '# B\n\n## Kafka\n\nThis superseded the old queue.\n', false],
  ])('superseded by %s', (_, text, expected) =>
    expect(traitsOf(first('details/b.md', text)).isSuperseded).toBe(expected),
  )

  test('superseded rows, scanned facts and questions are recognised', () => {
    const row = decisions(['2024-03-01', 'Use Kafka (superseded: Use Redis)', 'x', 'y', 'z'])
    expect(traitsOf(first('details/patterns.md', row)).isSuperseded).toBe(true)
    expect(traitsOf(first('details/tech.md', '# T\n\n- **Queue**: Kafka (source: compose.yaml)\n')).isRestated).toBe(
      true,
    )
    expect(traitsOf(first('details/tech.md', '# T\n\n- **Queue**: Kafka\n')).isRestated).toBe(false)
    expect(endsInQuestion(first('details/b.md', '# B\n\n## Ann\n\nDoes it rain?\n'))).toBe(true)
  })
})

describe('places', () => {
  const text = '# T\n\n## A\n\none\n\n## B\n\n- two\n- three\n'
  const places = (entries: readonly IndexedEntry[]) =>
    entries.map(({ title, startLine, endLine }) => [title, startLine, endLine])

  test.each([
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${text}`],
    ['both', `\ufeff${text.replaceAll('\n', '\r\n')}`],
  ])('%s changes neither entries nor lines [S23]', (_, other) => {
    expect(places(split('details/tech.md', other))).toEqual(places(split('details/tech.md', text)))
  })

  const line = fc.oneof(
    fc.constantFrom('# A', '## B', '### C', '## Root cause', '', '```', '- item', '  more', '| a | b |', '|---|---|'),
    fc.constantFrom('<!-- note -->', '====', '----', '== D', '---', 'kind: learning'),
    fc.stringMatching(/^[a-z ]{1,40}$/),
  )
  const file = fc.constantFrom(
    ...['MEMORY.md', 'details/patterns.md', 'details/tech.md', 'details/learnings/a.md', 'details/design/a.md'],
    ...['details/requirements/a.md', 'inbox/2026-01-02-a-1a2b.md'],
  )
  const path = fc.oneof(file.map(knownPath), fc.constantFrom('a.md', 'a.rst', 'a.adoc').map(document))

  test('entries do not overlap, and their lines and offsets are right [S23]', () => {
    const ending = fc.constantFrom('\n', '\r\n', '\r')
    law(
      fc.property(path, fc.array(line, { maxLength: 120 }), ending, fc.boolean(), (at, lines, end, hasMark) => {
        expectInPlace(at, `${hasMark ? '\ufeff' : ''}${lines.join(end)}`)
      }),
      200,
    )
  })

  test('the same holds for every bank of the fixtures and the grounds [S23]', () => {
    const banks = join(import.meta.dirname, '../fixtures/banks')
    const folders = readdirSync(banks).map((name) => join(banks, name))
    let looked = 0
    for (const folder of [...folders, GROUND, HARD_GROUND])
      for (const [name, words] of Object.entries(textsIn(folder))) {
        const at = bankPath(name.replace(/^.*?(?=MEMORY\.md|details\/)/, ''))
        if (at !== undefined) looked += expectInPlace(at, words)
      }
    expect(looked).toBeGreaterThan(500)
  })
})

/** The number of entries that were checked. */
function expectInPlace(path: BankPath, text: string): number {
  const entries = splitEntries(new Page(path, text))
  const lines = text.split(/\r\n|\n|\r/)
  let [last, end] = [0, 0]
  for (const entry of entries) {
    expect(entry.startLine).toBeGreaterThan(last)
    expect(entry.endLine).toBeGreaterThanOrEqual(entry.startLine)
    expect(entry.endLine).toBeLessThanOrEqual(lines.length)
    expect(entry.start).toBeGreaterThanOrEqual(end)
    expect(entry.bodyStart).toBeGreaterThanOrEqual(entry.start)
    expect(entry.end).toBeGreaterThanOrEqual(entry.bodyStart)
    const said = text.slice(entry.start, entry.end).replace(/[\r\n]+$/, '')
    expect(said.split(/\r\n|\n|\r/).map(plain)).toEqual(lines.slice(entry.startLine - 1, entry.endLine).map(plain))
    last = entry.endLine
    end = entry.end
  }
  return entries.length
}

function plain(line: string): string {
  return line.replace(/^\ufeff/, '')
}
