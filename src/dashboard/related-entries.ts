/**
 * What of a bank a person should see beside something that is proposed for it: what it replaces, and what
 * speaks of the same or nearly the same. Few, and only what is sure: a list that cries wolf is not read.
 */

import { sameTopic } from '../bank/already-said.ts'
import { type Entry, entriesNamed, entriesOfBank } from '../bank/entry.ts'
import { withoutListMark } from '../bank/lines.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { cellsOfLine } from '../bank/tables.ts'
import { type Addition, fieldText } from '../base/addition.ts'
import type { RelatedEntry } from '../bank/reports.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { conclusionOf } from '../bank/conclusion.ts'
import { headlineOf } from '../bank/decode-addition.ts'
import { linesOfEntry } from '../plan/write/change-entry.ts'
import { nearTopic } from '../plan/write/near-topic.ts'

export function relatedEntries(addition: Addition, snapshot: Snapshot): readonly RelatedEntry[] {
  if (addition.kind === 'removal') return []
  const entries = entriesOfBank(snapshot.files.values())
  const found = [
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
