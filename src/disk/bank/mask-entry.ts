/** Masks the values of secrets in a journal entry (S35); `unmask-entry.ts` reverses it. */

import { maskTexts } from '../../secrets/mask.ts'
import { cryptography } from '../built-in.ts'
import { type JournalEntry, saltedHash, type TextMask } from './journal.ts'

/** The entry as the journal may hold it: unchanged if it holds no secret, else masked (S35). */
export function maskEntry(entry: JournalEntry): JournalEntry {
  const sides = entry.changes.flatMap((change, index) => [
    ...('was' in change ? [{ change: index, side: 'was' as const, text: change.was }] : []),
    ...('text' in change ? [{ change: index, side: 'text' as const, text: change.text }] : []),
  ])
  const masked = maskTexts(sides.map(({ text }) => text))
  if (masked.every(({ masks }) => masks.length === 0)) return entry

  const salt = cryptography().randomBytes(16).toString('hex')
  const changes = [...entry.changes]
  const texts: TextMask[] = []
  for (const [index, { change, side, text: whole }] of sides.entries()) {
    const { text = '', masks = [] } = masked[index] ?? {}
    const masking = changes[change]
    if (masks.length === 0 || masking === undefined) continue
    changes[change] = { ...masking, [side]: text }
    const spans = masks.map(({ start, end, value }) => {
      return { start, end, length: value.length, hash: saltedHash(salt, value) }
    })
    texts.push({ change, side, hash: saltedHash(salt, whole), spans })
  }
  // A file that only moves keeps its text, so nothing has to be staged.
  const former = texts.flatMap(({ change: index, side }) => {
    const change = entry.changes[index]
    return side === 'was' && !(change?.kind === 'move' && change.text === change.was) ? [index] : []
  })
  return { ...entry, format: 2, former, changes, masks: { salt, texts } }
}
