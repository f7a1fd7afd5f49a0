import { expect, test } from 'vitest'
import { ASKING, COMMON } from '../../src/recall/question-words.ts'
import { tokenize } from '../../src/recall/tokenize.ts'
import { stem } from '../../src/text/stem.ts'

test('the words of asking are stems', () => {
  for (const word of [...ASKING, ...COMMON]) expect(tokenize(word).length, word).toBeLessThanOrEqual(1)
  expect(['tell', 'describe', 'summary', 'discussion'].map(stem).every((one) => ASKING.includes(one))).toBe(true)
  expect(['always', 'really', 'necessary', 'everything'].map(stem).filter((one) => COMMON.includes(one))).toHaveLength(
    3,
  )
})
