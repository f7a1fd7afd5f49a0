import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readFrontMatter, readInboxEntry, readInboxFile, readWaiting } from '../../src/bank/inbox.ts'
import { pageOf } from '../../src/bank/page.ts'
import { printInboxEntry, scalarText } from '../../src/bank/print-inbox-entry.ts'
import { ADDITION_KINDS, type Addition, type AdditionKind, type Field, fieldsOf } from '../../src/base/addition.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { ACCEPTANCES, type Provenance, SPEAKERS } from '../../src/base/provenance-record.ts'
import { law } from '../laws/runs.ts'

const DATE = '2026-11-16'
const PATH = knownPath('inbox/2026-11-16-use-postgres-for-sessions-1a2b.md')

const WRITTEN = `---
kind: decision
date: 2026-11-16
said_by: user
accepted: 2026-11-16 (terminal)
source: src/pay.ts:12
replaces: Use Redis for sessions
---
# Use Postgres for sessions

- **Why**: one store to run
- **Given up**: Redis
- **Applies to**: sessions
`

describe('an entry of the inbox [S55]', () => {
  test('has front matter and the entry below it', () => {
    const fields = new Map<Field, string>([
      ['title', 'Use Postgres for sessions'],
      ['why', 'one store to run'],
      ['givenUp', 'Redis'],
      ['applies', 'sessions'],
      ['replaces', 'Use Redis for sessions'],
    ])
    const addition = { kind: 'decision' as const, fields, evidence: ['src/pay.ts:12'] }
    const accepted = { how: 'terminal', on: DATE } as const
    const provenance: Provenance = { saidBy: 'user', accepted, source: 'src/pay.ts:12' }
    expect(printInboxEntry(addition, { date: DATE, provenance, language: 'en' })).toBe(WRITTEN)
    const read = readInboxEntry(pageOf(WRITTEN, PATH))
    expect(read).toMatchObject({ kind: 'decision', title: 'Use Postgres for sessions', date: DATE })
    expect(read?.provenance).toEqual(provenance)
    expect(read?.replaces).toBe('Use Redis for sessions')
    expect(read?.addition).toEqual({ ...addition, fields: new Map([...fields, ['date', DATE]]) })
  })

  test.each([
    ['CRLF and a byte order mark', `\ufeff${WRITTEN.replaceAll('\n', '\r\n')}`],
    ['other list marks, labels without bold', WRITTEN.replaceAll('- **', '* ').replaceAll('**:', ':')],
    ['Chinese labels', WRITTEN.replace('Why', '原因').replace('Given up', '取舍').replace('Applies to', '适用范围')],
    ['quotes and remarks', WRITTEN.replace('kind: decision', "kind: 'decision'   # the kind")],
    ['spaces, other keys', WRITTEN.replace('said_by: user', 'said_by:   user\nreviewed-by: Ann')],
  ])('respects the edit of a person: %s', (_how, text) => {
    const read = readInboxEntry(pageOf(text, PATH))
    expect([...(read?.addition.fields ?? [])].toSorted()).toEqual(
      [...(readInboxEntry(pageOf(WRITTEN, PATH))?.addition.fields ?? [])].toSorted(),
    )
    expect(read?.provenance?.saidBy).toBe('user')
  })

  test('keeps every line that a person adds in a review', () => {
    const more = WRITTEN.replace('one store to run', 'one store to run\n\nAnn: and it is backed up already.')
    expect(readInboxEntry(pageOf(more, PATH))?.addition.fields.get('why')).toBe(
      'one store to run\n\nAnn: and it is backed up already.',
    )
    const before = WRITTEN.replace('\n- **Why**', '\nWe talked about it at length.\n\n- **Why**')
    expect(readInboxEntry(pageOf(before, PATH))?.addition.fields.get('why')).toBe(
      'We talked about it at length.\n\none store to run',
    )
  })

  test.each([
    ['front-matter', '# Only a title\n'],
    ['front-matter', '---\nkind: decision\n# never closed\n'],
    ['front-matter', '---\nkind: decision\n\tnonsense here\n---\n# x\n'],
    ['kind', '---\nkind: thought\n---\n# x\n'],
    ['kind', '---\ndate: 2026-11-16\n---\n# x\n'],
    ['empty', '---\nkind: focus\n---\n\n'],
  ])('is rejected: %s', (fault, text) => {
    expect(readInboxFile(pageOf(text, PATH))).toBe(fault)
    expect(readInboxEntry(pageOf(text, PATH))).toBeUndefined()
  })

  test('takes the day from its name if it has none', () => {
    expect(readInboxEntry(pageOf('---\nkind: focus\n---\nShip refunds\n', PATH))).toMatchObject({
      date: DATE,
      title: 'Ship refunds',
      provenance: undefined,
    })
  })
})

