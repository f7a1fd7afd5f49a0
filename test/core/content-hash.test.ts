/** The hash of a text, short or long. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOfText, plainHash } from '../../src/core/content-hash.ts'
import { quickHash } from '../../src/core/quick-hash.ts'

const RUNS = process.env['MEMORY_BANK_LONG'] === '1' ? 20_000 : 1_500

test('a text has the hash that its bytes have by the definition of FNV-1a [S4]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let hash = 0xcbf29ce484222325n
      for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) % 2n ** 64n
      const defined = hash.toString(16).padStart(16, '0')
      expect([hashOfText(text), plainHash(text), quickHash(text)]).toEqual([defined, defined, defined])
    }),
    { numRuns: RUNS },
  )
})

test('a long text has the same hash both ways, wherever it is cut into pieces [S4]', () => {
  const unit = fc.constantFrom('a', 'é', '写', '💾', '\ud83d', '\udcbe', '\udc80', '\n')
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 12 }),
      fc.integer({ min: 19_990, max: 20_002 }),
      unit,
      (some, length, one) => {
        const text = `${one.repeat(length)}${some.join('')}`
        expect([hashOfText(text), hashOfText(`${text}${text}`)]).toEqual([plainHash(text), plainHash(`${text}${text}`)])
      },
    ),
    { numRuns: 60 },
  )
})

test.each(['a', '写', '💾', '\udc80'])('a megabyte of %j has the same hash both ways [S4]', (character) => {
  const text = character.repeat(1_000_003)
  expect(hashOfText(text)).toBe(plainHash(text))
})
