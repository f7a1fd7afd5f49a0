/** What a session remembers, folded moment by moment or at once. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { FRESH, type Moment, remember, rememberAll } from '../../src/guard/state.ts'
import { law } from '../laws/runs.ts'

const path = fc
  .constantFrom('MEMORY.md', 'details/tech.md', 'details/patterns.md', 'details/design/a.md')
  .map(knownPath)
const word = fc.constantFrom('a', 'b', 'c')
const terms = fc.array(word, { maxLength: 3 })

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ at: fc.constant('start' as const), parent: word }, { requiredKeys: ['at'] }),
  fc.record(
    {
      at: fc.constant('turn' as const),
      grant: fc.constant({ kind: 'everything' as const }),
      wantsPatterns: fc.boolean(),
      declined: fc.boolean(),
      quiet: fc.constantFrom('turn' as const, 'session' as const),
      accepted: terms,
    },
    { requiredKeys: ['at', 'grant', 'wantsPatterns'] },
  ),
  fc.record(
    { at: fc.constant('proposed' as const), targets: fc.array(path, { maxLength: 2 }), plan: fc.boolean(), terms },
    { requiredKeys: ['at', 'targets'] },
  ),
  fc.record({ at: fc.constant('spoke' as const), ofOther: fc.boolean() }),
  fc.record({
    at: fc.constant('signal' as const),
    signal: fc.record({ kind: fc.constant('finding' as const), terms }),
  }),
  fc.record({ at: fc.constant('tested' as const), run: word, failed: fc.boolean() }),
  fc.record({ at: fc.constant('changed' as const), tests: fc.boolean() }),
  fc.record({ at: fc.constant('read' as const), path, hash: word }),
  fc.record({ at: fc.constant('said' as const), rule: word }),
  fc.record({ at: fc.constant('unconfirmed' as const), path }),
  fc.record({ at: fc.constant('entry' as const), hash: word }),
  fc.record({ at: fc.constant('asked' as const), reader: word }),
  fc.record({ at: fc.constant('heard' as const), reader: word, reads: fc.nat({ max: 3 }) }),
  fc.constantFrom<Moment>({ at: 'compacted' }, { at: 'reminded' }),
)

test('all moments at once leave the state that one by one they leave, in the same order [S37]', () => {
  law(
    fc.property(fc.array(moment, { maxLength: 40 }), (moments) => {
      const [atOnce, oneByOne] = [rememberAll(moments), moments.reduce(remember, FRESH)]
      expect(atOnce).toEqual(oneByOne)
      expect([...atOnce.read]).toEqual([...oneByOne.read])
    }),
    500,
  )
  expect(FRESH.read.size + FRESH.saidEver.size + FRESH.saidThisTurn.size).toBe(0)
})

test('a session that has read more files than it can remember forgets the oldest both ways [S37]', () => {
  const moments = Array.from({ length: 250 }, (_, index): Moment => {
    return { at: 'read', path: knownPath(`details/design/${index}.md`), hash: 'h' }
  })
  const state = rememberAll(moments)
  expect([...state.read]).toEqual([...moments.reduce(remember, FRESH).read])
  expect([state.read.size, state.reads]).toEqual([200, 250])
})
