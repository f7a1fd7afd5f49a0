/**
 * The values of masked secrets, as far as they still stand somewhere (S35). Needs no finder of secrets: most commands
 * only look whether there is something to give back.
 *
 * Nothing is guessed: a text is only given back if it is, by its hash, the very text that was masked.
 */

import { cryptography } from '../built-in.ts'

/** What is masked in one text. */
export interface Mask {
  /** Of the whole true text. */
  readonly hash: string
  /** In order; `length` and `hash` are the value's. */
  readonly spans: readonly {
    readonly start: number
    readonly end: number
    readonly length: number
    readonly hash: string
  }[]
}

/** The true text of each, or undefined where some value of it stands in none of the texts. */
export function unmaskWithin(
  masked: readonly { readonly text: string; readonly mask: Mask }[],
  salt: string,
  texts: readonly string[],
): readonly (string | undefined)[] {
  const pool = [...new Set(texts)]
  const whole = new Map(pool.map((text) => [saltedHash(salt, text), text]))
  const values = new Map<string, string | undefined>()
  return masked.map(({ text, mask }) => whole.get(mask.hash) ?? unmask(text, mask, salt, pool, values))
}

/** In full width, so that no two texts read alike; salted, so that the same secret never shows twice. */
export function saltedHash(salt: string, text: string): string {
  return cryptography().createHash('sha256').update(salt).update(Buffer.from(text, 'utf16le')).digest('base64')
}

/** `values` remembers what was found, or looked for in vain, by hash. */
function unmask(
  masked: string,
  mask: Mask,
  salt: string,
  pool: readonly string[],
  values: Map<string, string | undefined>,
): string | undefined {
  const parts: string[] = []
  let from = 0
  for (const span of mask.spans) {
    const before = masked.slice(from, span.start)
    if (!values.has(span.hash))
      values.set(span.hash, findValue(span, before, masked.slice(span.end, span.end + CONTEXT), salt, pool))
    const value = values.get(span.hash)
    if (value === undefined) return undefined
    parts.push(before, value)
    from = span.end
  }
  const text = parts.join('') + masked.slice(from)
  return saltedHash(salt, text) === mask.hash ? text : undefined
}

/** How much of what stands around a value is looked for. */
const CONTEXT = 12

/** First where it stood, between the same words; else at the beginning of any word. */
function findValue(
  { length, hash }: Mask['spans'][number],
  before: string,
  after: string,
  salt: string,
  pool: readonly string[],
): string | undefined {
  const tried = new Set<string>()
  const at = (text: string, start: number): string | undefined => {
    const value = text.slice(start, start + length)
    if (start < 0 || value.length < length || tried.has(value)) return undefined
    tried.add(value)
    return saltedHash(salt, value) === hash ? value : undefined
  }
  const lead = before.slice(-CONTEXT)
  for (const text of pool) {
    for (const start of lead === '' ? [0] : placesAfter(text, lead)) {
      const value = at(text, start)
      if (value !== undefined) return value
    }
    for (const end of after === '' ? [text.length] : placesOf(text, after)) {
      const value = at(text, end - length)
      if (value !== undefined) return value
    }
  }
  for (const text of pool) {
    for (const match of text.matchAll(/(?<![\p{L}\p{N}_])\S|[\p{L}\p{N}_]+/gu)) {
      const value = at(text, match.index)
      if (value !== undefined) return value
    }
  }
  return undefined
}

function placesAfter(text: string, words: string): readonly number[] {
  return placesOf(text, words).map((place) => place + words.length)
}

function placesOf(text: string, words: string): readonly number[] {
  const places: number[] = []
  for (let place = text.indexOf(words); place !== -1; place = text.indexOf(words, place + 1)) places.push(place)
  return places
}
