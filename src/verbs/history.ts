/** history: past changes from the journal, and their titles. */

import type { Entry } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { nameOfKind } from '../base/addition.ts'
import { type Change, INTENT_NAMES, type Intent, type Recovery } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { isInboxPath } from '../base/layout.ts'
import type { ProvenanceRecord } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { Journal, type JournalEntry, undoFinder } from '../disk/bank/journal.ts'
import { recover } from '../disk/bank/recover.ts'
import type { Workspace } from '../disk/workspace.ts'
import { linesOfEntry } from '../plan/write/change-entry.ts'

export interface PastChange {
  readonly id: string
  readonly at: string
  readonly intent: Intent
  readonly undoes: string | undefined
  readonly undoneBy: string | undefined
  readonly changes: readonly Change[]
  /** Provenance of the entries it wrote. */
  readonly provenance: readonly ProvenanceRecord[]
}

/** Newest first. */
export function history(
  workspace: Workspace,
): Result<{ readonly past: readonly PastChange[]; readonly recovered: readonly Recovery[] }> {
  const read = readHistory(workspace)
  if (!read.ok) return read
  const { entries, recovered } = read.value
  const takenBack = undoFinder(entries)
  return ok({ past: entries.map((entry) => pastChange(entry, takenBack(entry.id))), recovered })
}

/** Finishes interrupted work, then reads the journal. */
export function readHistory(
  workspace: Workspace,
): Result<{ readonly entries: readonly JournalEntry[]; readonly recovered: readonly Recovery[] }> {
  const recovered = recover(workspace.place)
  if (!recovered.ok) return recovered
  const journal = new Journal(workspace.place.state)
  const entries = journal.finished().flatMap((id) => journal.read(id, 'done') ?? [])
  return ok({ entries, recovered: recovered.value })
}

/** Finds a change by its id, by the start of the id, or by its last four letters. */
export function changeNamed<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  name: string,
): Result<Entry> {
  const exact = entries.find(({ id }) => id === name)
  const near =
    exact === undefined ? entries.filter(({ id }) => id.startsWith(name) || id.endsWith(`-${name}`)) : [exact]
  const [first, second] = near
  if (first === undefined) return fail({ code: 'undo-unknown', id: name })
  return second === undefined ? ok(first) : fail({ code: 'name-ambiguous', name, matches: near.map(({ id }) => id) })
}

/** Title of a past change: the entries it added, removed or changed, else its intent. */
export function titleOfChange({ intent, changes }: Pick<PastChange, 'intent' | 'changes'>, language: Language): string {
  const [first, ...more] = intent === 'write' ? entryChanges(changes) : []
  if (first === undefined) return INTENT_NAMES[intent][language]
  const { what, entry } = first
  const named = {
    en: `${nameOfKind(entry.kind, 'en')}: ${entry.title}`,
    zh: `${nameOfKind(entry.kind, 'zh')}：${entry.title}`,
  }
  const title = {
    added: named,
    removed: { en: `removed ${named.en}`, zh: `移除${named.zh}` },
    updated: { en: `updated ${named.en}`, zh: `更新${named.zh}` },
    moved: { en: `${named.en} → ${entry.status ?? ''}`, zh: `${named.zh} → ${entry.status ?? ''}` },
  }[what][language]
  const rest = { en: ` (+${more.length} more)`, zh: `（另 ${more.length} 条）` }[language]
  return more.length === 0 ? title : `${title}${rest}`
}

/** The result of a change in one line: `Added decision “Use SQLite” → details/patterns.md`. */
export function resultOfChange(changes: readonly Change[], language: Language): string {
  const [first, ...more] = entryChanges(changes)
  if (first === undefined) return filesChanged(changes, language)
  const { what, entry } = first
  const named = {
    en: `${nameOfKind(entry.kind, 'en')} “${entry.title}”${more.length === 0 ? '' : ` and ${more.length} more`}`,
    zh: `${nameOfKind(entry.kind, 'zh')}「${entry.title}」${more.length === 0 ? '' : `等 ${more.length + 1} 条`}`,
  }
  const result = {
    added: { en: `Added ${named.en}`, zh: `已写入${named.zh}` },
    removed: { en: `Removed ${named.en}`, zh: `已移除${named.zh}` },
    updated: { en: `Updated ${named.en}`, zh: `已更新${named.zh}` },
    moved: { en: `Marked ${named.en} as ${entry.status ?? ''}`, zh: `已将${named.zh}标记为 ${entry.status ?? ''}` },
  }[what]
  return `${result[language]} → ${entry.path}`
}

