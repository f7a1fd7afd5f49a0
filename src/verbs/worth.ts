/** Worth (S58): which entries only repeat what the repository says itself, before they are kept and in a bank that has them. */

import type { Entry } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { itemsOf } from '../bank/value-text.ts'
import { type Addition, fieldText } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { MEMORY, TECH } from '../base/layout.ts'
import { once } from '../base/once.ts'
import { type Restated, restatedWords, SAY_MORE } from '../bank/restated.ts'
import { Codebase } from '../drift/codebase.ts'
import { OwnWords } from '../drift/own-words.ts'
import { findRestated, type Said } from '../drift/restated.ts'
import { RECORD, readRecord } from '../import/record.ts'
import type { Workspace } from '../disk/workspace.ts'
import { openRepository } from './drift.ts'

/** Notes on what would be kept; the repository is read where one of them could be restated at all. */
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

/** The entries of these files that are restated, in reading order. */
export function restatedEntries(
  workspace: Workspace,
  files: Iterable<{ readonly path: BankPath; readonly text: string }>,
): readonly Restated[] {
  const texts = [...files]
  // What was imported says the same as its source, which another tool goes on using.
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

/** The first entry that a write adds and that is restated. */
export function restatedInWrite(
  workspace: Workspace,
): (path: BankPath, before: string, after: string) => Restated | undefined {
  return (path, before, after) => {
    if (!mayHoldFacts(path)) return undefined
    const known = new Set(pageOf(before, path).entries.map(({ title }) => title))
    return restatedEntries(workspace, [{ path, text: after }]).find(({ title }) => !known.has(title))
  }
}

/** The entry, for its quick answers, and the facts; all else has reasons, plans or wishes. */
export function mayHoldFacts(path: BankPath): boolean {
  return path === MEMORY || path === TECH
}

function ownWordsOf(workspace: Workspace): () => OwnWords {
  return once(() => new OwnWords(new Codebase(openRepository(workspace))))
}

/** Decisions, learnings, requirements, focus and progress tell what no file does. */
function saidIn(addition: Addition): readonly Said[] {
  const text = fieldText(addition, 'text')
  switch (addition.kind) {
    case 'tech':
      return itemsOf(text).map((item) => ({ title: '', text: item }))
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

function saidBy(entry: Entry, file: string): (Said & { readonly entry: Entry }) | undefined {
  if (entry.span === undefined || (entry.kind !== 'tech' && entry.kind !== 'answer')) return undefined
  const whole = file.slice(entry.span.start, entry.span.end).trim()
  if (entry.kind === 'tech') return { entry, title: '', text: whole }
  // The pointer at the end tells where to read on, not what is so.
  const answer = whole.slice(whole.indexOf(entry.title) + entry.title.length).replace(/^[*\s]+/, '')
  return { entry, title: entry.title, text: answer.replace(/\s(?:→|->)\s[^→]*$/, '') }
}
