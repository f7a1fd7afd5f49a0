/** What shape is the bank in (S10)? Reads a snapshot, never the disk; judges by marks and names, never by content. */

import { compareVersions, looseText, readVersion } from '../bank/blocks.ts'
import { hasConflict } from '../bank/conflicts.ts'
import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { type BankInGit, NOT_IN_GIT } from '../bank/bank-in-git.ts'
import { type BankPath, knownPath } from '../base/bank-path.ts'
import type { BankState } from '../bank/bank-state.ts'
import { CURRENT_VERSION, LEGACY_ENTRIES, MEMORY } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { foreignBank } from '../bank/foreign-bank.ts'

export function detect(snapshot: Snapshot, git: BankInGit = NOT_IN_GIT): BankState {
  const unmerged = unmergedIn(snapshot, git)
  if (unmerged.length > 0) return { kind: 'unmerged', paths: unmerged }
  const blocked = whatBlocks(snapshot)
  if (blocked !== undefined) return { kind: 'broken', problem: blocked }
  if (isLeftOut(snapshot, git)) return { kind: 'left-out' }
  const memory = snapshot.files.get(MEMORY)
  return memory === undefined || memory.text.trim() === '' ? withoutEntry(snapshot) : byMark(memory)
}

/** By git's index, and by the marks that a merge leaves in a file, which may have been committed with it. */
function unmergedIn(snapshot: Snapshot, git: BankInGit): readonly BankPath[] {
  const marked = [...snapshot.files.values()].filter(hasConflict).map(({ path }) => path)
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
    const parsed = snapshot.files.get(path)?.parsed
    if (parsed?.ok === false) return { kind: 'broken', problem: parsed.problem }
  }
  if (entries.length > 0) return { kind: 'legacy', entries }
  return hasDetails ? { kind: 'entry-missing' } : { kind: 'absent' }
}

function byMark(memory: Page): BankState {
  const { parsed } = memory
  const inPlace = memory.machine === undefined ? undefined : readVersion(memory.machine)
  // A newer format may have other markers; its mark is enough to leave it alone. The mark's place is the machine block:
  // one in the loose text counts only where the block has none.
  const version = parsed.ok ? (inPlace ?? readVersion(memory.with(looseText(parsed.value)))) : readVersion(memory)
  if (version !== undefined && compareVersions(version, CURRENT_VERSION) > 0) return { kind: 'newer', version }
  if (!parsed.ok) return { kind: 'broken', problem: parsed.problem }
  if (inPlace === undefined || compareVersions(inPlace, CURRENT_VERSION) < 0)
    return { kind: 'outdated', version: inPlace }
  return { kind: 'current', version: inPlace }
}
