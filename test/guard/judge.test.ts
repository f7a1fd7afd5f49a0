/** `memory-bank judge`, as it is documented: the page, the schema and the program say the same. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RULES as CALL_RULES } from '../../src/guard/rules/index.ts'
import { WRITE_RULES } from '../../src/guard/write-rules/index.ts'
import { Sandbox } from '../scenarios/harness.ts'

const RULES = [...CALL_RULES, ...WRITE_RULES]
const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/judge.md'), 'utf8')
const ajv = new Ajv2020({ strict: true, strictRequired: false })
ajv.addSchema(JSON.parse(readFileSync(join(ROOT, 'schemas/judge.schema.json'), 'utf8')))
const matches = (definition: string, value: unknown) =>
  ajv.validate({ $ref: `memory-bank/judge/v1#/$defs/${definition}` }, value)

const [EVENTS = [], JUDGEMENTS = []] = [...PAGE.matchAll(/```jsonl\n([\s\S]*?)```/g)].map((match) =>
  (match[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
)

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox().write({
    'memory-bank/MEMORY.md': '# Memory\n\nWords about this project.\n',
    'memory-bank/details/patterns.md': '# Patterns\n',
    'memory-bank/details/tech.md': '# Tech\n',
  })
})
afterEach(() => sandbox.remove())

const judge = (events: readonly unknown[], env: NodeJS.ProcessEnv = {}) =>
  sandbox.run(['judge', '--json'], {
    input: events.map((event) => `${JSON.stringify(event)}\n`).join('\n'),
    env: sandbox.env({ MEMORY_BANK_GUARD_MODE: 'block', ...env }),
  })
const lines = (out: string): readonly Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('the example of the page comes out as the page says [S54]', () => {
  const { code, out } = judge(EVENTS)
  expect(code).toBe(0)
  const expected = JUDGEMENTS.map((line) => (line.text === '…' ? { ...line, text: expect.any(String) } : line))
  expect(lines(out)).toEqual(expected)
})

test('events and judgements are as the schema describes them [S54]', () => {
  const more = [
    { kind: 'session-started', session: 'a', parent: 'b', agent: 'general' },
    {
      kind: 'tool-requested',
      session: 'a',
      call: '1',
      tool: 'write',
      args: { filePath: 'memory-bank/details/tech.md', content: 'x' },
      cwd: '.',
    },
    { kind: 'compacted', session: 'a' },
    { kind: 'session-ended', session: 'a' },
  ]
  for (const event of [...EVENTS, ...more]) expect([event, matches('event', event)]).toEqual([event, true])
  for (const line of [...JUDGEMENTS, ...lines(judge([...EVENTS, ...more]).out)])
    expect([line, matches('judgement', line)]).toEqual([line, true])
})

test.each([
  ['event', { kind: 'user-shouted', text: 'x' }],
  ['event', { kind: 'user-said' }],
  ['event', { kind: 'tool-requested', tool: 'write', args: 'x' }],
  ['judgement', { event: 'user-said', session: 's', verdict: 'allow', rule: 'x', text: 'y' }],
  ['judgement', { event: 'tool-requested', session: 's', verdict: 'refuse' }],
  ['judgement', { event: 'tool-requested', session: 's', verdict: 'allow', answer: 'confirm' }],
  ['judgement', { event: 'user-said', session: 's', verdict: 'maybe' }],
  ['judgement', { event: 'user-said', session: 's', verdict: 'allow', unconfirmed: [] }],
])('the schema rejects an invalid %s: %j [S54]', (definition, value) => expect(matches(definition, value)).toBe(false))

test('unconfirmed writes are listed, each once, until the session ends [S36] [S54]', () => {
  const write = (file: string, session = 's') => ({
    kind: 'tool-requested',
    session,
    tool: 'write',
    args: { filePath: `memory-bank/details/${file}`, content: '# Words\n' },
  })
  const events = [
    { kind: 'user-said', session: 's', text: 'go on' },
    write('tech.md'),
    write('tech.md'),
    write('new.md'),
    { kind: 'user-said', session: 'other', text: 'remember this: cents' },
    write('tech.md', 'other'),
    { kind: 'compacted', session: 's' },
    { kind: 'session-ended', session: 's' },
  ]
  const judged = lines(judge(events, { MEMORY_BANK_GUARD_MODE: 'warn' }).out)
  const [tech, both] = [['details/tech.md'], ['details/tech.md', 'details/new.md']]
  expect(judged.map((line) => line['unconfirmed'])).toEqual([
    undefined,
    tech,
    tech,
    both,
    undefined,
    undefined,
    both,
    undefined,
  ])
  for (const line of judged) expect([line, matches('judgement', line)]).toEqual([line, true])
})

test('a replay leaves nothing behind [S37]', () => {
  const before = sandbox.tree('.')
  judge(EVENTS)
  expect(sandbox.tree('.')).toEqual(before)
})

test('switched off, it allows everything; an unknown setting is an error [S30]', () => {
  expect(lines(judge(EVENTS, { MEMORY_BANK_DISABLED: '1' }).out).every((line) => line['verdict'] === 'allow')).toBe(
    true,
  )
  const wrong = judge(EVENTS, { MEMORY_BANK_GUARD_MODE: 'strict' })
  expect(wrong.code).not.toBe(0)
  expect(wrong.out + wrong.err).toContain('strict')
})

test('a line that is not an event is named by its number [S54]', () => {
  const { code, out, err } = sandbox.run(['judge', '--json'], { input: '{"kind":"compacted"}\n\nnonsense\n' })
  expect(code).toBe(2)
  expect(out + err).toContain('3')
})

test('every rule that may speak has a page, or is in the table of notes [S54]', () => {
  const source = readdirSync(join(ROOT, 'src/session'))
    .map((name) => readFileSync(join(ROOT, 'src/session', name), 'utf8'))
    .join('\n')
  const notes = [...source.matchAll(/(?:#note\(|rule:)\s*'([a-z-]+)'/g)].map((match) => match[1])
  expect(new Set(notes).size).toBeGreaterThanOrEqual(3)
  for (const rule of notes)
    expect([rule, RULES.some(({ id }) => id === rule) || PAGE.includes(`| \`${rule}\` |`)]).toEqual([rule, true])
})
