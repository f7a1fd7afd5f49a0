/** An entry as the journal may hold it: no secret's value stands in it, only what tells the value again (S35). */

import { maskWithHashes } from '../state/mask-with-hashes.ts'
import type { JournalEntry, TextMask } from './journal.ts'

export function maskEntry(entry: JournalEntry): JournalEntry {
  const sides = entry.changes.flatMap((change, index) => [
    ...('was' in change ? [{ change: index, side: 'was' as const, text: change.was }] : []),
    ...('text' in change ? [{ change: index, side: 'text' as const, text: change.text }] : []),
  ])
  const masked = maskWithHashes(sides.map(({ text }) => text))
  if (masked === undefined) return entry

  const texts = sides.flatMap(({ change, side }, index): readonly TextMask[] => {
    const mask = masked.texts[index]?.mask
    return mask === undefined ? [] : [{ change, side, ...mask }]
  })
  const textAt = new Map(sides.map((one, index) => [`${one.change} ${one.side}`, masked.texts[index]?.text ?? '']))
  const changes = entry.changes.map((change, index) => ({
    ...change,
    ...('was' in change ? { was: textAt.get(`${index} was`) ?? '' } : {}),
    ...('text' in change ? { text: textAt.get(`${index} text`) ?? '' } : {}),
  }))
  // A file that only moves takes its text with it.
  const former = texts.flatMap(({ change: index, side }) => {
    const change = entry.changes[index]
    return side === 'was' && !(change?.kind === 'move' && change.text === change.was) ? [index] : []
  })
  return { ...entry, format: 2, former, changes, masks: { salt: masked.salt, texts } }
}
