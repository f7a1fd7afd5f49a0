import { expect, test } from 'vitest'
import { proposeWhatWasLearned } from '../../../src/guard/rules/propose-what-was-learned.ts'
import type { Moment } from '../../../src/guard/state.ts'
import { after, ask, bank, OTHER, project } from '../situation.ts'

const SIGNAL: Moment = { at: 'signal', signal: { kind: 'decision', terms: ['a', 'b', 'c'] } }
const TURN = { at: 'turn', grant: { kind: 'nothing' }, wantsPatterns: false } as const

test.each([
  ['decision', 'details/patterns.md'],
  ['requirement', 'details/requirements/'],
  ['finding', 'details/learnings/'],
  ['workflow', 'details/tech.md'],
  ['tech', 'details/tech.md'],
  ['conflict', 'correction'],
] as const)('a %s is brought to mind with where it belongs [S40]', (kind, where) => {
  const said = ask(proposeWhatWasLearned, OTHER, after({ at: 'signal', signal: { kind, terms: ['a', 'b'] } }))
  expect(said).toContain(where)
  expect(said).toContain('memory_propose')
})

test.each<[string, readonly Moment[]]>([
  ['nothing was shown', []],
  ['it was said', [SIGNAL, { at: 'reminded' }]],
  ['it was proposed', [SIGNAL, { at: 'proposed', targets: [] }]],
  ['the same matter was proposed before', [{ at: 'proposed', targets: [], terms: ['a', 'b', 'd'] }, TURN, SIGNAL]],
  ['a proposal waits', [{ at: 'proposed', targets: [] }, SIGNAL]],
  ['the turn is quiet', [{ ...TURN, quiet: 'turn' }, SIGNAL]],
  ['the person declined', [SIGNAL, { ...TURN, declined: true }]],
  ['they declined twice', [{ ...TURN, declined: true }, { ...TURN, declined: true }, TURN, SIGNAL]],
  ['the session is a sub-agent', [{ at: 'start', parent: 'main' }, SIGNAL]],
])('nothing is said where %s [S40]', (_name, moments) => {
  expect(ask(proposeWhatWasLearned, project('a.ts'), after(...moments))).toBeUndefined()
})

test('a quiet turn is over with the next one', () => {
  expect(ask(proposeWhatWasLearned, OTHER, after({ ...TURN, quiet: 'turn' }, TURN, SIGNAL))).toBeDefined()
})

test('the call that writes the bank is not told to', () => {
  expect(ask(proposeWhatWasLearned, bank('details/tech.md', '', 'x'), after(SIGNAL))).toBeUndefined()
})

test('nor is anything said without a bank [S30]', () => {
  expect(ask(proposeWhatWasLearned, OTHER, after(SIGNAL), { readRequired: () => undefined })).toBeUndefined()
})
