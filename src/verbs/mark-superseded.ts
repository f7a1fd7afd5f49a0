/** Marks entries that an inbox entry replaces (S55), so that reading gives the same result as after folding. */

import { waitingIn } from '../bank/inbox.ts'
import { type ReadableBank, type ReadableFile, readable, type Snapshot } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language } from '../base/language.ts'
import { isInboxPath, MEMORY, PATTERNS } from '../base/layout.ts'
import { once } from '../base/once.ts'
import type { LazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { markReplaced } from '../plan/write/mark-replaced.ts'
import { languageOfBank } from './open-bank.ts'

/** Line numbers stay the same. Returns the same snapshot if nothing is replaced. */
export function markSuperseded(snapshot: Snapshot): Snapshot {
  const waiting = waitingIn(snapshot.files.values())
  if (waiting.every(({ replaces }) => replaces === undefined)) return snapshot
  const marked = markReplaced((path) => snapshot.files.get(path), waiting, languageOf(snapshot))
  return { ...snapshot, files: new Map([...snapshot.files, ...marked]) }
}

/** `markSuperseded` for a lazy snapshot. `filed` has the on-disk versions of files that may get a mark. */
export function markSupersededLazily(taken: LazySnapshot): LazySnapshot & { readonly filed: ReadableBank['files'] } {
  const { files } = taken.bank
  const inbox = [...files.values()].filter(({ path }) => isInboxPath(path))
  const waiting = waitingIn(inbox.map((file) => file.readPage()))
  if (waiting.every(({ replaces }) => replaces === undefined)) return { ...taken, filed: new Map() }
  const marked = once(() => {
    const language = languageOfBank(taken.bank) ?? 'en'
    return markReplaced((path) => files.get(path)?.readPage(), waiting, language)
  })
  const told = hashOfText(
    JSON.stringify(waiting.map(({ path, kind, title, replaces }) => [path, kind, title, replaces])),
  )
  const filed = [...files].filter(([path]) => path === MEMORY || path === PATTERNS || isInboxPath(path))
  const shown = filed.map(([path, file]): [BankPath, ReadableFile] => [
    path,
    { ...file, readPage: () => marked().get(path) ?? file.readPage() },
  ])
  const stamps = new Map(taken.stamps)
  for (const [path] of shown) {
    const stamp = stamps.get(path)
    // The marks depend on the inbox, so add it to the stamp.
    if (stamp !== undefined) stamps.set(path, `${stamp} ${told}`)
  }
  return { ...taken, bank: { ...taken.bank, files: new Map([...files, ...shown]) }, stamps, filed: new Map(filed) }
}

function languageOf(snapshot: Snapshot): Language {
  return languageOfBank(readable(snapshot)) ?? 'en'
}
