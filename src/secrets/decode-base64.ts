/** Base64 (plain or URL-safe) back to the ASCII text it hides, or undefined where it hides none. */

export function decodeBase64(encoded: string): string | undefined {
  let text = ''
  let bits = 0
  let held = 0
  for (let index = 0; index < encoded.length; index += 1) {
    const code = encoded.charCodeAt(index)
    if (code === 61) break
    const value = sextet(code)
    if (value === undefined) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    const byte = (bits >> held) & 0xff
    if (byte > 126 || (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9)) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}

function sextet(code: number): number | undefined {
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43 || code === 45) return 62
  if (code === 47 || code === 95) return 63
  return undefined
}
