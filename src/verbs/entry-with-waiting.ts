/**
 * The entry as a session should begin with it while entries wait in the inbox (S55): rows of their sections under those
 * sections' limits, written by the same hand that folds them, and each pointing to the file it waits in.
 *
 * It depends on the bank alone, so that the same bank gives the same bytes (S21). Nothing is written to the disk.
 */

import { sameTopic } from '../bank/already-said.ts'
import { Draft } from '../bank/draft.ts'
import { type InboxEntry, waitingIn } from '../bank/inbox.ts'
import { oneLine } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { readable, type Snapshot } from '../bank/snapshot.ts'
import { applySplices } from '../bank/tables.ts'
import type { AdditionKind, Field } from '../base/addition.ts'
import { MEMORY, PATTERNS } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { planHighlights } from '../plan/plan-highlights.ts'
import { conclusionOf } from '../bank/conclusion.ts'
import { readTemplates } from '../disk/project/package-files.ts'
import { writeAddition } from '../plan/write/write-addition.ts'
import type { WriteFacts } from '../plan/write/write-facts.ts'
import { writeHighlight } from '../plan/write/write-highlight.ts'
import { languageOfBank } from './open-bank.ts'

export interface EntryWithWaiting {
  readonly memory: string
  /** What waits and has no section in the entry, newest first: its title and where it stands. */
  readonly others: readonly string[]
}

export function entryWithWaiting(memory: string, snapshot: Snapshot): EntryWithWaiting {
  const files = new Map(snapshot.files).set(MEMORY, (snapshot.files.get(MEMORY) ?? pageOf('', MEMORY)).with(memory))
  const draft = new Draft({ ...snapshot, files })
  const language = languageOfBank(readable({ ...snapshot, files })) ?? 'en'
  const facts: WriteFacts = { templates: readTemplates(language), today: '', readNamesElsewhere: () => [] }
  const all = waitingIn(draft.pages())
  const valid = all.filter((one) => !isReplaced(one, all))
  // What a section has no room for is named with the others.
  const shown = IN_ENTRY.flatMap(([kind, most]) => valid.filter((one) => one.kind === kind).slice(-most))
  const folded = new Set(shown.filter((one) => folds(draft, one, formerOf(one, all), facts)))
  planHighlights(draft, { language })
  return {
    memory: draft.read(MEMORY) ?? memory,
    others: valid
      .filter((one) => !folded.has(one))
      .toReversed()
      .map(nameOf),
  }
}

/** The kinds that have a section of their own in MEMORY.md, each with how many it shows. */
const IN_ENTRY: readonly (readonly [AdditionKind, number])[] = [
  ['decision', LIMITS.decisionHighlights],
  ['focus', 12],
  ['answer', LIMITS.quickAnswers],
]

function replaces(one: InboxEntry, other: InboxEntry): boolean {
  return one !== other && one.kind === other.kind && one.replaces !== undefined && sameTopic(one.replaces, other.title)
}

/** Of two that name each other as their former ones, the later stays. */
function isReplaced(one: InboxEntry, all: readonly InboxEntry[]): boolean {
  const former = formerOf(one, all)
  return all.some((other) => replaces(other, one) && !former.some((name) => sameTopic(name, other.title)))
}

/** What it takes the place of: by name, and what that, if it waits too, would have taken the place of. */
function formerOf(entry: InboxEntry, all: readonly InboxEntry[]): readonly string[] {
  const names: string[] = []
  let last: InboxEntry | undefined = entry
  while (last?.replaces !== undefined && !names.includes(last.replaces)) {
    const from: InboxEntry = last
    names.push(last.replaces)
    last = all.find((other) => replaces(from, other))
  }
  return names
}

function folds(draft: Draft, entry: InboxEntry, former: readonly string[], facts: WriteFacts): boolean {
  const before = draft.read(MEMORY) ?? ''
  const isWritten =
    entry.kind === 'decision' ? writesHighlight(draft, entry, former, facts) : writes(draft, entry, former, facts)
  if (isWritten) draft.write(MEMORY, pointedTo(before, draft.read(MEMORY) ?? '', entry.path))
  return isWritten
}

/** Of a decision the entry shows its highlight alone. */
function writesHighlight(draft: Draft, entry: InboxEntry, former: readonly string[], facts: WriteFacts): boolean {
  const before = draft.read(MEMORY)
  const said = (field: Field) => oneLine(entry.addition.fields.get(field) ?? '')
  const decision = {
    date: entry.date,
    what: said('title'),
    why: said('why'),
    givenUp: said('givenUp'),
    applies: said('applies'),
    notFor: said('notFor'),
  }
  if (decision.what === '') return false
  writeHighlight(draft, decision, former, facts)
  return draft.read(MEMORY) !== before
}

/** In the place of the first of its former ones that stands there; beside the others where none does. */
function writes(draft: Draft, entry: InboxEntry, former: readonly string[], facts: WriteFacts): boolean {
  return [...former, undefined].some((name) => {
    const fields = new Map(entry.addition.fields)
    if (name === undefined) fields.delete('replaces')
    else fields.set('replaces', name)
    return writeAddition(draft, { ...entry.addition, fields }, { ...facts, today: entry.date }).ok
  })
}

/** Rows that came in point to where the entry stands now, not to where it is going to stand. */
function pointedTo(before: string, after: string, path: string): string {
  const known = new Set(pageOf(before).lines.map(({ text }) => text))
  const now = pageOf(after)
  const rows = now.tables.flatMap((table) => table.rows.map(({ start, end }) => after.slice(start, end).trimEnd()))
  const come = new Set(rows.filter((row) => !known.has(row)))
  const splices = now.lines.flatMap(({ start, text }) => {
    if (!come.has(text.trimEnd())) return []
    const row = text.replace(TO_PATTERNS, '').replace(/(?<!\s)\s*\|\s*$/, () => ` → ${path} |`)
    return [{ start, end: start + text.length, text: row }]
  })
  return applySplices(after, splices)
}

const TO_PATTERNS = new RegExp(`\\s*→\\s*\\[${PATTERNS}\\]\\(${PATTERNS}\\)(?=\\s*\\|\\s*$)`)

function nameOf({ title, path }: InboxEntry): string {
  return `${conclusionOf(title.replaceAll(/\s+/g, ' '), NAME_TOKENS)} → ${path}`
}

const NAME_TOKENS = 20
