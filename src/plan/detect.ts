/** Detects the state of the bank (S10) from a snapshot, by marks and file names. Content is never interpreted. */

import { type BankInGit, NOT_IN_GIT } from '../bank/bank-in-git.ts'
import type { BankState } from '../bank/bank-state.ts'
import { compareVersions, looseText, readVersion } from '../bank/blocks.ts'
import { hasConflict } from '../bank/conflicts.ts'
import { type ForeignBank, foreignBank } from '../bank/foreign-bank.ts'
import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { type BankPath, knownPath } from '../base/bank-path.ts'
import { CURRENT_VERSION, LEGACY_ENTRIES, MEMORY, SECTION } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'

export function detect(snapshot: Snapshot, git: BankInGit = NOT_IN_GIT): BankState {
  const unmerged = unmergedIn(snapshot, git)
  if (unmerged.length > 0) return { kind: 'unmerged', paths: unmerged }
  const blocked = whatBlocks(snapshot)
  if (blocked !== undefined) return { kind: 'broken', problem: blocked }
  if (isLeftOut(snapshot, git)) return { kind: 'left-out' }
  const memory = snapshot.files.get(MEMORY)
  if (memory === undefined || memory.text.trim() === '') return withoutEntry(snapshot)
  const foreign = foreignMemory(memory, snapshot)
  return foreign === undefined ? byMark(memory) : { kind: 'foreign', ...foreign }
}

/** The files that are unmerged in git's index or contain conflict markers. Such markers may also be committed. */
function unmergedIn(snapshot: Snapshot, git: BankInGit): readonly BankPath[] {
  const marked = [...snapshot.files.values()].filter(hasConflict).map(({ path }) => path)
  return [...new Set([...git.unmerged, ...marked])].sort()
}

/** True if a sparse checkout excludes MEMORY.md, the entries of an old bank, or the whole bank. */
function isLeftOut(snapshot: Snapshot, { leftOut }: BankInGit): boolean {
  if (leftOut.length === 0 || snapshot.files.has(MEMORY)) return false
  return snapshot.files.size === 0 || [MEMORY, ...LEGACY_ENTRIES].some((path) => leftOut.includes(path))
}

/** Set if MEMORY.md is not a regular file, `details` is not a folder, or any file is unreadable. */
function whatBlocks(snapshot: Snapshot): Problem | undefined {
  if (snapshot.folders.has(MEMORY)) return { code: 'file-expected', path: MEMORY }
  if (snapshot.others.includes(MEMORY)) return { code: 'outside-bank', path: MEMORY }
  const details = knownPath('details')
  if (snapshot.others.includes(details)) return { code: 'folder-expected', path: details }
  const unreadable = snapshot.unreadable[0]
  return unreadable === undefined ? undefined : { code: 'file-unreadable', ...unreadable }
}

/**
 * Other tools may also write a MEMORY.md. Memory Bank's has markers, a version mark or one of its sections, or is next to
 * `details/`. Beside another one, any page without a place in a Memory Bank belongs to a tool that has no known name.
 */
function foreignMemory(memory: Page, snapshot: Snapshot): ForeignBank | undefined {
  const isMarked = !memory.parsed.ok || memory.machine !== undefined || readVersion(memory) !== undefined
  if (isMarked || snapshot.folders.has(knownPath('details'))) return undefined
  const known = foreignBank(snapshot)
  if (known !== undefined || Object.values(SECTION).some((heading) => memory.section(heading) !== undefined))
    return known
  const others = [...snapshot.files.keys()].filter((path) => path !== MEMORY && !PLACES.test(path))
  return others.length === 0 ? undefined : { tool: '', paths: others.slice(0, MOST_NAMED) }
}

/** The places of a bank, in the present layout and in the one before. */
const PLACES =
  /^(?:_index|brief|active|legacy|tech|patterns|progress)\.md$|^(?:details|inbox|docs|requirements|learnings|archive)\//
const MOST_NAMED = 3

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
  // A newer format may use other markers, so its version mark alone is enough. The mark belongs in the machine block;
  // one in the loose text counts only if the block has none.
  const version = parsed.ok ? (inPlace ?? readVersion(memory.with(looseText(parsed.value)))) : readVersion(memory)
  if (version !== undefined && compareVersions(version, CURRENT_VERSION) > 0) return { kind: 'newer', version }
  if (!parsed.ok) return { kind: 'broken', problem: parsed.problem }
  if (inPlace === undefined || compareVersions(inPlace, CURRENT_VERSION) < 0)
    return { kind: 'outdated', version: inPlace }
  return { kind: 'current', version: inPlace }
}
