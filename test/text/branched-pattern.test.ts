/** A pattern in branches matches as it would in one piece. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BranchedPattern, branch } from '../../src/text/branched-pattern.ts'

const PATTERNS = [
  new BranchedPattern([branch('a', 'a+b?'), branch('b', 'b.'), branch('ab', '(a)(b)c')]),
  new BranchedPattern([branch('c', '(?<=a)c'), branch('b|c', '^(?:b|c)')], 'i'),
]

test('it finds what its branches joined would find, and where [S40]', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B', 'C', ' '), maxLength: 12 })
  fc.assert(
    fc.property(text, fc.constantFrom(...PATTERNS), (said, pattern) => {
      const joined = new RegExp(pattern.branches.map(({ source }) => source).join('|'), pattern.flags)
      const [ours, whole] = [pattern.exec(said), joined.exec(said)]
      expect([ours?.index, ours?.[0]]).toEqual([whole?.index, whole?.[0]])
      expect(pattern.test(said)).toBe(joined.test(said))
      expect(pattern.mayMatch(said) || whole === null).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a text is split where the pattern matches, or left whole [S40]', () => {
  const pattern = new BranchedPattern([branch('and', ' and '), branch('然后', '然后')])
  expect(pattern.split('a and b然后c')).toEqual(['a', 'b', 'c'])
  expect(pattern.split('a, b')).toEqual(['a, b'])
})
