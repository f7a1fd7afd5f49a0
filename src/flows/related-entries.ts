/**
 * What of a bank a person should see beside something that is proposed for it: what it contradicts, what it replaces,
 * and what speaks of the same or nearly the same. Few, and only what is sure: a list that cries wolf is not read.
 */

import { sameTopic } from '../bank/already-said.ts'
import { type Entry, entriesNamed, entriesOfBank } from '../bank/entry.ts'
import { countNewlines, withoutListMark } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { cellsOfLine } from '../bank/tables.ts'
import { type Addition, fieldText } from '../core/addition.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import type { RelatedEntry } from '../core/page.ts'
import type { Claim, Place } from '../drift/claim.ts'
import { Codebase } from '../drift/codebase.ts'
import { disputedBy } from '../drift/disputes.ts'
import { judge } from '../drift/find-drift.ts'
import { readClaims } from '../drift/read-claims.ts'
import type { Repository } from '../drift/repository.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { conclusionOf } from '../text/conclusion.ts'
import { headlineOf } from '../text/decode-addition.ts'
import { fileDiffs } from '../text/file-diff.ts'
import { linesOfEntry } from '../write/change-entry.ts'
import { nearTopic } from '../write/near-topic.ts'

/** `changes`: what the addition would do to the bank. */
export function relatedEntries(
  addition: Addition,
  changes: readonly Change[],
  snapshot: Snapshot,
  repository: () => Repository,
): readonly RelatedEntry[] {
  if (addition.kind === 'removal') return []
  const entries = entriesOfBank(snapshot.files.values())
  const found = [
    ...contradicted(changes, snapshot, entries, repository).map((entry) => ({ entry, how: 'contradicts' as const })),
    ...replaced(addition, entries).map((entry) => ({ entry, how: 'replaced' as const })),
    ...similar(addition, entries).map((entry) => ({ entry, how: 'similar' as const })),
  ]
  const isFirst = ({ entry }: (typeof found)[number], index: number) =>
    found.findIndex((one) => one.entry.id === entry.id) === index
  return found
    .filter(isFirst)
    .slice(0, MOST_RELATED)
    .map(({ entry, how }) => {
      const { id, kind, title, path, line, date } = entry
      const text = snapshot.files.get(path)?.text ?? ''
      const excerpt = excerptOf(linesOfEntry(text, entry))
      return { id, kind, title: maskSecrets(title), path, line, ...(date === undefined ? {} : { date }), excerpt, how }
    })
}

const MOST_RELATED = 5

/** The same topic before one that is near, the same kind before others; what was superseded binds nobody. */
function similar(addition: Addition, entries: readonly Entry[]): readonly Entry[] {
  const title = headlineOf(addition)
  const rank = (entry: Entry) => (sameTopic(entry.title, title) ? 0 : 2) + (entry.kind === addition.kind ? 0 : 1)
  return entries
    .filter((entry) => entry.status !== 'superseded')
    .filter((entry) => sameTopic(entry.title, title) || nearTopic(entry.title, title))
    .toSorted((a, b) => rank(a) - rank(b))
}

function replaced(addition: Addition, entries: readonly Entry[]): readonly Entry[] {
  const named = entriesNamed(
    entries.filter(({ kind }) => kind === addition.kind),
    fieldText(addition, 'replaces'),
  )
  return named.length === 1 ? named : []
}

/** Entries that give another version of a service, or another value of a constant, than the lines that would be added. */
function contradicted(
  changes: readonly Change[],
  snapshot: Snapshot,
  entries: readonly Entry[],
  repository: () => Repository,
): readonly Entry[] {
  const after = changes.flatMap((change) =>
    'text' in change ? [{ path: change.kind === 'move' ? change.to : change.path, text: change.text }] : [],
  )
  const added = new Set(
    fileDiffs(changes).flatMap(({ path, hunks }) =>
      hunks.flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'added' ? [`${path}:${line.new}`] : []))),
    ),
  )
  const isAdded = ({ path, line }: Place) => added.has(`${path}:${line}`)
  const names = after.flatMap(factsIn).filter(isAdded).flatMap(namesOf)
  if (names.length === 0) return []
  const written = new Set(after.map(({ path }) => path))
  const speaksOfThem = (text: string) => names.some((name) => text.toLowerCase().includes(name.toLowerCase()))
  const others = [...snapshot.files.values()].filter(({ path, text }) => !written.has(path) && speaksOfThem(text))
  const claims = [...others, ...after].flatMap(factsIn)
  const places = disputedBy(isAdded, claims, judge(claims, new Codebase(repository())))
  return places.flatMap(({ path, line }) => {
    const text = after.find((one) => one.path === path)?.text ?? snapshot.files.get(path)?.text ?? ''
    const entry = pageOf(text, path).entries.find((one) => isAt(one, line, text))
    return entries.find((one) => one.path === path && one.kind === entry?.kind && one.title === entry.title) ?? []
  })
}

type Fact = Extract<Claim, { kind: 'value' | 'version' }>

function factsIn({ path, text }: { readonly path: BankPath; readonly text: string }): readonly Fact[] {
  return readClaims(path, text).filter((claim) => claim.kind === 'value' || claim.kind === 'version')
}

function namesOf(fact: Fact): readonly string[] {
  return fact.kind === 'value' ? [fact.name] : fact.names
}

function isAt({ line: first, span }: Entry, line: number, text: string): boolean {
  if (span === undefined) return true
  return first <= line && line <= first + countNewlines(text.slice(span.start, span.end).trimEnd())
}

const EXCERPT_TOKENS = 60

/** What it says, without the marks around it. */
function excerptOf(lines: string): string {
  const said = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:<!--.*-->|#\s.*|-{3,}|[|\s:-]+)$/.test(line))
    .map((line) => (line.startsWith('|') ? cellsOfLine(line).join(' · ') : withoutListMark(line)))
  return conclusionOf(maskSecrets(said.join(' ')), EXCERPT_TOKENS)
}
