import { expect, test } from 'vitest'
import { decodeText, encodeText } from '../../src/disk/text-codec.ts'

test.each<[string, readonly number[], string]>([
  ['plain text', [0x61, 0x0a], 'a\n'],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
  ['NUL', [0x00], '\0'],
  ['Chinese', [0xe4, 0xb8, 0xad], '中'],
  ['emoji', [0xf0, 0x9f, 0x8e, 0x89], '🎉'],
  ['a stray byte', [0x61, 0xff, 0x62], 'a\udcffb'],
  ['an overlong slash', [0xc0, 0xaf], '\udcc0\udcaf'],
  ['an encoded surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
  ['a character cut short', [0xe4, 0xb8], '\udce4\udcb8'],
  ['a character cut short before another', [0xe4, 0xb8, 0x61], '\udce4\udcb8a'],
  ['emoji beside a stray byte', [0xf0, 0x9f, 0x8e, 0x89, 0xa0], '🎉\udca0'],
  ['the last code point', [0xff, 0xf4, 0x8f, 0xbf, 0xbf], '\udcff\u{10ffff}'],
])('%s survives decoding and encoding [S2]', (_, bytes, text) => {
  expect(decodeText(Buffer.from(bytes))).toBe(text)
  expect([...encodeText(text)]).toEqual(bytes)
})
