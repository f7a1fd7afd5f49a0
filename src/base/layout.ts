/** The files and folders of a bank: of the current layout, of the one before it, and of other tools. */

import { type BankPath, knownPath } from './bank-path.ts'

export const BANK_FOLDER = 'memory-bank'

/** The settings file at the project's root. Only people change it. */
export const CONFIG_FILE = 'memory-bank.json'

export const MEMORY = knownPath('MEMORY.md')
export const LEGACY = knownPath('legacy.md')
export const TECH = knownPath('details/tech.md')
export const PATTERNS = knownPath('details/patterns.md')
export const PROGRESS = knownPath('details/progress.md')
export const ARCHIVE_FOLDER = 'details/archive'
/** In team mode, each new entry is a file here until it is folded into its place (S55). */
export const INBOX_FOLDER = 'inbox'

export function isInboxPath(path: string): boolean {
  return path.startsWith(`${INBOX_FOLDER}/`)
}

/** The folders that have an index. */
export const INDEXED_FOLDERS = ['design', 'requirements', 'learnings'] as const
export type IndexedFolder = (typeof INDEXED_FOLDERS)[number]

export function folderPath(folder: IndexedFolder): BankPath {
  return FOLDER_PATHS[folder]
}

export function indexPath(folder: IndexedFolder): BankPath {
  return INDEX_PATHS[folder]
}

/** Computed once, because every file of a bank is compared with them. */
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

/**
 * Whether the file is an index, or a part of one that is split by type. Indexes are generated, so they hold no entries.
 */
export function isIndexPath(path: string): boolean {
  return /^details\/(?:[^/]+\/index|learnings\/index-(?:bug|performance|integration)(?:-\d+)?)\.md$/.test(path)
}

/** The folder whose index would list this file. Undefined for an index. */
export function indexedFolderOf(path: BankPath): IndexedFolder | undefined {
  if (isIndexPath(path)) return undefined
  return INDEXED_FOLDERS.find((folder) => path.startsWith(`${folderPath(folder)}/`))
}

/** Whether the file is a requirement or design document, which precedes the code (S45). */
export function isPlanDocument(path: BankPath): boolean {
  const folder = indexedFolderOf(path)
  return folder === 'requirements' || folder === 'design'
}

/** Any of these without MEMORY.md is a bank from before MEMORY.md. */
export const LEGACY_ENTRIES = [knownPath('_index.md'), knownPath('brief.md'), knownPath('active.md')] as const

/** The sections of MEMORY.md in order. The templates of both languages use these headings. */
export const SECTION = {
  snapshot: '## Project Snapshot',
  focus: '## Current Focus',
  highlights: '## Decision Highlights',
  routing: '## Routing Rules（意图驱动）',
  drillDown: '## Drill-Down Protocol',
  writeSafety: '## Write Safety Rules',
  quickAnswers: '## Top Quick Answers',
} as const

/**
 * The heading without a remark in brackets, if the rest is a heading of MEMORY.md. Other headings are unchanged.
 * The templates of memory-bank-skill write `## Decision Highlights (Still Binding)`.
 */
export function sectionHeading(heading: string): string {
  if (!/[）)]$/.test(heading)) return heading
  const bare = heading.replace(/(?<!\s)\s*[（(][^（）()]*[）)]$/, '')
  return HEADINGS.has(bare) ? bare : heading
}

const HEADINGS: ReadonlySet<string> = new Set(Object.values(SECTION))

/** The routing section from before v7.1. It stays in the bank, and the new section calls it legacy. */
export const OLD_ROUTING_HEADING = '## Routing Rules'

/** The bank version that this program writes and upgrades to. */
export const CURRENT_VERSION = '7.1'
