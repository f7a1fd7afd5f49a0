/**
 * Texts without their secrets: masked for journals and logs, or with stars for a reader (S35).
 *
 * A search finds nothing more in a masked text. Stars leave every other character in its place.
 */

import { countUpTo } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { findSecrets, unallowedSecrets } from './find-secrets.ts'
import { mergeHits, type SecretHit } from './hit.ts'

export interface MaskedText {
  readonly text: string
  readonly masks: readonly MaskedValue[]
}

interface MaskedValue {
  /** The place of the mask in the masked text. */
  readonly start: number
  readonly end: number
  readonly value: string
}

/** The text with every secret's value replaced by its kind. */
export function maskSecrets(text: string): string {
  return putMasks(text, coverAll(text, findSecrets(text))).text
}

/**
 * The same for several texts; `find` may return cached findings. A value that is a secret in one text is masked in all.
 * Replacing the masks with their values restores the texts.
 */
export function maskTexts(texts: readonly string[], find = findSecrets): readonly MaskedText[] {
  const spans = new Map([...new Set(texts)].map((text) => [text, coverAll(text, find(text))]))
  const values = new Map<string, string>()
  for (const [text, hits] of spans) {
    for (const hit of hits) {
      const value = text.slice(hit.start, hit.end)
      if (value.length >= SHORTEST_ELSEWHERE && !values.has(value)) values.set(value, hit.kind)
    }
  }
  const finder = new ValueFinder(values)
  const masked = new Map(
    [...spans].map(([text, hits]) => {
      const starts = hits.map((hit) => hit.start)
      const isCovered = (one: SecretHit) => one.end <= (hits[countUpTo(starts, one.start) - 1]?.end ?? -1)
      const elsewhere = finder.in(text).filter((one) => !isCovered(one))
      return [text, putMasks(text, elsewhere.length === 0 ? hits : coverAll(text, [...hits, ...elsewhere]))]
    }),
  )
  return texts.map((text) => masked.get(text) ?? { text, masks: [] })
}

/** The text with stars in place of secrets. A value under an allow comment stays. */
export function starSecrets(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of unallowedSecrets(text)) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, '*'))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** A shorter value (a PIN, a word) may mean something else in another text. */
const SHORTEST_ELSEWHERE = 5

/** Finds many values in one pass over the text, whatever their number. */
class ValueFinder {
  /** By their first characters, then by their length. */
  readonly #values = new Map<string, Map<number, Map<string, string>>>()

  constructor(values: ReadonlyMap<string, string>) {
    for (const [value, kind] of values) {
      const beginning = value.slice(0, SHORTEST_ELSEWHERE)
      const alike = this.#values.get(beginning) ?? new Map<number, Map<string, string>>()
      const asLong = alike.get(value.length) ?? new Map<string, string>()
      this.#values.set(beginning, alike.set(value.length, asLong.set(value, kind)))
    }
  }

  in(text: string): readonly SecretHit[] {
    const found: SecretHit[] = []
    if (this.#values.size === 0) return found
    for (let at = 0; at + SHORTEST_ELSEWHERE <= text.length; at += 1) {
      for (const [length, values] of this.#values.get(text.slice(at, at + SHORTEST_ELSEWHERE)) ?? []) {
        const kind = values.get(text.slice(at, at + length))
        if (kind !== undefined) found.push({ kind, start: at, end: at + length })
      }
    }
    return found
  }
}

/** The spans to mask. If the masked text again reads as a secret, that is masked too, finally by whole lines. */
function coverAll(text: string, found: readonly SecretHit[]): readonly SecretHit[] {
  let hits = mergeHits(found)
  for (let round = 0; hits.length > 0; round += 1) {
    const masked = putMasks(text, hits)
    const again = findSecrets(masked.text)
    if (again.length === 0) return hits
    const originOf = origins(masked, hits)
    const back = again.map(({ kind, start, end }) => ({ kind, start: originOf(start)[0], end: originOf(end - 1)[1] }))
    hits = mergeHits([...hits, ...(round < 4 ? back : wholeLines(text, back))])
    if (round > 10) return mergeHits([{ kind: 'text', start: 0, end: text.length }])
  }
  return hits
}

function putMasks(text: string, hits: readonly SecretHit[]): MaskedText {
  const parts: string[] = []
  const masks: MaskedValue[] = []
  let from = 0
  let length = 0
  for (const hit of hits) {
    const kept = text.slice(from, hit.start)
    const mask = `[secret: ${hit.kind}]`
    parts.push(kept, mask)
    const start = length + kept.length
    length = start + mask.length
    masks.push({ start, end: length, value: text.slice(hit.start, hit.end) })
    from = hit.end
  }
  return { text: parts.join('') + text.slice(from), masks }
}

/** Maps an offset in the masked text to a span of the original: one character, or everything under a mask. */
function origins(masked: MaskedText, hits: readonly SecretHit[]): (offset: number) => readonly [number, number] {
  const starts = masked.masks.map((mask) => mask.start)
  return (offset) => {
    const last = countUpTo(starts, offset) - 1
    const mask = masked.masks[last]
    const hit = hits[last]
    if (mask === undefined || hit === undefined) return [offset, offset + 1]
    if (offset < mask.end) return [hit.start, hit.end]
    const shift = hit.end - mask.end
    return [offset + shift, offset + shift + 1]
  }
}

function wholeLines(text: string, hits: readonly SecretHit[]): readonly SecretHit[] {
  const lines = pageOf(text).lines
  const starts = lines.map((line) => line.start)
  return hits.flatMap((hit) =>
    lines
      .slice(countUpTo(starts, hit.start) - 1, countUpTo(starts, hit.end - 1))
      .filter((line) => line.text !== '')
      .map((line) => ({
        kind: 'line',
        start: line.end - endLength(text, line.end) - line.text.length,
        end: line.end - endLength(text, line.end),
      })),
  )
}

function endLength(text: string, end: number): number {
  const last = text[end - 1]
  if (last === '\r') return 1
  return last === '\n' ? (text[end - 2] === '\r' ? 2 : 1) : 0
}
