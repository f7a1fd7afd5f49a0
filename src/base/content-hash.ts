/**
 * The hash of a text: FNV-1a, 64 bits, over its UTF-8 bytes, in hexadecimal.
 *
 * It detects edits. It does not protect against tampering, because anyone who edits a text can also compute its new
 * hash.
 */

export function hashOfText(text: string): string {
  let high = 0xcbf29ce4 | 0
  let low = 0x84222325 | 0
  for (const byte of new TextEncoder().encode(text)) {
    // Multiply by the prime 2^40 + 435 modulo 2^64 in 32-bit halves. Products of 16 and 9 bits stay exact.
    const mixed = low ^ byte
    const lower = (mixed & 0xffff) * 435
    const upper = (mixed >>> 16) * 435 + (lower >>> 16)
    high = (Math.imul(high, 435) + (upper >>> 16) + (mixed << 8)) | 0
    low = (upper << 16) | (lower & 0xffff)
  }
  return hex(high) + hex(low)
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}
