import { expect, test } from 'vitest'
import { padded, widthOf } from '../../src/cli/terminal.ts'

test.each([
  ['details/tech.md', 15],
  ['决策', 4],
  ['REQ-001-退款.md', 15],
  ['（全角）：', 10],
  ['한국어 カナ', 11],
  ['💾 ok', 5],
  ['e\u0301', 1],
  ['→ − … “x”', 9],
  ['', 0],
])('%s takes %i columns [S54]', (text, width) => {
  expect(widthOf(text)).toBe(width)
  expect(widthOf(padded(text, 20))).toBe(20)
})
