/** The bank with what waits in its inbox taken into account (S55): who reads it hears the same as after folding. */

import type { BankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { Language } from '../core/language.ts'
import { isInboxPath } from '../core/layout.ts'
import { once } from '../core/once.ts'
import { readable, type Snapshot } from '../core/snapshot.ts'
import { type InboxEntry, readInboxEntry } from '../text/inbox-entry.ts'
import type { LazySnapshot } from '../workspace/bank/lazy-snapshot.ts'
import { markReplaced } from '../write/mark-replaced.ts'
import { languageOfBank } from './open-bank.ts'

/** What waits, in the order in which it is folded. */
export function waitingIn({ files }: Snapshot): readonly InboxEntry[] {
  const inbox = [...files.values()].filter(({ path }) => isInboxPath(path))
  return inOrder(inbox.flatMap(({ path, text }) => readInboxEntry(path, text) ?? []))
}

function inOrder(entries: readonly InboxEntry[]): readonly InboxEntry[] {
  return entries.toSorted((a, b) => compare(a.date, b.date) || compare(a.path, b.path))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What a waiting entry replaces is marked so. Lines keep their numbers; a bank without such an entry is the same value. */
export function withReplacedMarked(snapshot: Snapshot): Snapshot {
  const waiting = waitingIn(snapshot)
  if (waiting.every(({ replaces }) => replaces === undefined)) return snapshot
  const marked = markReplaced((path) => snapshot.files.get(path)?.text, waiting, languageOf(snapshot))
  const files = [...snapshot.files].map(([path, file]) => [path, { ...file, text: marked.get(path) ?? file.text }] as const)
  return { ...snapshot, files: new Map(files) }
}

function languageOf(snapshot: Snapshot): Language {
  return languageOfBank(readable(snapshot)) ?? 'en'
}
