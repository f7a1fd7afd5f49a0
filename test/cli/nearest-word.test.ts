import { expect, test } from 'vitest'
import { nearestOf } from '../../src/cli/nearest-word.ts'

const KNOWN = ['init', 'refresh', 'status', 'check', 'recall', 'decision', 'design', 'history']

test.each([
  ['statsu', 'status'],
  ['rfresh', 'refresh'],
  ['decisoin', 'decision'],
  ['chek', 'check'],
  ['hist', 'history'],
  ['in', undefined],
  ['nonsense', undefined],
  ['wish', undefined],
])('%s is meant for %s [S54]', (word, meant) => {
  expect(nearestOf(word, KNOWN)).toBe(meant)
})
