import { expect, test } from 'vitest'
import { FRESH, remember } from '../../../src/guard/state.ts'
import { writerAgentOnly } from '../../../src/guard/write-rules/writer-agent-only.ts'
import { ask, bank, project } from '../situation.ts'

const writer = remember(FRESH, { at: 'start', agent: 'memory-bank-writer' })
const agreed = remember(FRESH, { at: 'turn', grant: { kind: 'everything' } })

test.each([
  ['writer', 'the writer agent', writer, true],
  ['writer', 'another agent, though the user agreed', agreed, false],
  ['confirm', 'another agent', agreed, true],
  ['direct', 'another agent', FRESH, true],
] as const)('writer %s: a bank write by %s [S36]', (setting, _who, state, passes) => {
  expect(ask(writerAgentOnly, bank('details/tech.md', 'a', 'b'), state, { writer: setting }) === undefined).toBe(passes)
})

test('a write outside the bank does not concern this rule [S36]', () => {
  expect(ask(writerAgentOnly, project('src/a.ts'), FRESH, { writer: 'writer' })).toBeUndefined()
})
