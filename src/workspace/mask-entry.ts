/** An entry as the journal may hold it: no secret's value stands in it, only what tells the value again (S35). */

import { maskTexts } from '../core/mask-texts.ts'
import { cryptography } from './built-in.ts'
import type { JournalEntry, TextMask } from './journal.ts'
import { saltedHash } from './true-entry.ts'

export function maskEntry(entry: JournalEntry): JournalEntry {
  const sides = entry.changes.flatMap((change, index) => [
    ...('was' in change ? [{ change: index, side: 'was' as const, text: change.was }] : []),
    ...('text' in change ? [{ change: index, side: 'text' as const, text: change.text }] : []),
  ])
  const masked = maskTexts(sides.map(({ text }) => text))
  if (masked.every(({ masks }) => masks.length === 0)) return entry

  const salt = cryptography().randomBytes(16).toString('hex')
  const texts = sides.flatMap(({ change, side, text }, index): readonly TextMask[] => {
    const spans = (masked[index]?.masks ?? []).map(({ start, end, value }) => ({
      start,
      end,
      length: value.length,
      hash: saltedHash(salt, value),
    }))
    return spans.length === 0 ? [] : [{ change, side, hash: saltedHash(salt, text), spans }]
  })
  const textAt = new Map(sides.map((one, index) => [`${one.change} ${one.side}`, masked[index]?.text ?? '']))
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
  return { ...entry, format: 2, former, changes, masks: { salt, texts } }
}
