import { expect, test } from 'vitest'
import { nearestWord } from '../../src/cli/parse-call.ts'

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
  expect(nearestWord(word, KNOWN)).toBe(meant)
})
