/** list, edit, done, remove: the entries of a bank, and a plan that changes one. */

import type { Draft } from '../bank/draft.ts'
import { type Entry, entriesNamed, entriesOfBank } from '../bank/entry.ts'
import type { Finding } from '../bank/finding.ts'
import { countNewlines, countUpTo } from '../bank/lines.ts'
import { readable, type Snapshot, textOf } from '../bank/snapshot.ts'
import type { Field } from '../base/addition.ts'
import type { ConflictChoice } from '../base/change.ts'
import { dayOf } from '../base/day-of.ts'
import type { Language, Words } from '../base/language.ts'
import { isInboxPath } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Workspace } from '../disk/workspace.ts'
import { planWrite, type WritePlan } from '../plan/plan-write.ts'
import {
  finishEntry,
  linesOfEntry,
  removeEntry,
  rewriteEntry,
  setFields,
  setTitle,
} from '../plan/write/change-entry.ts'
import { judgeChanges } from '../plan/write/judge-changes.ts'
import type { AdditionFacts } from '../plan/write/write-facts.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { type AddingTo, openForAdding } from './add.ts'
import { checkBank } from './check.ts'
import { markSuperseded } from './mark-superseded.ts'
import { bankLanguage, openBank } from './open-bank.ts'
import { originsOf, type WithOrigin } from './origins.ts'

export type { Entry }

export interface ListedEntry extends WithOrigin<Entry> {
  /** Findings of check about its lines. */
  readonly doubts: readonly Words[]
}

export interface Listed {
  readonly entries: readonly ListedEntry[]
  readonly language: Language
}

/** All entries in reading order, with the findings of check. */
export function listEntries(
  workspace: Workspace,
  asked: Language | undefined,
  askGit: 'git too' | 'without git' = 'without git',
): Result<Listed> {
  const checked = checkBank(workspace, { language: asked })
  if (!checked.ok) return checked
  const { bank, report } = checked.value
  if (bank.state.kind === 'absent') return fail({ code: 'bank-absent', path: workspace.project.root })
  const doubtsIn = doubtsByLines(report.findings)
  const entries = entriesWithState(bank.snapshot).map((entry) => ({
    ...entry,
    doubts: doubtsIn(entry.path, entry.line, lastLineOf(entry, bank.snapshot)),
  }))
  const told = originsOf(entries, workspace, (path) => bank.snapshot.files.get(path), askGit === 'git too')
  return ok({
    entries: told.map((entry) => ({ ...entry, title: maskSecrets(entry.title) })),
    language: report.language,
  })
}

/** The report by schemas/list.schema.json. */
export function listReport(entries: readonly ListedEntry[], language: Language): Readonly<Record<string, unknown>> {
  const told = entries.map(({ id, kind, title, path, line, date, status, doubts, provenance }) => ({
    id,
    kind,
    title,
    path,
    line,
    ...(date === undefined ? {} : { date }),
    ...(status === undefined ? {} : { state: status }),
    ...(provenance === undefined ? {} : { provenance }),
    doubts: doubts.map((doubt) => doubt[language]),
  }))
  return { kind: 'list', version: 1, language, entries: told }
}

/** All entries in reading order. An entry that an inbox entry replaces counts as superseded. */
export function entriesWithState(snapshot: Snapshot): readonly Entry[] {
  const entries = entriesOfBank(snapshot.files.values())
  const marked = markSuperseded(snapshot)
  if (marked === snapshot) return entries
  const placeOf = ({ path, line }: Entry) => `${path}:${line}`
  const superseded = new Set(
    entriesIn(marked)
      .filter(({ status }) => status === 'superseded')
      .map(placeOf),
  )
  return entries.map((entry) => (superseded.has(placeOf(entry)) ? { ...entry, status: 'superseded' } : entry))
}

/** Findings by line range. Uses binary search: a bank may have thousands of entries and findings. */
function doubtsByLines(findings: readonly Finding[]): (path: string, first: number, last: number) => readonly Words[] {
  const byPath = new Map<string, { readonly lines: number[]; readonly messages: Words[] }>()
  // Findings are in reading order, so the lines of each file ascend.
  for (const { path, line, level, message } of findings) {
    if (level === 'note' || line === undefined) continue
    const { lines, messages } = byPath.get(path) ?? { lines: [], messages: [] }
    lines.push(line)
    messages.push(message)
    byPath.set(path, { lines, messages })
  }
  return (path, first, last) => {
    const { lines = [], messages = [] } = byPath.get(path) ?? {}
    return messages.slice(countUpTo(lines, first - 1), countUpTo(lines, last))
  }
}

/** All entries, unchecked, as a list to choose from. Empty if the bank cannot be read. */
export function entryNames(workspace: Workspace): readonly Entry[] {
  const opened = openBank(workspace)
  return opened.ok ? entriesIn(opened.value.snapshot) : []
}

