/** Known hashes of short and long texts. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOfText } from '../../src/base/content-hash.ts'
import { law } from '../laws/runs.ts'

test('a text has the FNV-1a hash of its bytes [S4]', () => {
  law(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let hash = 0xcbf29ce484222325n
      for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) % 2n ** 64n
      expect(hashOfText(text)).toBe(hash.toString(16).padStart(16, '0'))
    }),
    300,
  )
})
