/** What shape is the bank in (S10)? Reads a snapshot, never the disk; judges by marks and names, never by content. */

import { compareVersions, innerOf, looseOf, parseDocument, readVersion } from '../bank/blocks.ts'
import { hasConflict } from '../bank/conflicts.ts'
import { type Snapshot, textOf } from '../bank/snapshot.ts'
import { type BankInGit, NOT_IN_GIT } from '../core/bank-in-git.ts'
import { type BankPath, knownPath } from '../core/bank-path.ts'
import type { BankState } from '../core/bank-state.ts'
import { CURRENT_VERSION, LEGACY_ENTRIES, MEMORY } from '../core/layout.ts'
import type { Problem } from '../core/problem.ts'
import { foreignBank } from '../text/foreign-bank.ts'

export function detect(snapshot: Snapshot, git: BankInGit = NOT_IN_GIT): BankState {
  const unmerged = unmergedIn(snapshot, git)
  if (unmerged.length > 0) return { kind: 'unmerged', paths: unmerged }
  const blocked = whatBlocks(snapshot)
  if (blocked !== undefined) return { kind: 'broken', problem: blocked }
  if (isLeftOut(snapshot, git)) return { kind: 'left-out' }
  const memory = textOf(snapshot, MEMORY)
  return memory === undefined || memory.trim() === '' ? withoutEntry(snapshot) : byMark(memory)
}

/** By git's index, and by the marks that a merge leaves in a file, which may have been committed with it. */
function unmergedIn(snapshot: Snapshot, git: BankInGit): readonly BankPath[] {
  const marked = [...snapshot.files.values()].flatMap(({ path, text }) => (hasConflict(text) ? [path] : []))
  return [...new Set([...git.unmerged, ...marked])].sort()
}

/** A sparse checkout leaves out the entry, an old bank's entries, or all there is. */
function isLeftOut(snapshot: Snapshot, { leftOut }: BankInGit): boolean {
  if (leftOut.length === 0 || snapshot.files.has(MEMORY)) return false
  return snapshot.files.size === 0 || [MEMORY, ...LEGACY_ENTRIES].some((path) => leftOut.includes(path))
}

/** Something that must be readable is not, or a file stands where a folder belongs. */
function whatBlocks(snapshot: Snapshot): Problem | undefined {
  if (snapshot.folders.has(MEMORY)) return { code: 'file-expected', path: MEMORY }
  if (snapshot.others.includes(MEMORY)) return { code: 'outside-bank', path: MEMORY }
  const details = knownPath('details')
  if (snapshot.others.includes(details)) return { code: 'folder-expected', path: details }
  const unreadable = snapshot.unreadable[0]
  return unreadable === undefined ? undefined : { code: 'file-unreadable', ...unreadable }
}

function withoutEntry(snapshot: Snapshot): BankState {
  const hasDetails = snapshot.folders.has(knownPath('details'))
  const foreign = foreignBank(snapshot)
  if (foreign !== undefined && !hasDetails) return { kind: 'foreign', ...foreign }
  const entries = LEGACY_ENTRIES.filter((path) => snapshot.files.has(path))
  for (const path of entries) {
    const parsed = parseDocument(path, textOf(snapshot, path) ?? '')
    if (!parsed.ok) return { kind: 'broken', problem: parsed.problem }
  }
  if (entries.length > 0) return { kind: 'legacy', entries }
  return hasDetails ? { kind: 'entry-missing' } : { kind: 'absent' }
}

function byMark(memory: string): BankState {
  const parsed = parseDocument(MEMORY, memory)
  // A newer format may have other markers; its mark is enough to leave it alone.
  const version = parsed.ok ? versionOf(parsed.value) : readVersion(memory)
  if (version !== undefined && compareVersions(version, CURRENT_VERSION) > 0) return { kind: 'newer', version }
  if (!parsed.ok) return { kind: 'broken', problem: parsed.problem }
  const inPlace = readVersion(innerOf(parsed.value, 'machine') ?? '')
  if (inPlace === undefined || compareVersions(inPlace, CURRENT_VERSION) < 0)
    return { kind: 'outdated', version: inPlace }
  return { kind: 'current', version: inPlace }
}

/** The mark's place is the machine block; one in the loose text counts only where the block has none. */
function versionOf(document: Parameters<typeof innerOf>[0]): string | undefined {
  return readVersion(innerOf(document, 'machine') ?? '') ?? readVersion(looseOf(document))
}
