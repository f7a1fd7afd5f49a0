import { expect, test } from 'vitest'
import { nearestOf } from '../../src/cli/parse-call.ts'

const KNOWN = ['init', 'refresh', 'status', 'check', 'recall', 'decision', 'design', 'history', 'root-cause']

test.each([
  ['statsu', 'status'],
  ['rfresh', 'refresh'],
  ['decisoin', 'decision'],
  ['chek', 'check'],
  ['hist', 'history'],
  ['cause', 'root-cause'],
  ['in', undefined],
  ['nonsense', undefined],
  ['wish', undefined],
])('%s is meant for %s [S54]', (word, meant) => {
  expect(nearestOf(word, KNOWN)).toBe(meant)
})
