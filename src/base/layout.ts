/** The files and folders of a bank: the names of the current layout, of the one before it, and of other tools' layouts. */

import { type BankPath, knownPath } from './bank-path.ts'

export const BANK_FOLDER = 'memory-bank'

/** At the project's root: how strict we are. Only people change it. */
export const CONFIG_FILE = 'memory-bank.json'

export const MEMORY = knownPath('MEMORY.md')
export const LEGACY = knownPath('legacy.md')
export const TECH = knownPath('details/tech.md')
export const PATTERNS = knownPath('details/patterns.md')
export const PROGRESS = knownPath('details/progress.md')
export const ARCHIVE_FOLDER = 'details/archive'
/** In team mode: entries that wait to be folded into their places, one file each (S55). */
export const INBOX_FOLDER = 'inbox'

export function isInboxPath(path: string): boolean {
  return path.startsWith(`${INBOX_FOLDER}/`)
}

/** The folders that an index describes. */
export const INDEXED_FOLDERS = ['design', 'requirements', 'learnings'] as const
export type IndexedFolder = (typeof INDEXED_FOLDERS)[number]

export function folderPath(folder: IndexedFolder): BankPath {
  return FOLDER_PATHS[folder]
}

export function indexPath(folder: IndexedFolder): BankPath {
  return INDEX_PATHS[folder]
}

/** Computed once, because it is needed for every file of a bank. */
const FOLDER_PATHS: Readonly<Record<IndexedFolder, BankPath>> = {
  design: knownPath('details/design'),
  requirements: knownPath('details/requirements'),
  learnings: knownPath('details/learnings'),
}
const INDEX_PATHS: Readonly<Record<IndexedFolder, BankPath>> = {
  design: knownPath('details/design/index.md'),
  requirements: knownPath('details/requirements/index.md'),
  learnings: knownPath('details/learnings/index.md'),
}

/** Whether the file is an index, or a part of one that is split by type. Indexes are generated, so nobody writes entries into them. */
export function isIndexPath(path: string): boolean {
  return /^details\/(?:[^/]+\/index|learnings\/index-(?:bug|performance|integration)(?:-\d+)?)\.md$/.test(path)
}

/** The folder whose index would list this file; none for an index itself. */
export function indexedFolderOf(path: BankPath): IndexedFolder | undefined {
  if (isIndexPath(path)) return undefined
  return INDEXED_FOLDERS.find((folder) => path.startsWith(`${folderPath(folder)}/`))
}

/** Any of these, without MEMORY.md, is a bank of the generation before MEMORY.md. */
export const LEGACY_ENTRIES = [knownPath('_index.md'), knownPath('brief.md'), knownPath('active.md')] as const

/** The sections of MEMORY.md in their order; templates in both languages carry these very headings. */
export const SECTION = {
  snapshot: '## Project Snapshot',
  focus: '## Current Focus',
  highlights: '## Decision Highlights',
  routing: '## Routing Rules（意图驱动）',
  drillDown: '## Drill-Down Protocol',
  writeSafety: '## Write Safety Rules',
  quickAnswers: '## Top Quick Answers',
} as const

/** The routing section from before v7.1. It stays in the bank, and the new section says that it is legacy. */
export const OLD_ROUTING_HEADING = '## Routing Rules'

/** The version of a bank that this program makes and brings older banks to. */
export const CURRENT_VERSION = '7.1'
