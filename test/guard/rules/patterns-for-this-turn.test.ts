import { expect, test } from 'vitest'
import { knownPath } from '../../../src/core/bank-path.ts'
import { patternsForThisTurn } from '../../../src/guard/rules/patterns-for-this-turn.ts'
import { after, ask, OTHER, PATTERNS_HASH, project, reads } from '../situation.ts'

const wanted = { at: 'turn', grant: { kind: 'nothing' }, wantsPatterns: true } as const
const plain = { at: 'turn', grant: { kind: 'nothing' }, wantsPatterns: false } as const
const read = { at: 'read', path: knownPath('details/patterns.md'), hash: PATTERNS_HASH } as const

test.each([
  ['the first tool of the turn, whatever it is', OTHER],
  ['a small write', project('a.ts')],
  ['a read of something else', reads('details/tech.md')],
])('%s brings the patterns to mind [S27]', (_name, facts) =>
  expect(ask(patternsForThisTurn, facts, after(wanted))).toContain('memory-bank/details/patterns.md'),
)

test.each([
  ['the turn is about something else', OTHER, after(plain)],
  ['they are read already', OTHER, after(wanted, read)],
  ['this very call reads them', reads(), after(wanted)],
  ['the next turn is about something else', OTHER, after(wanted, plain)],
])('nothing is said where %s [S27]', (_name, facts, state) =>
  expect(ask(patternsForThisTurn, facts, state)).toBeUndefined(),
)

test('nor where there is no bank [S30]', () => {
  expect(ask(patternsForThisTurn, OTHER, after(wanted), { readRequired: () => undefined })).toBeUndefined()
})
