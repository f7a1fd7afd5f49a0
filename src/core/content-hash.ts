/**
 * What a text is known by: FNV-1a, 64 bits, over its UTF-8 bytes, in hexadecimal.
 *
 * It tells an edit from no edit; it guards against nobody, since whoever can edit a text can also
 * recompute its hash. A cryptographic one would cost half of a short command's start.
 */
export function hashOfText(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 1) {
    // Times the prime 2^40 + 435, in two halves that stay exact as doubles.
    const mixed = (low ^ (bytes[at] ?? 0)) >>> 0
    const product = mixed * 435
    high = (high * 435 + Math.floor(product / 0x1_0000_0000) + mixed * 256) >>> 0
    low = product >>> 0
  }
  return hex(high) + hex(low)
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}
