/** A journal entry with the values of secrets that it has masked, as far as they still stand somewhere (S35). */

import { join } from 'node:path'
import { bankPath } from '../../core/bank-path.ts'
import { committedText, trackedFiles } from '../git/git.ts'
import { BANK_FILE, textInside } from '../open-file.ts'
import { unmaskTexts } from '../state/unmask-value.ts'
import type { JournalEntry, TextMask } from './journal.ts'
import { listBank } from './read-bank.ts'

export interface UnmaskedEntry {
  readonly entry: JournalEntry
  /** The texts that are still masked, since one of their values stands nowhere. */
  readonly unknown: readonly Pick<TextMask, 'change' | 'side'>[]
}

/** `texts` are where the values may stand; they are read only where something is masked. */
export function unmaskEntry(recorded: JournalEntry, texts: () => readonly string[]): UnmaskedEntry {
  const { masks, ...entry } = recorded
  if (masks === undefined) return { entry, unknown: [] }
  const changes = [...entry.changes]
  const masked = masks.texts.flatMap((mask) => {
    const text = textOf(changes[mask.change], mask.side)
    return text === undefined ? [] : [{ text, mask }]
  })
  const unknown: Pick<TextMask, 'change' | 'side'>[] = []
  const found = unmaskTexts(masked, masks.salt, texts())
  for (const [index, { mask }] of masked.entries()) {
    const text = found[index]
    const change = changes[mask.change]
    if (text === undefined) unknown.push({ change: mask.change, side: mask.side })
    else if (change !== undefined) changes[mask.change] = { ...change, [mask.side]: text }
  }
  return { entry: { ...entry, changes }, unknown }
}

function textOf(change: JournalEntry['changes'][number] | undefined, side: TextMask['side']): string | undefined {
  if (change === undefined) return undefined
  if (side === 'was') return 'was' in change ? change.was : undefined
  return 'text' in change ? change.text : undefined
}

/** Where a masked value may still stand: in the bank as it is, then in what git has of it. */
export function bankTexts(bank: string): readonly (() => readonly string[])[] {
  return [() => textsInBank(bank), () => committedTexts(bank)]
}

/** The names of files are searched too, since a name may hold a secret. */
function textsInBank(bank: string): readonly string[] {
  // In what is gone since, or not ours to read, no value is found.
  return listBank(bank).flatMap((path) => [path, textInside(bank, join(bank, path), BANK_FILE) ?? ''])
}

/** Each file takes one call of git. */
const MOST_COMMITTED = 200

function committedTexts(bank: string): readonly string[] {
  const paths = (trackedFiles(bank) ?? []).flatMap((path) => bankPath(path) ?? [])
  return paths.slice(0, MOST_COMMITTED).flatMap((path) => committedText(bank, path) ?? [])
}
