/**
 * Writes a proposal into the draft: an addition, or the removal of an entry (S42).
 *
 * A removal names one entry by its id. An ambiguous name is refused before the user is asked.
 */

import type { Draft } from '../../bank/draft.ts'
import { type Entry, entriesNamed, entriesOfBank } from '../../bank/entry.ts'
import type { Page } from '../../bank/page.ts'
import { type Addition, type Field, fieldText } from '../../base/addition.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { removeEntry } from './change-entry.ts'
import { markNames } from './mark-names.ts'
import { writeAddition } from './write-addition.ts'
import type { AdditionFacts } from './write-facts.ts'

/** `write` puts an addition into its place, or into the inbox in team mode. */
export function writeProposed(
  draft: Draft,
  proposed: Addition,
  facts: AdditionFacts,
  write: typeof writeAddition = writeAddition,
): Result<undefined> {
  const { kind } = proposed
  if (kind === 'removal') return writeRemoval(draft, proposed)
  const fields = [...proposed.fields].map(
    ([field, text]) => [field, MARKED.has(field) ? markNames(text) : text] as const,
  )
  return write(draft, { ...proposed, kind, fields: new Map(fields) }, facts)
}

/** Fields of prose. Titles and pointers identify entries, so they are not changed. */
const MARKED: ReadonlySet<Field> = new Set([
  'text',
  'why',
  'givenUp',
  'applies',
  'symptom',
  'cause',
  'solution',
  'prevention',
  'acceptance',
])

/** Gives each removal the title and id of its entry. */
export function nameRemovals(proposed: readonly Addition[], files: Iterable<Page>): Result<readonly Addition[]> {
  const texts = [...files]
  const named: Addition[] = []
  for (const one of proposed) {
    const found = one.kind === 'removal' ? entryOf(one, texts) : undefined
    if (found?.ok === false) return found
    const fields =
      found === undefined
        ? []
        : ([
            ['title', found.value.title],
            ['pointer', found.value.id],
          ] as const)
    named.push(found === undefined ? one : { ...one, fields: new Map([...one.fields, ...fields]) })
  }
  return ok(named)
}

function writeRemoval(draft: Draft, removal: Addition): Result<undefined> {
  const found = entryOf(removal, draft.pages())
  return found.ok ? removeEntry(draft, found.value) : found
}

function entryOf(removal: Addition, files: Iterable<Page>): Result<Entry> {
  const [title, id] = [fieldText(removal, 'title'), fieldText(removal, 'pointer')]
  const entries = entriesOfBank(files)
  const named = id === '' ? entriesNamed(entries, title) : entries.filter((one) => one.id === id)
  const [first, second] = named
  if (first === undefined) return fail({ code: 'entry-unknown', name: title })
  if (second === undefined) return ok(first)
  return fail({ code: 'name-ambiguous', name: title, matches: named.map((one) => `${one.id} ${one.title}`) })
}
