/** A journal entry with the values back that it has masked, as far as they still stand somewhere. */

import { unmaskWithin } from '../state/unmask-within.ts'
import type { JournalEntry, TextMask } from './journal.ts'

export interface TrueEntry {
  readonly entry: JournalEntry
  /** The texts that are still masked, since some value of theirs stands nowhere. */
  readonly unknown: readonly Pick<TextMask, 'change' | 'side'>[]
}

/** `texts` are where the values may stand, asked for only where something is masked. */
export function trueEntry(recorded: JournalEntry, texts: () => readonly string[]): TrueEntry {
  const { masks, ...entry } = recorded
  if (masks === undefined) return { entry, unknown: [] }
  const changes = [...entry.changes]
  const masked = masks.texts.flatMap((mask) => {
    const change = changes[mask.change]
    const text = change === undefined ? undefined : textOf(change, mask.side)
    return text === undefined ? [] : [{ text, mask }]
  })
  const unknown: Pick<TextMask, 'change' | 'side'>[] = []
  for (const [index, text] of unmaskWithin(masked, masks.salt, texts()).entries()) {
    const mask = masked[index]?.mask
    const change = mask === undefined ? undefined : changes[mask.change]
    if (mask === undefined || change === undefined) continue
    if (text === undefined) unknown.push({ change: mask.change, side: mask.side })
    else changes[mask.change] = { ...change, [mask.side]: text }
  }
  return { entry: { ...entry, changes }, unknown }
}

function textOf(change: JournalEntry['changes'][number], side: TextMask['side']): string | undefined {
  if (side === 'was') return 'was' in change ? change.was : undefined
  return 'text' in change ? change.text : undefined
}
