import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelSegments } from '../../src/text/label-segments.ts'

const RUNS = process.env['MEMORY_BANK_LONG'] === '1' ? 20_000 : 1_500

test('a line is cut into labels as one pattern would cut it [S7]', () => {
  const pattern = /[；;]|(?<=\S\s*)(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))/
  const pieces = fc.constantFrom('**', '*', 'Why', '：', ':', ' ', ';', '；', '- ', 'a', '原因')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 16 }), (parts) => {
      const line = parts.join('')
      expect(labelSegments(line)).toEqual(line.split(pattern))
    }),
    { numRuns: RUNS },
  )
})
