/**
 * Bytes ⇄ text without loss.
 *
 * Valid UTF-8 is decoded as usual, with its byte order mark. Any other byte becomes a lone surrogate (U+DC80 … U+DCFF),
 * and is encoded as that byte again. Valid UTF-8 never contains a lone surrogate.
 */

import { isUtf8 } from 'node:buffer'

export function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  // Collect UTF-16 units in one buffer; a file of stray bytes would otherwise become one small string per byte.
  const units = Buffer.allocUnsafe(bytes.length * 2)
  let length = 0
  const put = (unit: number) => {
    length = units.writeUInt16LE(unit, length)
  }
  for (let at = 0; at < bytes.length; ) {
    const point = codePointAt(bytes, at)
    if (point === undefined) put(0xdc00 + (bytes[at] ?? 0))
    else if (point < 0x10000) put(point)
    else {
      put(0xd800 + ((point - 0x10000) >> 10))
      put(0xdc00 + ((point - 0x10000) & 0x3ff))
    }
    at += point === undefined || point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return units.toString('utf16le', 0, length)
}

export function encodeText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')
  const bytes = Buffer.allocUnsafe(text.length * 3)
  let length = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff && isLow(text.charCodeAt(at + 1))) {
      at += 1
    } else if (unit >= 0xdc80 && unit <= 0xdcff) {
      if (from < at) length += bytes.write(text.slice(from, at), length, 'utf8')
      length = bytes.writeUInt8(unit - 0xdc00, length)
      from = at + 1
    }
  }
  length += bytes.write(text.slice(from), length, 'utf8')
  return bytes.subarray(0, length)
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * The code point of the valid UTF-8 sequence that begins here. Undefined for overlong forms, surrogates and stray
 * bytes.
 */
function codePointAt(bytes: Buffer, at: number): number | undefined {
  const first = bytes[at] ?? 0
  if (first < 0x80) return first
  if (first < 0xc2 || first > 0xf4) return undefined
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  let point = first & (0x7f >> length)
  for (let next = at + 1; next < at + length; next += 1) {
    const byte = bytes[next]
    if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined
    point = (point << 6) | (byte & 0x3f)
  }
  const isOverlong = point < (length === 4 ? 0x10000 : length === 3 ? 0x800 : 0x80)
  const isSurrogate = point >= 0xd800 && point <= 0xdfff
  return isOverlong || isSurrogate || point > 0x10ffff ? undefined : point
}
