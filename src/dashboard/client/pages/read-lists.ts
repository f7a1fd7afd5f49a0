/** The lists of the reading page: files by folder, entries by kind, search hits. */

import type { BankFile, PageEntry } from '../../../bank/page-answers.ts'
import type { ProposedKind } from '../../../base/addition.ts'

/** The format of `memory-bank list --json`. */
export interface EntryList {
  readonly entries: readonly ListedEntry[]
}

export interface ListedEntry extends PageEntry {
  readonly path: string
  readonly doubts: readonly string[]
}

/** The format of `memory-bank search --json`. */
export interface SearchReport {
  readonly hits: readonly SearchHit[]
}

export interface SearchHit {
  readonly source: 'bank' | 'document'
  readonly path: string
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
}

export type ReadRow =
  | { readonly kind: 'folder'; readonly id: string; readonly name: string; readonly count: number }
  | { readonly kind: 'file'; readonly id: string; readonly file: BankFile }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: ListedEntry }
  | { readonly kind: 'hit'; readonly id: string; readonly hit: SearchHit }

export interface Wish {
  readonly words: string
  /** `files`, `entries`, or entries of one kind. */
  readonly of: 'files' | 'entries' | ProposedKind
  readonly isDoubtful: boolean
}

export function rowsFor(
  wish: Wish,
  files: readonly BankFile[],
  entries: readonly ListedEntry[],
  hits: readonly SearchHit[],
): readonly ReadRow[] {
  const words = wish.words.trim().toLowerCase()
  const has = (...texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(words))
  const chosenFiles = files.filter(
    (file) => (!wish.isDoubtful || (file.doubts ?? 0) > 0) && (words === '' || has(file.title, file.path)),
  )
  // A hit in the text of an entry finds it as well, but in the list of files only by itself.
  const isHit = ({ path, line }: ListedEntry) =>
    wish.of !== 'files' && hits.some((hit) => hit.path === path && hit.startLine <= line && line <= hit.endLine)
  const chosenEntries = entries.filter(
    (entry) =>
      (!wish.isDoubtful || entry.doubts.length > 0) &&
      (wish.of === 'files' || wish.of === 'entries' || entry.kind === wish.of) &&
      (words === '' || has(entry.title, entry.id) || isHit(entry)),
  )
  const fileRows = words === '' ? byFolder(chosenFiles) : chosenFiles.map(fileRow)
  if (wish.of !== 'files') return chosenEntries.map(entryRow)
  if (words === '') return fileRows
  const hitRows = wish.isDoubtful ? [] : hits.map(hitRow)
  return [...fileRows.slice(0, MOST_NAMED), ...chosenEntries.map(entryRow).slice(0, MOST_NAMED), ...hitRows]
}

/** Maximum number of matches by name. They are listed first and must not push matches by content out of sight. */
const MOST_NAMED = 8

function byFolder(files: readonly BankFile[]): readonly ReadRow[] {
  const folders = new Map<string, BankFile[]>()
  for (const file of files) {
    const folder = file.path.split('/').slice(0, -1).join('/')
    const known = folders.get(folder)
    if (known === undefined) folders.set(folder, [file])
    else known.push(file)
  }
  return [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, inside]) => [
      {
        kind: 'folder' as const,
        id: `folder ${folder}`,
        name: `${folder === '' ? 'memory-bank' : folder}/`,
        count: inside.length,
      },
      ...inside.map(fileRow),
    ])
}

function fileRow(file: BankFile): ReadRow {
  return { kind: 'file', id: `file ${file.path}`, file }
}

function entryRow(entry: ListedEntry): ReadRow {
  return { kind: 'entry', id: `entry ${entry.id}`, entry }
}

function hitRow(hit: SearchHit): ReadRow {
  return { kind: 'hit', id: `hit ${hit.path}:${hit.startLine}`, hit }
}
