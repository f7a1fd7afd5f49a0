/**
 * Values that our state holds masked (S35), as they were: `mask-value.ts` puts `[secret: kind]` where a secret's value
 * stood, with a salted hash that tells the value again.
 *
 * A text is given back only if it is, by its hash, the very text that was masked; so its values must still stand
 * somewhere, and where they do not, the text stays masked and that is said. The finder of secrets is not needed here:
 * most commands only look whether there is something to give back, and it takes as long to load as the rest of them.
 */

import { cryptography } from '../built-in.ts'

export interface MaskedValue {
  readonly value: unknown
  readonly masks?: {
    readonly salt: string
    /** `at` counts the texts of the value. */
    readonly texts: readonly (Mask & { readonly at: number })[]
  }
}

/** What is masked in one text. */
export interface Mask {
  /** Of the whole true text. */
  readonly hash: string
  /** In order; `length` and `hash` are those of the secret's value. */
  readonly spans: readonly {
    readonly start: number
    readonly end: number
    readonly length: number
    readonly hash: string
  }[]
}

/** `sources` are where the values may stand; they are read one after the other, while a value is still missing. */
export function unmaskValue(
  stored: MaskedValue,
  sources: readonly (() => readonly string[])[],
): { readonly value: unknown; readonly isWhole: boolean } {
  const { value, masks } = stored
  if (masks === undefined) return { value, isWhole: true }
  const texts = [...textsIn(value)]
  const masked = masks.texts.map((mask) => ({ text: texts[mask.at] ?? '', mask }))
  let found: readonly (string | undefined)[] = []
  const read: string[] = []
  for (const source of sources) {
    read.push(...source())
    found = unmaskTexts(masked, masks.salt, read)
    if (!found.includes(undefined)) break
  }
  for (const [index, { mask }] of masked.entries()) texts[mask.at] = found[index] ?? texts[mask.at] ?? ''
  return { value: withTexts(value, texts), isWhole: masked.every((_, index) => found[index] !== undefined) }
}

/** Undefined for what is not ours: another program's file, or a damaged one. */
export function decodeMasked(raw: unknown): MaskedValue | undefined {
  if (!isRecord(raw) || !('value' in raw)) return undefined
  if (!('masks' in raw)) return { value: raw['value'] }
  return isMasks(raw['masks']) ? { value: raw['value'], masks: raw['masks'] } : undefined
}

/** The true text of each, or undefined where one of its values stands in none of the texts that are given. */
export function unmaskTexts(
  masked: readonly { readonly text: string; readonly mask: Mask }[],
  salt: string,
  texts: readonly string[],
): readonly (string | undefined)[] {
  const pool = [...new Set(texts)]
  const whole = new Map(pool.map((text) => [saltedHash(salt, text), text]))
  const values = new Map<string, string | undefined>()
  return masked.map(({ text, mask }) => whole.get(mask.hash) ?? unmaskText(text, mask, salt, pool, values))
}

/** `values` remembers by hash what was found, or looked for in vain. */
function unmaskText(
  masked: string,
  mask: Mask,
  salt: string,
  pool: readonly string[],
  values: Map<string, string | undefined>,
): string | undefined {
  const parts: string[] = []
  let from = 0
  for (const { start, end, length, hash } of mask.spans) {
    const before = masked.slice(from, start)
    if (!values.has(hash)) {
      const around = { before: before.slice(-CONTEXT), after: masked.slice(end, end + CONTEXT) }
      values.set(
        hash,
        findValue(length, (value) => saltedHash(salt, value) === hash, around, pool),
      )
    }
    const value = values.get(hash)
    if (value === undefined) return undefined
    parts.push(before, value)
    from = end
  }
  const text = parts.join('') + masked.slice(from)
  return saltedHash(salt, text) === mask.hash ? text : undefined
}

/** How much of what stands around a value is looked for. */
const CONTEXT = 12

interface Around {
  readonly before: string
  readonly after: string
}

function findValue(
  length: number,
  isIt: (value: string) => boolean,
  around: Around,
  pool: readonly string[],
): string | undefined {
  const tried = new Set<string>()
  for (const value of valuesOf(length, around, pool)) {
    if (tried.has(value)) continue
    tried.add(value)
    if (isIt(value)) return value
  }
  return undefined
}

/** What a value of this length may be: first what stands between the same words, then whatever begins at a word. */
function* valuesOf(length: number, { before, after }: Around, pool: readonly string[]): Generator<string> {
  for (const text of pool) {
    const starts = before === '' ? [0] : placesOf(text, before).map((place) => place + before.length)
    const ends = after === '' ? [text.length] : placesOf(text, after)
    for (const start of [...starts, ...ends.map((end) => end - length)])
      if (start >= 0 && start + length <= text.length) yield text.slice(start, start + length)
  }
  for (const text of pool) {
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])\S|[\p{L}\p{N}_]+/gu))
      if (index + length <= text.length) yield text.slice(index, index + length)
  }
}

function placesOf(text: string, words: string): readonly number[] {
  const places: number[] = []
  for (let place = text.indexOf(words); place !== -1; place = text.indexOf(words, place + 1)) places.push(place)
  return places
}

/** Over UTF-16, so that no two texts read alike; salted, so that the same secret never shows twice. */
export function saltedHash(salt: string, text: string): string {
  return cryptography().createHash('sha256').update(salt).update(Buffer.from(text, 'utf16le')).digest('base64')
}

function isMasks(raw: unknown): raw is NonNullable<MaskedValue['masks']> {
  if (!isRecord(raw) || typeof raw['salt'] !== 'string' || !Array.isArray(raw['texts'])) return false
  return raw['texts'].every(
    (text: unknown) =>
      isRecord(text) &&
      typeof text['at'] === 'number' &&
      typeof text['hash'] === 'string' &&
      Array.isArray(text['spans']),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** In the order in which they stand in it; the names of fields are not among them. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Short words, names of files, and the ids of calls: nothing in them can be a secret, and nothing need be masked. */
export function isPlain(value: unknown): boolean {
  return textsIn(value).every((text) => text.split('\n').every((line) => CALL_ID.test(line) || SHORT_WORDS.test(line)))
}

const SHORT_WORDS = /^[./_-]{0,2}[A-Za-z0-9]{0,12}(?:[./_-]{1,2}[A-Za-z0-9]{1,12})*[./_-]?$/
const CALL_ID = /^(?:toolu|call|chatcmpl)_[A-Za-z0-9]{1,40}$/

export function withTexts(value: unknown, texts: readonly string[]): unknown {
  let at = 0
  const put = (part: unknown): unknown => {
    if (typeof part === 'string') return texts[at++] ?? part
    if (Array.isArray(part)) return part.map(put)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, put(one)]))
  }
  return put(value)
}
