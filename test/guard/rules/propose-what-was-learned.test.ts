import { expect, test } from 'vitest'
import { proposeWhatWasLearned } from '../../../src/guard/rules/propose-what-was-learned.ts'
import type { Moment } from '../../../src/guard/state.ts'
import { after, ask, bank, OTHER, project } from '../situation.ts'

const SIGNAL: Moment = { at: 'signal', signal: { kind: 'decision', terms: ['a', 'b', 'c'] } }
const SHOWN = { kind: 'tech', terms: ['p'], called: true } as const
const SAID: Moment = { at: 'said', rule: 'propose-what-was-learned' }
const TURN = { at: 'turn', grant: { kind: 'nothing' }, wantsPatterns: false } as const

test.each([
  ['decision', 'details/patterns.md'],
  ['requirement', 'details/requirements/'],
  ['finding', 'details/learnings/'],
  ['workflow', 'details/tech.md'],
  ['tech', 'details/tech.md'],
  ['focus', 'Current Focus'],
  ['design', 'details/design/'],
  ['conflict', 'correction'],
] as const)('a %s is brought to mind with where it belongs [S40] (000:268, 000:271)', (kind, where) => {
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
  ['the change was taken back, in words', [SIGNAL, { ...TURN, takenBack: true }]],
  [
    'the change was taken back, by git',
    [
      { at: 'signal', signal: SHOWN },
      { at: 'undone', signal: true },
    ],
  ],
  [
    'a manifest changed with what was decided',
    [SIGNAL, { at: 'reminded' }, SAID, { at: 'signal', signal: SHOWN }, TURN],
  ],
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

test('it does not come with the very call that takes the change back [S40]', () => {
  const shown = after({ at: 'signal', signal: SHOWN })
  const undoing = { kind: 'shell', danger: undefined, reads: [], writes: [], takesBack: true } as const
  expect(ask(proposeWhatWasLearned, undoing, shown)).toBeUndefined()
  expect(ask(proposeWhatWasLearned, OTHER, shown)).toContain('details/tech.md')
  // What was said in words stays said.
  expect(ask(proposeWhatWasLearned, undoing, after(SIGNAL))).toContain('details/patterns.md')
})

test('nor is anything said without a bank [S30]', () => {
  expect(ask(proposeWhatWasLearned, OTHER, after(SIGNAL), { readRequired: () => undefined })).toBeUndefined()
})
