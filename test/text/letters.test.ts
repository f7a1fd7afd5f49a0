import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromFirstLetter, hasLetter, onlyLetters } from '../../src/text/letters.ts'
import { law } from '../laws/runs.ts'

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aZ09 _-中文，。（）“”…—·✅①é日') }),
  // Every character that is taken for plain, and its neighbours.
  fc.array(fc.integer({ min: 0x20, max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
)

test('the quick way and the tables of all scripts find the same letters [S6]', () => {
  law(
    fc.property(texts, (text) => {
      expect(onlyLetters(text)).toBe(text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
      expect(fromFirstLetter(text)).toBe(text.replace(/^[^\p{L}\p{N}]+/u, ''))
      expect(hasLetter(text)).toBe(/[\p{L}\p{N}]/u.test(text))
    }),
    2_000,
  )
})

test('each plain character is a letter to both ways, or to none [S6]', () => {
  for (let code = 0; code < 0xa000; code += 1) {
    const text = String.fromCharCode(code)
    expect(onlyLetters(text), code.toString(16)).toBe(text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  }
})
