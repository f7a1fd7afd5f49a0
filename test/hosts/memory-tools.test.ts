/** One set of names over all hosts: what the tools are told, what the decoder takes, and what its errors say. */

import { expect, test } from 'vitest'
import { z } from 'zod'
import { ADDITION_KINDS, FIELD_NAMES, FIELDS, fieldsOf } from '../../src/base/addition.ts'
import { explain } from '../../src/base/problem.ts'
import { withExample } from '../../src/consent/with-example.ts'
import { DESCRIPTIONS } from '../../src/hosts/mcp/encode.ts'
import { entrySchema } from '../../src/hosts/memory-tools.ts'
import { decodeAdditions, exampleOf } from '../../src/bank/decode-addition.ts'

test.each(['all', 'values'] as const)(
  'every host is told the same names, with their values (%s) [S43] [S53]',
  (told) => {
    const { properties } = z.toJSONSchema(entrySchema(told), { io: 'input' })
    expect(Object.keys(properties ?? {})).toEqual(['kind', ...FIELDS.map((field) => FIELD_NAMES[field]), 'evidence'])
    expect(properties).toMatchObject({
      type: { enum: ['bug', 'performance', 'integration'] },
      status: { enum: ['Proposed', 'Accepted', 'Implementing', 'Done', 'Deprecated'] },
      state: { enum: ['doing', 'next', 'blocked', 'done'] },
      section: { description: expect.stringContaining('Stack, Commands, Structure') },
    })
  },
)

test('each name is one that the decoder takes, and the example of each kind is a whole entry [S43]', () => {
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
])('an error says which field, which values, and how a right call looks: %j [S43]', (entry, what, example) => {
  const input = { entries: [entry] }
  const decoded = decodeAdditions(input)
  if (decoded.ok) throw new Error('decoded')
  const said = explain(withExample(decoded.problem, input), 'en')
  expect(said.what).toContain(what)
  expect(said.next).toContain(example)
})
