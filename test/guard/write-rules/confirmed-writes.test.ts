import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { confirmedWrites } from '../../../src/guard/write-rules/confirmed-writes.ts'
import { after, ask, bank, project } from '../situation.ts'

const TARGET = knownPath('details/learnings/cache.md')
const granted = after({ at: 'turn', grant: { kind: 'targets', targets: [TARGET] } })
const everything = after({ at: 'turn', grant: { kind: 'everything' } })
const writer = after({ at: 'start', agent: 'memory-bank-writer' })
const fresh = after()

test.each([
  ['confirm', 'nothing was agreed to', fresh, TARGET, false],
  ['confirm', 'the target was agreed to', granted, TARGET, true],
  ['confirm', 'the index beside it', granted, 'details/learnings/index.md', true],
  ['confirm', 'another file', granted, 'details/patterns.md', false],
  ['confirm', 'the index of another folder', granted, 'details/design/index.md', false],
  ['confirm', 'the user asked for it', everything, 'details/patterns.md', true],
  ['confirm', 'the writer agent without consent', writer, TARGET, false],
  ['direct', 'nothing was agreed to', fresh, TARGET, true],
  ['writer', 'whoever it is: another rule asks', everything, TARGET, true],
] as const)('%s: %s [S36]', (mode, _name, state, path, passes) => {
  expect(ask(confirmedWrites, bank(path, 'a', 'b'), state, { writer: mode }) === undefined).toBe(passes)
})

test('a call that writes a file beyond the grant is not covered [S42]', () => {
  const facts = {
    kind: 'writes',
    files: [TARGET, 'details/tech.md'].map((path) => ({
      in: 'bank' as const,
      path: knownPath(path),
      before: 'a',
      after: 'b',
      editedByHand: undefined,
    })),
  } as const
  expect(ask(confirmedWrites, facts, granted, { writer: 'confirm' })).toContain('details/tech.md')
})

test('a write outside the bank needs no confirmation [S36]', () => {
  expect(ask(confirmedWrites, project('src/a.ts'), fresh, { writer: 'confirm' })).toBeUndefined()
})
