/** The state of a session, moment by moment. */

import { expect, test } from 'vitest'
import { knownPath } from '../../src/base/bank-path.ts'
import { FRESH, isMoment, type Moment, remember } from '../../src/guard/state.ts'

test('a session that has read more files than it can remember forgets the oldest [S37]', () => {
  const moments = Array.from({ length: 250 }, (_, index): Moment => {
    return { at: 'read', path: knownPath(`details/design/${index}.md`), hash: 'h' }
  })
  const state = moments.reduce(remember, FRESH)
  expect([...state.read.keys()]).toEqual(moments.slice(50).map((moment) => (moment.at === 'read' ? moment.path : '')))
  expect(state.reads).toBe(250)
  expect(FRESH.read.size).toBe(0)
})

test.each([
  [{ at: 'said', rule: 'x' }, true],
  [{ at: 'toString' }, false],
  [{ at: 'of a later version' }, false],
  [{}, false],
  [undefined, false],
])('%j is a moment: %s', (value, known) => expect(isMoment(value)).toBe(known))