const hostile = fc.constantFrom(
  '---',
  'a: b',
  '# heading',
  '## Why',
  '## 描述',
  '- **Given up**: more',
  '- - **Status**: Done',
  '"quoted"',
  "it's",
  '| a | b |',
  '```',
  '<!-- USER_BLOCK_START -->',
  'sk_live_4eC39HqLyJdYkp',
  '  indented',
  '取舍：无',
  '#hash',
  '[x]',
  'null',
  '12',
  '1e5',
  '@at',
  '\\back',
  '😀',
  'x: ',
)
const line = fc
  .array(fc.oneof(hostile, fc.string({ maxLength: 12 })), { minLength: 1, maxLength: 3 })
  .map((all) => all.join(' '))
const value = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => all.join('\n'))

function additionOf(kind: AdditionKind): fc.Arbitrary<Addition<AdditionKind>> {
  const fields = fieldsOf(kind).map(({ field, required, choices }) => {
    const one =
      choices === undefined ? (field === 'date' ? fc.constant('2026-03-04') : value) : fc.constantFrom(...choices)
    return fc.tuple(fc.constant(field), required ? one : fc.option(one, { nil: undefined }))
  })
  return fc.record({
    kind: fc.constant(kind),
    fields: fc
      .tuple(...fields)
      .map((all) => {
        const given = all.filter((pair): pair is [Field, string] => pair[1] !== undefined)
        return new Map<Field, string>(given.map(([field, text]) => [field, `x ${text}`.trim()] as const))
      })
      .map((all) => withChoices(kind, all)),
    evidence: fc.array(
      line.map((one) => `e ${one}`.replace(/\s+/g, ' ').trim()),
      { maxLength: 3 },
    ),
  })
}

function withChoices(kind: AdditionKind, fields: Map<Field, string>): Map<Field, string> {
  const bare = new Set(
    fieldsOf(kind).flatMap(({ field, choices }) => (choices === undefined && field !== 'date' ? [] : [field])),
  )
  return new Map([...fields].map(([field, text]) => [field, bare.has(field) ? text.slice(2) : text]))
}

const provenances: fc.Arbitrary<Provenance> = fc.record(
  {
    saidBy: fc.constantFrom(...SPEAKERS),
    accepted: fc.record(
      { on: fc.constant(DATE), how: fc.constantFrom(...ACCEPTANCES), edited: fc.constant(true as const) },
      { requiredKeys: ['on'] },
    ),
  },
  { requiredKeys: ['saidBy'] },
)

