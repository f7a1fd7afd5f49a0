/**
 * Texts with every secret's value replaced by its kind, and what stood at each mask (S35).
 *
 * A value that is a secret in one of the texts is masked wherever it stands in all of them. A masked text
 * holds nothing that would be found again, and putting the values back gives the text.
 */

import { findSecrets } from './find-secrets.ts'
import type { Hit } from './hit.ts'
import { coverAll, type MaskedText, putMasks } from './mask.ts'

export function maskTexts(texts: readonly string[]): readonly MaskedText[] {
  const spans = new Map([...new Set(texts)].map((text) => [text, coverAll(text, findSecrets(text), findSecrets)]))
  const values = new Map<string, string>()
  for (const [text, hits] of spans) {
    for (const hit of hits) {
      const value = text.slice(hit.start, hit.end)
      if (value.length >= SHORTEST_ELSEWHERE && !values.has(value)) values.set(value, hit.kind)
    }
  }
  const masked = new Map(
    [...spans].map(([text, hits]) => {
      const elsewhere = [...values]
        .flatMap(([value, kind]) => occurrences(text, value, kind))
        .filter((one) => !hits.some((hit) => hit.start <= one.start && one.end <= hit.end))
      return [
        text,
        putMasks(text, elsewhere.length === 0 ? hits : coverAll(text, [...hits, ...elsewhere], findSecrets)),
      ]
    }),
  )
  return texts.map((text) => masked.get(text) ?? { text, masks: [] })
}

/** A shorter value (a PIN, a word) also stands in texts that mean something else by it. */
const SHORTEST_ELSEWHERE = 5

function occurrences(text: string, value: string, kind: string): readonly Hit[] {
  const found: Hit[] = []
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
    found.push({ kind, start: at, end: at + value.length })
  return found
}
