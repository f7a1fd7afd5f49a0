/**
 * An entry that waits in the inbox, as it is going to stand in its place (S55). Readers that know a file by its path
 * read a waiting entry so, and folding changes no answer of theirs.
 *
 * Every line keeps its number, so that what is read can be cited from the file that waits.
 */

import type { Addition, AdditionKind } from '../core/addition.ts'
import { type BankPath, baseName, knownPath } from '../core/bank-path.ts'
import { folderPath, isInboxPath, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../core/layout.ts'
import { readInboxEntry } from './inbox-entry.ts'
import { headingIn } from './line-syntax.ts'
import { bodyStart, scanLines } from './lines.ts'

export interface Waiting {
  readonly kind: AdditionKind
  /** YYYY-MM-DD; empty where nothing says it. */
  readonly date: string
  /** Of its first heading; empty where it has none. */
  readonly title: string
  readonly replaces: string | undefined
  /** The line of its title, counted from 1; that of its first words where it has none. */
  readonly line: number
  /** Where it is going to stand. */
  readonly place: BankPath
  /** The file as that place would have it, line for line. */
  readonly text: string
}

/** Undefined for every other file, and for one that is no entry. */
export function readWaiting(path: BankPath, text: string): Waiting | undefined {
  const entry = isInboxPath(path) ? readInboxEntry(path, text) : undefined
  if (entry === undefined) return undefined
  const { kind, date, replaces, addition } = entry
  const start = bodyStart(text)
  const lines = scanLines(text)
  const body = lines.filter((line) => line.start >= start)
  const titled = body.find((line) => !line.fenced && headingIn(line.text)?.level === 1)
  const title = titled === undefined ? '' : (headingIn(titled.text)?.text ?? '')
  const first = titled ?? body.find((line) => line.text.trim() !== '')
  const told = lines.map((line, at) => {
    if (line.start < start) return at === 0 ? sectionOf(addition) : ''
    return line === titled ? titleLine(kind, title) : line.text
  })
  return {
    kind,
    date,
    title,
    replaces,
    line: first === undefined ? 1 : lines.indexOf(first) + 1,
    place: placeOf(kind, path),
    text: told.join('\n'),
  }
}

/** The heading it is going to stand below, where that tells how it is meant. */
function sectionOf({ kind, fields }: Addition<AdditionKind>): string {
  if (kind === 'focus') return SECTION.focus
  if (kind === 'answer') return SECTION.quickAnswers
  return kind === 'progress' ? (PROGRESS_HEADINGS[fields.get('state') ?? ''] ?? '') : ''
}

/** What is under way says what is so, in part; the others speak of another time. */
const PROGRESS_HEADINGS: Readonly<Record<string, string>> = { next: '## Next', done: '## Done', blocked: '## Blocked' }

function titleLine(kind: AdditionKind, title: string): string {
  switch (kind) {
    case 'decision':
      return `## ${title}`
    case 'answer':
      return `**${title}**`
    case 'focus':
    case 'progress':
    case 'tech':
      return `- ${title}`
    case 'learning':
    case 'requirement':
    case 'design':
      return `# ${title}`
  }
}

function placeOf(kind: AdditionKind, path: BankPath): BankPath {
  switch (kind) {
    case 'decision':
      return PATTERNS
    case 'learning':
      return knownPath(`${folderPath('learnings')}/${baseName(path)}`)
    case 'requirement':
      return knownPath(`${folderPath('requirements')}/${baseName(path)}`)
    case 'design':
      return knownPath(`${folderPath('design')}/${baseName(path)}`)
    case 'focus':
    case 'answer':
      return MEMORY
    case 'progress':
      return PROGRESS
    case 'tech':
      return TECH
  }
}
