import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { recallBeyondThree } from '../../../src/guard/rules/recall-beyond-three.ts'
import type { Moment } from '../../../src/guard/state.ts'
import { after, ask, project, reads } from '../situation.ts'

const read = (name: string): Moment => ({ at: 'read', path: knownPath(`details/${name}.md`), hash: 'h' })
const three = ['a', 'b', 'c'].map(read)
const turn: Moment = { at: 'turn', grant: { kind: 'nothing' } }

test('the fourth file of the bank in one turn gets a note about recall [S22] 004:335 004:351', () => {
  expect(ask(recallBeyondThree, reads('details/d.md'), after(turn, ...three))).toContain('memory_recall')
})

test.each([
  ['the third file', reads('details/c.md'), after(turn, read('a'), read('b'))],
  ['the same file again', reads('details/c.md'), after(turn, ...three, read('d'))],
  ['a file after a new turn', reads('details/d.md'), after(turn, ...three, turn)],
  [
    'what a recall cited',
    reads('details/d.md'),
    after(turn, ...three, { at: 'recalled', paths: [knownPath('details/d.md')] }),
  ],
  ['a memory-reader', reads('details/d.md'), after({ at: 'start', agent: 'memory-reader' }, turn, ...three)],
  ['a file of the project', { kind: 'reads', bank: [] } as const, after(turn, ...three, read('d'))],
  ['a write', project('src/app.ts'), after(turn, ...three, read('d'))],
])('%s gets no note [S22]', (_name, facts, state) => expect(ask(recallBeyondThree, facts, state)).toBeUndefined())
