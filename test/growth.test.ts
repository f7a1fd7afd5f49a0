import { expect, test } from 'vitest'
import { expectInProportion } from './growth.ts'

const letters = (size: number) => 'a'.repeat(size)

test('work that looks at each letter once passes', () => {
  expectInProportion(20_000, letters, (text) => text.replaceAll('a', 'b'))
})

test('work that looks at all letters for each of them fails', () => {
  // The pattern tries every end from every beginning.
  expect(() => expectInProportion(3_000, letters, (text) => /a*b/.test(text))).toThrow('times as much')
})

test('work too short to be measured passes', () => {
  expectInProportion(1, letters, (text) => text.length)
})
