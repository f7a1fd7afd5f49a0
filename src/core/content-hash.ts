/**
 * What a text is known by: FNV-1a, 64 bits, over its UTF-8 bytes, in hexadecimal.
 *
 * It tells an edit from no edit; it guards against nobody, since whoever can edit a text can also
 * recompute its hash. A cryptographic one would cost half of a short command's start.
 */
export function hashOfText(text: string): string {
  // Times the prime 2^40 + 435, in two halves that stay exact as doubles; written out, since whole banks go through it.
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) {
      const mixed = (low ^ unit) >>> 0
      const product = mixed * 435
      high = (high * 435 + Math.floor(product / 0x1_0000_0000) + mixed * 256) >>> 0
      low = product >>> 0
      continue
    }
    const point = text.codePointAt(at) ?? 0
    if (point > 0xffff) at += 1
    for (const byte of utf8(point)) {
      const mixed = (low ^ byte) >>> 0
      const product = mixed * 435
      high = (high * 435 + Math.floor(product / 0x1_0000_0000) + mixed * 256) >>> 0
      low = product >>> 0
    }
  }
  return hex(high) + hex(low)
}

/** By hand: an encoder would be made, and a copy of the text, for a few words. A lone surrogate reads as U+FFFD. */
function utf8(point: number): readonly number[] {
  if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 63)]
  if (point >= 0xd800 && point <= 0xdfff) return [0xef, 0xbf, 0xbd]
  if (point < 0x10000) return [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)]
  return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)]
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}