/** `Created 3 files, updated 1 file`. */
export function filesChanged(changes: readonly Change[], language: Language): string {
  const counts = ([kinds, words]: (typeof FILE_VERBS)[number]) => {
    const count = changes.filter(({ kind }) => kind === kinds).length
    if (count === 0) return []
    return [
      { en: `${words.en} ${count} ${count === 1 ? 'file' : 'files'}`, zh: `${words.zh} ${count} 个文件` }[language],
    ]
  }
  const text = FILE_VERBS.flatMap(counts).join({ en: ', ', zh: '，' }[language])
  return { en: text.charAt(0).toUpperCase() + text.slice(1), zh: `已${text}` }[language]
}

const FILE_VERBS = [
  ['create', { en: 'created', zh: '创建' }],
  ['edit', { en: 'updated', zh: '更新' }],
  ['move', { en: 'moved', zh: '移动' }],
  ['remove', { en: 'removed', zh: '删除' }],
] as const

interface EntryChanged {
  readonly what: 'added' | 'removed' | 'updated' | 'moved'
  readonly entry: Entry
}

function entryChanges(changes: readonly Change[]): readonly EntryChanged[] {
  const was = changes.flatMap((change) => ('was' in change ? pageOf(change.was, change.path).entries : []))
  const now = changes.flatMap((change) =>
    'text' in change ? pageOf(change.text, change.kind === 'move' ? change.to : change.path).entries : [],
  )
  const unknown = now.filter((entry) => !was.some((one) => isSame(one, entry)))
  const missing = was.filter((entry) => !now.some((one) => isSame(one, entry)))
  // An entry with a new title is at the place of one that is missing.
  const renamed = unknown.filter((entry) => missing.some((one) => isAtSamePlace(one, entry)))
  const added = unknown.filter((entry) => !renamed.includes(entry))
  const gone = missing.filter((entry) => !renamed.some((one) => isAtSamePlace(one, entry)))
  // An entry that went from focus to progress, or changed its status, counts once.
  const moved = now.filter((entry) => was.some((one) => isSame(one, entry) && one.status !== entry.status))
  return [
    ...added.map((entry) => ({ what: 'added', entry }) as const),
    ...gone
      .filter(({ title }) => !added.some((one) => one.title === title))
      .map((entry) => ({ what: 'removed', entry }) as const),
    ...[...renamed, ...updatedIn(changes)].map((entry) => ({ what: 'updated', entry }) as const),
    ...moved.map((entry) => ({ what: 'moved', entry }) as const),
  ]
}

/** Entries with the same title and status but other text. */
function updatedIn(changes: readonly Change[]): readonly Entry[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'edit') return []
    const was = pageOf(change.was, change.path).entries
    return pageOf(change.text, change.path).entries.filter((entry) => {
      const before = was.find((one) => isSame(one, entry) && one.status === entry.status)
      return before !== undefined && linesOfEntry(change.was, before).trim() !== linesOfEntry(change.text, entry).trim()
    })
  })
}

/** A file of the inbox holds one entry, and its line moves with the front matter. */
function isAtSamePlace({ kind, path, line }: Entry, other: Entry): boolean {
  return kind === other.kind && path === other.path && (line === other.line || isInboxPath(path))
}

function isSame(one: Entry, other: Entry): boolean {
  return one.kind === other.kind && one.title === other.title
}

export function pastChange(entry: JournalEntry, undoneBy: string | undefined): PastChange {
  const { id, at, intent, undoes, changes, provenance = [] } = entry
  return { id, at, intent, undoes, undoneBy, changes, provenance }
}