export type EntryChange =
  | { readonly kind: 'remove' }
  | { readonly kind: 'done' }
  /** The new lines of the entry. */
  | { readonly kind: 'rewrite'; readonly lines: string }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<Field, string> }

export interface EntryPlan {
  readonly plan: WritePlan
  readonly entry: Entry
  readonly adding: AddingTo
}

/** The entry of this name. If several match, prefer those with `isMeant`, then let `choose` decide. */
export function findEntry(
  workspace: Workspace,
  name: string,
  isMeant: (entry: Entry) => boolean = () => true,
  choose: (several: readonly Entry[]) => Entry | undefined = () => undefined,
): Result<{ readonly entry: Entry; readonly lines: string; readonly language: Language }> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state } = opened.value
  if (state.kind === 'absent') return fail({ code: 'bank-absent', path: workspace.project.root })
  const all = entriesNamed(entriesIn(snapshot), name)
  const meant = all.filter(isMeant)
  const named = meant.length > 0 ? meant : all
  const [first, second] = named
  if (first === undefined) return fail({ code: 'entry-unknown', name })
  const entry = second === undefined ? first : choose(named)
  if (entry === undefined)
    return fail({ code: 'name-ambiguous', name, matches: named.map(({ id, title }) => `${id} ${title}`) })
  const language = bankLanguage(undefined, workspace, readable(snapshot)) ?? workspace.locale
  return ok({ entry, lines: linesOfEntry(textOf(snapshot, entry.path) ?? '', entry), language })
}

/** Planned and judged like an addition: no secrets, markers intact, user blocks unchanged. */
export function planEntryChange(
  workspace: Workspace,
  { id, path, title }: Entry,
  change: EntryChange,
  wishes: { readonly language: Language | undefined; readonly onConflict: ConflictChoice | undefined },
): Result<EntryPlan> {
  const adding = openForAdding(workspace, wishes)
  if (!adding.ok) return adding
  const { input, judging } = adding.value
  const entry = entriesIn(input.snapshot).find((one) => one.id === id && one.path === path)
  if (entry === undefined) return fail({ code: 'entry-unknown', name: title })
  const { templates, readNamesElsewhere } = input
  const facts = { templates, today: dayOf(Date.parse(input.now)), readNamesElsewhere }
  const planned = planWrite(input, [(draft) => changed(draft, current(draft, entry), change, facts)])
  if (!planned.ok) return planned
  const judged = judgeChanges(planned.value.changes, judging)
  if (!judged.ok) return judged
  return ok({
    plan: { ...planned.value, notes: [...planned.value.notes, ...judged.value] },
    entry,
    adding: adding.value,
  })
}

/** The entry in the draft, where resolving a conflict (S4) may have moved it. */
function current(draft: Draft, entry: Entry): Entry {
  return entriesOfBank(draft.pages()).find(({ id, path }) => id === entry.id && path === entry.path) ?? entry
}

function changed(draft: Draft, entry: Entry, change: EntryChange, facts: AdditionFacts): Result<undefined> {
  switch (change.kind) {
    case 'remove':
      return removeEntry(draft, entry)
    case 'done':
      return finishEntry(draft, entry, facts)
    case 'rewrite':
      return rewriteEntry(draft, entry, change.lines)
    case 'fields':
      return isInboxPath(entry.path)
        ? setFields(draft, entry, change.fields, facts)
        : setTitleAndFields(draft, entry, change.fields, facts)
  }
}

/** Sets a new title first, then the other fields. */
function setTitleAndFields(
  draft: Draft,
  entry: Entry,
  fields: ReadonlyMap<Field, string>,
  facts: AdditionFacts,
): Result<undefined> {
  const { kind, path, line } = entry
  const title = fields.get('title')
  const others = new Map([...fields].filter(([field]) => field !== 'title'))
  if (title === undefined) return setFields(draft, entry, others, facts)
  // The text of an item is its title.
  if (kind === 'focus' || kind === 'progress' || kind === 'tech')
    return setFields(draft, entry, new Map([['text', title] as const, ...others]), facts)
  const written = setTitle(draft, entry, title)
  if (!written.ok || others.size === 0) return written
  const renamed = entriesOfBank(draft.pages()).find((one) => one.path === path && one.line === line)
  return renamed === undefined ? fail({ code: 'entry-unknown', name: title }) : setFields(draft, renamed, others, facts)
}

function entriesIn(snapshot: Snapshot): readonly Entry[] {
  return entriesOfBank(snapshot.files.values())
}

function lastLineOf({ line, span, path }: Entry, snapshot: Snapshot): number {
  if (span === undefined) return Number.POSITIVE_INFINITY
  const text = textOf(snapshot, path) ?? ''
  return line + countNewlines(text.slice(span.start, span.end).trimEnd())
}
