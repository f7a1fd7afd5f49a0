import { describe, expect, test } from 'vitest'
import { ADDITION_KINDS, type Field, fieldsOf } from '../../src/core/addition.ts'
import { knownPath } from '../../src/core/bank-path.ts'
import { printInboxEntry } from '../../src/text/inbox-entry.ts'
import { readWaiting } from '../../src/text/inbox-place.ts'

const PATH = knownPath('inbox/2026-11-16-a-thing-1a2b.md')
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
      const waiting = readWaiting(PATH, text)
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

test('another file, and one that is no entry, does not wait [S55]', () => {
  expect(readWaiting(knownPath('details/design/x.md'), '---\nkind: decision\n---\n# X\n')).toBeUndefined()
  expect(readWaiting(PATH, '# X\n')).toBeUndefined()
  expect(readWaiting(PATH, '---\nkind: sausage\n---\n# X\n')).toBeUndefined()
})
