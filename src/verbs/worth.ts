/** Finds entries that only restate the repository (S58), in additions, writes and the bank. */

import type { Entry } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { type RestatedEntry, restatedWords, SAY_MORE } from '../bank/restated-entry.ts'
import { itemsOfValue } from '../bank/safe-lines.ts'
import { type Addition, fieldText } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { MEMORY, TECH } from '../base/layout.ts'
import { once } from '../base/once.ts'
import type { Workspace } from '../disk/workspace.ts'
import { Codebase } from '../drift/codebase.ts'
import { type EntryText, findRestated } from '../drift/find-restated.ts'
import { RepositoryText } from '../drift/repository-text.ts'
import { RECORD, readRecord } from '../import/import-record.ts'
import { openRepository } from './drift.ts'

/** Notes on additions. Reads the repository only if one could be restated. */
export function restatedNotes(workspace: Workspace, additions: readonly Addition[]): readonly Words[] {
  const said = additions.flatMap(saidIn)
  const found = findRestated(said, ownWordsOf(workspace))
  return said.flatMap(({ text }, index) => {
    const place = found[index]
    if (place === undefined) return []
    const words = restatedWords(text, place)
    return [{ en: `${words.en} ${SAY_MORE.en}.`, zh: `${words.zh}${SAY_MORE.zh}。` }]
  })
}

/** The restated entries in these files, in reading order. */
export function restatedEntries(
  workspace: Workspace,
  files: Iterable<{ readonly path: BankPath; readonly text: string }>,
): readonly RestatedEntry[] {
  const texts = [...files]
  // An imported entry equals its source, which another tool still uses.
  const imported = readRecord(texts.find(({ path }) => path === RECORD)?.text ?? '')
  const entries = texts.flatMap(({ path, text }) =>
    mayHoldFacts(path) ? pageOf(text, path).entries.flatMap((entry) => saidBy(entry, text) ?? []) : [],
  )
  const found = findRestated(entries, ownWordsOf(workspace))
  return entries.flatMap(({ entry: { path, line, title } }, index) => {
    const said = found[index]
    return said === undefined || imported.has(said.path)
      ? []
      : [{ path, line, title, said: { path: said.path, line: said.line } }]
  })
}

/** The first restated entry that a write adds. */
export function restatedInWrite(
  workspace: Workspace,
): (path: BankPath, before: string, after: string) => RestatedEntry | undefined {
  return (path, before, after) => {
    if (!mayHoldFacts(path)) return undefined
    const known = new Set(pageOf(before, path).entries.map(({ title }) => title))
    return restatedEntries(workspace, [{ path, text: after }]).find(({ title }) => !known.has(title))
  }
}

/** True for MEMORY.md, which has quick answers, and tech.md. Other files hold reasons and plans. */
export function mayHoldFacts(path: BankPath): boolean {
  return path === MEMORY || path === TECH
}

function ownWordsOf(workspace: Workspace): () => RepositoryText {
  return once(() => new RepositoryText(new Codebase(openRepository(workspace))))
}

/** Texts of an addition that may restate a file. Other kinds, such as decisions, hold no such facts. */
function saidIn(addition: Addition): readonly EntryText[] {
  const text = fieldText(addition, 'text')
  switch (addition.kind) {
    case 'tech':
      return itemsOfValue(text).map((item) => ({ title: '', text: item }))
    case 'answer':
      return [{ title: fieldText(addition, 'title'), text }]
    case 'design':
      return [{ title: '', text }]
    case 'decision':
    case 'learning':
    case 'requirement':
    case 'focus':
    case 'progress':
    case 'removal':
      return []
  }
}

function saidBy(entry: Entry, file: string): (EntryText & { readonly entry: Entry }) | undefined {
  if (entry.span === undefined || (entry.kind !== 'tech' && entry.kind !== 'answer')) return undefined
  const whole = file.slice(entry.span.start, entry.span.end).trim()
  if (entry.kind === 'tech') return { entry, title: '', text: whole }
  // Drop the pointer at the end.
  const answer = whole.slice(whole.indexOf(entry.title) + entry.title.length).replace(/^[*\s]+/, '')
  return { entry, title: entry.title, text: answer.replace(/\s(?:→|->)\s[^→]*$/, '') }
}
