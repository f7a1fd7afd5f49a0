/**
 * Detects the bank of another tool by the names in a folder (S10, S60).
 *
 * Names are spelled in many ways: case, a leading number and hyphens do not count.
 */

import { type BankPath, baseName } from '../base/bank-path.ts'
import type { Snapshot } from './snapshot.ts'

export interface ForeignBank {
  /** Empty for a tool without a known name. */
  readonly tool: string
  /** The names that identify the tool. */
  readonly paths: readonly BankPath[]
}

/** Files that only another tool's bank has. */
const FILES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    projectbrief: 'Cline, Roo Code or Cursor',
    productcontext: 'Cline or Roo Code',
    activecontext: 'Cline, Roo Code or Cursor',
    systempatterns: 'Cline or Roo Code',
    techcontext: 'Cline',
    decisionlog: 'Roo Code',
    memorybankinstructions: 'Kilo Code',
    tasks: 'cursor-memory-bank',
  }),
)
const FOLDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    creative: 'cursor-memory-bank',
    reflection: 'cursor-memory-bank',
  }),
)
/** Kilo's brief has the same name as a file of Memory Bank, so one of Kilo's other files must be there too. */
const KILO_BESIDE_BRIEF: ReadonlySet<string> = new Set(['product', 'context', 'architecture'])

export function foreignBank(snapshot: Snapshot): ForeignBank | undefined {
  const atTop = [...snapshot.files.keys()].filter((path) => !path.includes('/'))
  const has = (name: string) => atTop.some((path) => plainName(path) === name)
  // A folder with these two is a Memory Bank, whatever else it holds.
  if (atTop.some((path) => path === '_index.md' || path === 'active.md')) return undefined
  const kilo = atTop.filter((path) => KILO_BESIDE_BRIEF.has(plainName(path)))
  const folders = [...snapshot.folders].filter((path) => FOLDERS.has(path.toLowerCase()))
  const named = atTop.filter((path) => FILES.has(plainName(path)))
  const [first] = named
  if (first !== undefined) return { tool: FILES.get(plainName(first)) ?? '', paths: [...named, ...folders] }
  if (has('brief') && kilo.length > 0) return { tool: 'Kilo Code', paths: kilo }
  const [folder] = folders
  return folder === undefined ? undefined : { tool: FOLDERS.get(folder.toLowerCase()) ?? '', paths: folders }
}

/** `02-System_Patterns.md` → `systempatterns`. */
export function plainName(path: string): string {
  return baseName(path)
    .toLowerCase()
    .replace(/\.(?:md|markdown|txt)$/, '')
    .replace(/^\d+[-_.\s]+/, '')
    .replace(/[-_\s]/g, '')
}
