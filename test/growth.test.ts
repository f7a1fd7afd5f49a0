import { expect, test } from 'vitest'
import { expectInProportion } from './growth.ts'

const letters = (size: number) => 'a'.repeat(size)

test('work in linear time passes', () => {
  expectInProportion(20_000, letters, (text) => text.replaceAll('a', 'b'))
})

test('work in quadratic time fails', () => {
  // The pattern tries every end from every beginning.
  expect(() => expectInProportion(3_000, letters, (text) => /a*b/.test(text))).toThrow('times as long')
})

test('work too short to measure passes', () => {
  expectInProportion(1, letters, (text) => text.length)
})
