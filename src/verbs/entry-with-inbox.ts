/**
 * MEMORY.md for the opening, with the entries of the inbox (S55) in their sections, within the sections' limits. Each row
 * points to its inbox file.
 *
 * It depends on the bank alone, so the same bank gives the same bytes (S21). Nothing is written to disk.
 */

import { conclusionOf } from '../bank/conclusion.ts'
import { Draft } from '../bank/draft.ts'
import { type InboxEntry, waitingIn } from '../bank/inbox.ts'
import { oneLine } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { sameTopic } from '../bank/same-topic.ts'
import { readable, type Snapshot } from '../bank/snapshot.ts'
import { applySplices } from '../bank/tables.ts'
import type { AdditionKind, Field } from '../base/addition.ts'
import { MEMORY, PATTERNS } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { readTemplates } from '../disk/project/package-files.ts'
import { planHighlights } from '../plan/plan-highlights.ts'
import { writeAddition } from '../plan/write/write-addition.ts'
import type { AdditionFacts } from '../plan/write/write-facts.ts'
import { writeHighlight } from '../plan/write/write-highlight.ts'
import { languageOfBank } from './open-bank.ts'

export interface EntryWithInbox {
  readonly memory: string
  /** Inbox entries without a section in MEMORY.md, newest first: title and path. */
  readonly others: readonly string[]
}

export function entryWithInbox(memory: string, snapshot: Snapshot): EntryWithInbox {
  const files = new Map(snapshot.files).set(MEMORY, (snapshot.files.get(MEMORY) ?? pageOf('', MEMORY)).with(memory))
  const draft = new Draft({ ...snapshot, files })
  const language = languageOfBank(readable({ ...snapshot, files })) ?? 'en'
  const facts: AdditionFacts = { templates: readTemplates(language), today: '', readNamesElsewhere: () => [] }
  const all = waitingIn(draft.pages())
  const valid = all.filter((one) => !isReplaced(one, all))
  // Entries above a section's limit are listed with the others.
  const shown = IN_ENTRY.flatMap(([kind, most]) => valid.filter((one) => one.kind === kind).slice(-most))
  const folded = new Set(shown.filter((one) => foldEntry(draft, one, formerOf(one, all), facts)))
  planHighlights(draft, { language })
  return {
    memory: draft.read(MEMORY) ?? memory,
    others: valid
      .filter((one) => !folded.has(one))
      .toReversed()
      .map(nameOf),
  }
}

/** Kinds with a section in MEMORY.md, and its limit. */
const IN_ENTRY: readonly (readonly [AdditionKind, number])[] = [
  ['decision', LIMITS.decisionHighlights],
  ['focus', 12],
  ['answer', LIMITS.quickAnswers],
]

function replaces(one: InboxEntry, other: InboxEntry): boolean {
  return one !== other && one.kind === other.kind && one.replaces !== undefined && sameTopic(one.replaces, other.title)
}

/** True if another inbox entry replaces this one. If two entries replace each other, neither counts as replaced. */
function isReplaced(one: InboxEntry, all: readonly InboxEntry[]): boolean {
  const former = formerOf(one, all)
  return all.some((other) => replaces(other, one) && !former.some((name) => sameTopic(name, other.title)))
}

/** Titles that the entry replaces, directly or through another inbox entry. */
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

function foldEntry(draft: Draft, entry: InboxEntry, former: readonly string[], facts: AdditionFacts): boolean {
  const before = draft.read(MEMORY) ?? ''
  const isWritten =
    entry.kind === 'decision' ? writeHighlightOf(draft, entry, former, facts) : writeEntry(draft, entry, former, facts)
  if (isWritten) draft.write(MEMORY, pointToInbox(before, draft.read(MEMORY) ?? '', entry.path))
  return isWritten
}

/** MEMORY.md shows a decision only as a highlight. */
function writeHighlightOf(draft: Draft, entry: InboxEntry, former: readonly string[], facts: AdditionFacts): boolean {
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

/** Replaces the first former entry that exists. Without one, adds the entry. */
function writeEntry(draft: Draft, entry: InboxEntry, former: readonly string[], facts: AdditionFacts): boolean {
  return [...former, undefined].some((name) => {
    const fields = new Map(entry.addition.fields)
    if (name === undefined) fields.delete('replaces')
    else fields.set('replaces', name)
    return writeAddition(draft, { ...entry.addition, fields }, { ...facts, today: entry.date }).ok
  })
}

/** Makes new rows point to the inbox file, because the entry has no other place yet. */
function pointToInbox(before: string, after: string, path: string): string {
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
