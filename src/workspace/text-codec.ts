/**
 * Bytes ⇄ text without loss.
 *
 * Valid UTF-8 is decoded as usual, its byte order mark kept. A byte that is not part of valid UTF-8
 * becomes a lone surrogate (U+DC80 … U+DCFF), which valid text cannot contain, and is written back as
 * that byte: encoding what was decoded gives the same bytes.
 */

import { isUtf8 } from 'node:buffer'

export function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  let at = 0
  let from = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    text += bytes.toString('utf8', from, at) + String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
    at += 1
    from = at
  }
  return text + bytes.toString('utf8', from, at)
}

export function encodeText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')
  const parts: Buffer[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff && isLow(text.charCodeAt(at + 1))) {
      at += 1
    } else if (unit >= 0xdc80 && unit <= 0xdcff) {
      parts.push(Buffer.from(text.slice(from, at), 'utf8'), Buffer.from([unit - 0xdc00]))
      from = at + 1
    }
  }
  parts.push(Buffer.from(text.slice(from), 'utf8'))
  return Buffer.concat(parts)
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** The length of the valid UTF-8 sequence that begins here, or 0. Tells apart overlong forms and surrogates. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}
