/**
 * Unmasks the values of secrets in a journal entry, for recovery and undo (S35).
 *
 * A text is restored only if its hash proves that it is the masked one. It is one of the given texts, or the masked
 * text with values found in them. Any other text stays masked and is reported. Every command may recover, so this file
 * does not load the search for secrets, as `mask-entry.ts` does.
 */

import { type JournalEntry, saltedHash, type TextMask } from './journal.ts'

export interface UnmaskedEntry {
  readonly entry: JournalEntry
  /** The texts that are still masked. */
  readonly unknown: readonly Pick<TextMask, 'change' | 'side'>[]
}

/** `texts` is called only if something is masked. */
export function unmaskEntry(recorded: JournalEntry, texts: () => readonly string[]): UnmaskedEntry {
  const { masks, ...entry } = recorded
  if (masks === undefined) return { entry, unknown: [] }
  const pool = [...new Set(texts())]
  const known = new Map(pool.map((text) => [saltedHash(masks.salt, text), text]))
  const values = new Map<string, string | undefined>()
  const changes = [...entry.changes]
  const unknown = masks.texts.filter((mask) => {
    const change = changes[mask.change]
    const masked = change === undefined ? undefined : textOf(change, mask.side)
    if (change === undefined || masked === undefined) return false
    const text = known.get(mask.hash) ?? rebuildText(masked, mask, masks.salt, pool, values)
    if (text !== undefined) changes[mask.change] = { ...change, [mask.side]: text }
    return text === undefined
  })
  return { entry: { ...entry, changes }, unknown }
}

function textOf(change: JournalEntry['changes'][number], side: TextMask['side']): string | undefined {
  if (side === 'was') return 'was' in change ? change.was : undefined
  return 'text' in change ? change.text : undefined
}

/** How many characters before and after a mask are used to find its value. */
const CONTEXT = 12

/** `values` caches the found values by hash; undefined for a value that was not found. */
function rebuildText(
  masked: string,
  { hash, spans = [] }: TextMask,
  salt: string,
  pool: readonly string[],
  values: Map<string, string | undefined>,
): string | undefined {
  const parts: string[] = []
  let from = 0
  for (const { start, end, length, hash } of spans) {
    const before = masked.slice(from, start)
    if (!values.has(hash)) {
      const around = { before: before.slice(-CONTEXT), after: masked.slice(end, end + CONTEXT) }
      values.set(
        hash,
        firstOf(candidates(length, around, pool), (value) => saltedHash(salt, value) === hash),
      )
    }
    const value = values.get(hash)
    if (value === undefined) return undefined
    parts.push(before, value)
    from = end
  }
  const text = parts.join('') + masked.slice(from)
  return saltedHash(salt, text) === hash ? text : undefined
}

function firstOf(values: Iterable<string>, isIt: (value: string) => boolean): string | undefined {
  const tried = new Set<string>()
  for (const value of values) {
    if (!tried.has(value) && isIt(value)) return value
    tried.add(value)
  }
  return undefined
}

/** All texts of this length: first those next to the same characters, then those at the beginning of any word. */
function* candidates(
  length: number,
  { before, after }: { readonly before: string; readonly after: string },
  pool: readonly string[],
): Generator<string> {
  for (const text of pool) {
    const starts = before === '' ? [0] : placesOf(text, before).map((place) => place + before.length)
    const ends = after === '' ? [text.length] : placesOf(text, after)
    for (const start of [...starts, ...ends.map((end) => end - length)])
      if (start >= 0 && start + length <= text.length) yield text.slice(start, start + length)
  }
  for (const text of pool)
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])\S|[\p{L}\p{N}_]+/gu))
      if (index + length <= text.length) yield text.slice(index, index + length)
}

function placesOf(text: string, words: string): readonly number[] {
  const places: number[] = []
  for (let place = text.indexOf(words); place !== -1; place = text.indexOf(words, place + 1)) places.push(place)
  return places
}
