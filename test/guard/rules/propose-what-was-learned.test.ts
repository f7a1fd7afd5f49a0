import { expect, test } from 'vitest'
import { proposeWhatWasLearned } from '../../../src/guard/rules/propose-what-was-learned.ts'
import type { Moment } from '../../../src/guard/state.ts'
import { after, ask, bank, OTHER, project } from '../situation.ts'

const CHANGED: Moment = { at: 'happened', signal: { kind: 'settings', what: 'package.json' } }
const TURN = { at: 'turn', grant: { kind: 'nothing' } } as const
const PROPOSED: Moment = { at: 'proposed', targets: [] }

test('the line names the event and leaves the judgement to the model [S40]', () => {
  const state = after(TURN, CHANGED, { at: 'happened', signal: { kind: 'tests' } }, CHANGED, TURN)
  expect(ask(proposeWhatWasLearned, OTHER, state)).toBe(
    'Last turn: package.json changed; a failing test passes after edits. If this settled something worth keeping, propose it; otherwise carry on.',
  )
  const chinese = proposeWhatWasLearned.check({ state, facts: OTHER, policy: { readRequired: () => ({}) } as never })
  expect(chinese?.zh).toBe(
    '上一轮：package.json 有改动；失败的测试在修改后通过。如果由此确定了值得保留的内容，请提议；否则继续。',
  )
})

test.each<[string, readonly Moment[]]>([
  ['nothing happened', [TURN, TURN]],
  ['the turn is not over', [TURN, CHANGED]],
  ['it was said', [TURN, CHANGED, TURN, { at: 'reminded' }]],
  ['the turn after has begun', [TURN, CHANGED, TURN, TURN]],
  ['it was proposed in that turn', [TURN, CHANGED, PROPOSED, { ...TURN, unanswered: true }]],
  ['it happened after a proposal', [TURN, PROPOSED, CHANGED, TURN]],
  ['it is proposed now', [TURN, CHANGED, TURN, PROPOSED]],
  ['the bank was written in that turn', [TURN, CHANGED, { at: 'bank-written' }, TURN]],
  ['the bank is written now', [TURN, CHANGED, TURN, { at: 'bank-written' }]],
  ['the new turn is quiet', [TURN, CHANGED, { ...TURN, quiet: 'turn' }]],
  ['the person declined', [TURN, CHANGED, { ...TURN, declined: true, quiet: 'turn' }]],
  ['they declined twice', [{ ...TURN, declined: true }, { ...TURN, declined: true }, TURN, CHANGED, TURN]],
  ['the change was taken back', [TURN, CHANGED, { at: 'taken-back', paths: ['package.json'] }, TURN]],
  ['all changes were taken back', [TURN, CHANGED, { at: 'taken-back', paths: 'all' }, TURN]],
  ['the change is taken back now', [TURN, CHANGED, TURN, { at: 'taken-back', paths: 'all' }]],
  ['the session is a sub-agent', [{ at: 'start', parent: 'main' }, TURN, CHANGED, TURN]],
])('nothing is said where %s [S40]', (_name, moments) => {
  expect(ask(proposeWhatWasLearned, project('a.ts'), after(...moments))).toBeUndefined()
})

test.each<[string, readonly Moment[]]>([
  ['they declined once, long ago', [{ ...TURN, declined: true }, TURN, CHANGED, TURN]],
  ['another file was restored', [TURN, CHANGED, { at: 'taken-back', paths: ['src/a.ts'] }, TURN]],
  ['a quiet turn is over', [{ ...TURN, quiet: 'turn' }, TURN, CHANGED, TURN]],
])('it is said where %s [S40]', (_name, moments) => {
  expect(ask(proposeWhatWasLearned, OTHER, after(...moments))).toContain('package.json changed')
})

test('the call that writes the bank is not told to', () => {
  expect(ask(proposeWhatWasLearned, bank('details/tech.md', '', 'x'), after(TURN, CHANGED, TURN))).toBeUndefined()
})

test('no note is given without a bank [S30]', () => {
  const state = after(TURN, CHANGED, TURN)
  expect(ask(proposeWhatWasLearned, OTHER, state, { readRequired: () => undefined })).toBeUndefined()
})
