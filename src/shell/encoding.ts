/** Escapes, printf formats and the usual encodings, worked out on known text. */

import { UNKNOWN } from './text.ts'

export function unescapeText(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|0?[0-7]{1,3}|[abefnrtv\\"'])/g, (_, code: string) => {
    const simple: Readonly<Record<string, string>> = {
      a: '\x07',
      b: '\b',
      e: '\x1b',
      f: '\f',
      n: '\n',
      r: '\r',
      t: '\t',
      v: '\v',
    }
    if (/^[xu]/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return simple[code] ?? code
  })
}

export function formatText(format: string, values: readonly string[]): string {
  const plain = unescapeText(format)
  if (!/%/.test(plain.replaceAll('%%', ''))) return plain.replaceAll('%%', '%')
  let result = ''
  let index = 0
  for (let round = 0; round < 200; round += 1) {
    const before = index
    result += plain.replace(
      /%%|%[-+ #0]*(\*|\d+)?(?:\.\d+)?(\([^)]*\))?([a-zA-Z])/g,
      (whole, width?: string, _date?: string, kind?: string) => {
        if (whole === '%%') return '%'
        if (width === '*') index += 1
        const value = values[index] ?? ''
        index += 1
        if (kind === 's' || kind === 'q') return value
        if (kind === 'b') return unescapeText(value)
        if (kind === 'c') return value.slice(0, 1)
        if (kind === 'd' || kind === 'i') return /^\d+$/.test(value) && !/%0?\d/.test(whole) ? value : UNKNOWN
        if (kind === 'x' || kind === 'o') return UNKNOWN
        return UNKNOWN
      },
    )
    if (index >= values.length || index === before) break
  }
  return result
}

export function decodeBase64(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of text.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = alphabet.indexOf(char)
    if (value === -1) continue
    held = (held << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  return fromBytes(bytes)
}

export function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `${btoa(binary)}\n`
}

export function fromBytes(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