describe('laws of the inbox', () => {
  test.each(ADDITION_KINDS.flatMap((kind) => (['en', 'zh'] as const).map((language) => [kind, language] as const)))(
    'a printed %s (%s) reads back and prints the same [S55]',
    (kind, language) => {
      law(
        fc.property(additionOf(kind), provenances, (addition, provenance) => {
          const text = printInboxEntry(addition, { date: DATE, provenance, language })
          const read = readInboxEntry(pageOf(text, PATH))
          expect(read?.kind).toBe(kind)
          expect(new Set(read?.addition.fields.keys())).toEqual(
            new Set([
              ...addition.fields.keys(),
              ...(fieldsOf(kind).some(({ field }) => field === 'date') ? ['date'] : []),
            ]),
          )
          for (const [field, given] of addition.fields)
            expect(bare(read?.addition.fields.get(field) ?? '')).toBe(bare(given))
          expect(read?.addition.evidence.map(bare)).toEqual(addition.evidence.map(bare))
          expect(read?.provenance?.accepted).toEqual(provenance.accepted)
          if (read === undefined) return
          const { provenance: from } = read
          expect(printInboxEntry(read.addition, { date: read.date, provenance: from, language })).toBe(text)
        }),
      )
    },
  )

  test('a YAML parser reads the printed front matter alike', () => {
    law(
      fc.property(line, (text) => {
        const given = text.replace(/\s+/g, ' ').trim()
        fc.pre(given !== '')
        const printed = `---\nsource: ${scalarText(given)}\nlist:\n  - ${scalarText(given)}\n---\n`
        expect(readFrontMatter(pageOf(printed))).toEqual(
          new Map([
            ['source', [given]],
            ['list', [given]],
          ]),
        )
        expect(parse(printed.slice(4, -4))).toEqual({ source: given, list: [given] })
      }),
    )
  })
})

/** Removes what no value in a bank may hold: headings that end a section, comments, blanks. */
function bare(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replace(/[\s#`~*+-]+|\d{1,3}[.)]/g, '')
}

const THING = knownPath('inbox/2026-11-16-a-thing-1a2b.md')
const PLACES = {
  decision: 'details/patterns.md',
  learning: 'details/learnings/2026-11-16-a-thing-1a2b.md',
  requirement: 'details/requirements/2026-11-16-a-thing-1a2b.md',
  design: 'details/design/2026-11-16-a-thing-1a2b.md',
  focus: 'MEMORY.md',
  progress: 'details/progress.md',
  tech: 'details/tech.md',
  answer: 'MEMORY.md',
} as const

const linesOf = (text: string) => text.split(/\r\n|\n/)

describe.each(ADDITION_KINDS)('a waiting %s', (kind) => {
  const fields = new Map<Field, string>(
    fieldsOf(kind).flatMap(({ field, choices, required }) =>
      required || choices !== undefined ? [[field, choices?.[0] ?? `some ${field} of \`src/a.ts\``]] : [],
    ),
  )
  test.each(['en', 'zh'] as const)('keeps the number of every line, with either line end (%s) [S55]', (language) => {
    const printed = printInboxEntry(
      { kind, fields, evidence: [] },
      { date: '2026-11-16', provenance: undefined, language },
    )
    for (const text of [printed, printed.replaceAll('\n', '\r\n')]) {
      const waiting = readWaiting(pageOf(text, THING))
      expect(waiting).toMatchObject({ kind, date: '2026-11-16', place: PLACES[kind] })
      const [before, after] = [linesOf(text), linesOf(waiting?.text ?? '')]
      const end = before.indexOf('---', 1)
      for (const [at, line] of before.entries()) {
        if (at > end && !line.startsWith('# ')) expect(after[at] ?? '').toBe(line)
      }
      expect(waiting?.text).not.toMatch(/^kind:/m)
      expect(before[(waiting?.line ?? 0) - 1]).toMatch(/some (?:title|text)/)
    }
  })
})

test('other files, and files that are not entries, do not wait [S55]', () => {
  expect(readWaiting(pageOf('---\nkind: decision\n---\n# X\n', knownPath('details/design/x.md')))).toBeUndefined()
  expect(readWaiting(pageOf('# X\n', THING))).toBeUndefined()
  expect(readWaiting(pageOf('---\nkind: sausage\n---\n# X\n', THING))).toBeUndefined()
})
