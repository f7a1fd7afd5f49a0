import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/base/estimate-tokens.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test.each([
  ['an English entry', 'templates/en/MEMORY.md'],
  ['a Chinese entry', 'templates/zh/MEMORY.md'],
  ['an English page', 'README.md'],
  ['a Chinese page', 'README.zh-CN.md'],
  ['a long English page', 'docs/format.md'],
  ['TypeScript', 'src/bank/blocks.ts'],
  ['TypeScript with Chinese in it', 'src/base/problem.ts'],
  ['JavaScript', 'scripts/test.mjs'],
  ['JSON', 'package.json'],
  ['a table of words in two languages', 'CONTEXT.md'],
])('%s is estimated within 15 %% of o200k [S20]', (_, path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const exact = encode(text).length
  expect(Math.abs(estimateTokens(text) / exact - 1)).toBeLessThan(0.15)
})

test('an empty text has no tokens', () => expect(estimateTokens('')).toBe(0))
