/** All hosts use the same names in the tools' descriptions, the decoder and its errors. */

import { expect, test } from 'vitest'
import { z } from 'zod'
import { decodeAdditions, exampleOf } from '../../src/bank/decode-addition.ts'
import { ADDITION_KINDS, FIELD_NAMES, FIELDS, fieldsOf, PROPOSED_KINDS } from '../../src/base/addition.ts'
import { explain } from '../../src/base/problem.ts'
import { decodeProposed } from '../../src/consent/decode-proposed.ts'
import { DESCRIPTIONS } from '../../src/hosts/mcp/encode.ts'
import { compact, ENTRIES } from '../../src/hosts/memory-tools.ts'

test('every host sends the same fields, in a schema of at most 900 bytes [S43] [S53]', () => {
  const { properties } = z.toJSONSchema(ENTRIES.element, { io: 'input' })
  expect(Object.keys(properties ?? {})).toEqual(['kind', ...FIELDS.map((field) => FIELD_NAMES[field]), 'evidence'])
  for (const kind of PROPOSED_KINDS) expect(DESCRIPTIONS.propose).toContain(kind)
  const sent = JSON.stringify(compact(z.toJSONSchema(z.object({ entries: ENTRIES }))))
  expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(900)
})

test('the decoder accepts each field, and each kind’s example is a complete entry [S43]', () => {
  for (const kind of ADDITION_KINDS) {
    const entry = Object.fromEntries(
      fieldsOf(kind).map(({ field, choices }) => [
        FIELD_NAMES[field],
        choices?.[0] ?? (field === 'date' ? '2026-03-01' : 'x'),
      ]),
    )
    expect([kind, decodeAdditions({ entries: [{ kind, ...entry }] }).ok]).toEqual([kind, true])
    const example: unknown = JSON.parse(
      exampleOf(kind)
        .replaceAll('…', 'x')
        .replaceAll(/"([\w]+)\|[^"]*"/g, '"$1"'),
    )
    expect([kind, decodeAdditions(example).ok]).toEqual([kind, true])
    for (const { field, required } of fieldsOf(kind))
      if (required) expect(DESCRIPTIONS.propose).toContain(FIELD_NAMES[field])
  }
})

test.each([
  [{ kind: 'decision', title: 'Use pnpm' }, 'This decision is missing: Why, Given up, Applies to', '"given_up":"…"'],
  [
    { kind: 'progress', text: 'x', state: 'finished' },
    '"state" must be one of doing, next, blocked, done',
    '"state":"doing|next|blocked|done"',
  ],
  [
    { kind: 'decision', reasonn: 'x' },
    'has no field "reasonn"; it has title, why, given_up, applies_to',
    '"kind":"decision"',
  ],
  [{ kind: 'rule', text: 'x' }, '"kind" must be one of', '"kind":"decision"'],
])('an error names the field, its values and a valid call: %j [S43]', (entry, what, example) => {
  const input = { entries: [entry] }
  const decoded = decodeProposed(input)
  if (decoded.ok) throw new Error('decoded')
  const said = explain(decoded.problem, 'en')
  expect(said.what).toContain(what)
  expect(said.next).toContain(example)
})
