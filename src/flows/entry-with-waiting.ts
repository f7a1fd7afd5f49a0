/**
 * The entry as a session should begin with it while entries wait in the inbox (S55): rows of their sections under those
 * sections' limits, written by the same hand that folds them, and each pointing to the file it waits in.
 *
 * It depends on the bank alone, so that the same bank gives the same bytes (S21). Nothing is written to the disk.
 */

import type { AdditionKind, Field } from '../core/addition.ts'
import { Draft } from '../core/draft.ts'
import { MEMORY, PATTERNS } from '../core/layout.ts'
import { readable, type Snapshot } from '../core/snapshot.ts'
import { planHighlights } from '../refresh/plan-highlights.ts'
import { conclusionOf } from '../text/conclusion.ts'
import type { InboxEntry } from '../text/inbox-entry.ts'
import { scanLines } from '../text/lines.ts'
import { applySplices, findTables } from '../text/table.ts'
import { readTemplates } from '../workspace/project/package-files.ts'
import { writeAddition } from '../write/write-addition.ts'
import type { WriteFacts } from '../write/write-facts.ts'
import { languageOfBank } from './open-bank.ts'
import { waitingIn } from './waiting.ts'

export interface EntryWithWaiting {
  readonly memory: string
  /** What waits and has no section in the entry, newest first: its title and where it stands. */
  readonly others: readonly string[]
}

export function entryWithWaiting(memory: string, snapshot: Snapshot): EntryWithWaiting {
  const entry = snapshot.files.get(MEMORY)
  const files = new Map(snapshot.files).set(MEMORY, { path: MEMORY, mtime: entry?.mtime ?? 0, text: memory })
  const draft = new Draft({ ...snapshot, files })
  const language = languageOfBank(readable({ ...snapshot, files })) ?? 'en'
  const facts: WriteFacts = { templates: readTemplates(language), today: '', readNamesElsewhere: () => [] }
  const all = waitingIn(snapshot)
  const shown = all.filter(({ kind }) => IN_ENTRY.has(kind)).slice(-MOST_FOLDED)
  const left = foldAll(draft, shown, facts)
  planHighlights(draft, { language })
  const isFolded = (one: InboxEntry) => shown.includes(one) && !left.includes(one)
  return {
    memory: draft.read(MEMORY) ?? memory,
    others: all
      .filter((one) => !isFolded(one))
      .toReversed()
      .map(nameOf),
  }
}

/** The kinds that have a section of their own in MEMORY.md. */
const IN_ENTRY: ReadonlySet<AdditionKind> = new Set(['decision', 'focus', 'answer'])

/** Their sections show no more; older ones are named. */
const MOST_FOLDED = 40

/**
 * Folds one after the other. One that replaces what is not there yet waits for the others; if nothing comes of that, it
 * stands by itself. Those that cannot be written are returned.
 */
function foldAll(draft: Draft, entries: readonly InboxEntry[], facts: WriteFacts): readonly InboxEntry[] {
  const early = entries.filter((entry) => !folds(draft, entry, facts))
  const late = early.filter((entry) => !folds(draft, entry, facts))
  return late.filter((entry) => !folds(draft, without(entry, 'replaces'), facts))
}

function without(entry: InboxEntry, field: Field): InboxEntry {
  const fields = new Map(entry.addition.fields)
  fields.delete(field)
  return { ...entry, addition: { ...entry.addition, fields } }
}

function folds(draft: Draft, { addition, date, path }: InboxEntry, facts: WriteFacts): boolean {
  const before = draft.read(MEMORY) ?? ''
  if (!writeAddition(draft, addition, { ...facts, today: date }).ok) return false
  draft.write(MEMORY, pointedTo(before, draft.read(MEMORY) ?? '', path))
  return true
}

/** Rows that came in point to where the entry stands now, not to where it is going to stand. */
function pointedTo(before: string, after: string, path: string): string {
  const known = new Set(scanLines(before).map(({ text }) => text))
  const rows = findTables(after).flatMap((table) =>
    table.rows.map(({ start, end }) => after.slice(start, end).trimEnd()),
  )
  const come = new Set(rows.filter((row) => !known.has(row)))
  const splices = scanLines(after).flatMap(({ start, text }) => {
    if (!come.has(text.trimEnd())) return []
    const row = text.replace(TO_PATTERNS, '').replace(/\s*\|\s*$/, () => ` → ${path} |`)
    return [{ start, end: start + text.length, text: row }]
  })
  return applySplices(after, splices)
}

const TO_PATTERNS = new RegExp(`\\s*→\\s*\\[${PATTERNS}\\]\\(${PATTERNS}\\)(?=\\s*\\|\\s*$)`)

function nameOf({ title, path }: InboxEntry): string {
  return `${conclusionOf(title.replaceAll(/\s+/g, ' '), NAME_TOKENS)} → ${path}`
}

const NAME_TOKENS = 20
