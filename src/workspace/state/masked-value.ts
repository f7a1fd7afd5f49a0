/**
 * A value as our state folder may hold it: no secret's value stands in any text of it, only what tells it again (S35).
 *
 * It is given back as it was where every value still stands somewhere; else with its masks, and that is said.
 */

import type { CleanTexts } from './clean-texts.ts'
import { maskWithHashes } from './mask-with-hashes.ts'
import { type Mask, unmaskWithin } from './unmask-within.ts'

export interface MaskedValue {
  readonly value: unknown
  readonly masks?: {
    readonly salt: string
    /** `at`: the how manieth text of the value. */
    readonly texts: readonly (Mask & { readonly at: number })[]
  }
}

/** `clean` saves looking through texts that were looked through before. */
export function maskValue(value: unknown, clean?: CleanTexts): MaskedValue {
  const texts = textsIn(value)
  if (clean?.areClean(texts) === true) return { value }
  const masked = maskWithHashes(texts)
  if (masked === undefined) return { value }
  const masks = masked.texts.flatMap(({ mask }, at) => (mask === undefined ? [] : [{ at, ...mask }]))
  const put = masked.texts.map(({ text }) => text)
  return { value: withTexts(value, put), masks: { salt: masked.salt, texts: masks } }
}

/** `pools` are where the values may stand, one after the other, asked only while something is missing. */
export function trueValue(
  stored: MaskedValue,
  pools: readonly (() => readonly string[])[],
): { readonly value: unknown; readonly isWhole: boolean } {
  const { value, masks } = stored
  if (masks === undefined) return { value, isWhole: true }
  const texts = [...textsIn(value)]
  const masked = masks.texts.map((mask) => ({ text: texts[mask.at] ?? '', mask }))
  let found: readonly (string | undefined)[] = []
  const standing: string[] = []
  for (const pool of pools) {
    standing.push(...pool())
    found = unmaskWithin(masked, masks.salt, standing)
    if (!found.includes(undefined)) break
  }
  for (const [index, { mask }] of masked.entries()) texts[mask.at] = found[index] ?? texts[mask.at] ?? ''
  return { value: withTexts(value, texts), isWhole: masked.every((_, index) => found[index] !== undefined) }
}

/** Undefined for what is none: another program's file, or a damaged one. */
export function decodeMasked(raw: unknown): MaskedValue | undefined {
  if (typeof raw !== 'object' || raw === null || !('value' in raw)) return undefined
  if (!('masks' in raw)) return { value: raw.value }
  return isMasks(raw.masks) ? { value: raw.value, masks: raw.masks } : undefined
}

function isMasks(raw: unknown): raw is NonNullable<MaskedValue['masks']> {
  return (
    typeof raw === 'object' &&
    raw !== null &&
    'salt' in raw &&
    typeof raw.salt === 'string' &&
    'texts' in raw &&
    Array.isArray(raw.texts) &&
    raw.texts.every(
      (text: unknown) =>
        typeof text === 'object' &&
        text !== null &&
        'at' in text &&
        typeof text.at === 'number' &&
        'hash' in text &&
        typeof text.hash === 'string' &&
        'spans' in text &&
        Array.isArray(text.spans),
    )
  )
}

/** In the order they stand in it, names aside. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function withTexts(value: unknown, texts: readonly string[]): unknown {
  let at = 0
  const put = (part: unknown): unknown => {
    if (typeof part === 'string') return texts[at++] ?? part
    if (Array.isArray(part)) return part.map(put)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, put(one)]))
  }
  return put(value)
}
