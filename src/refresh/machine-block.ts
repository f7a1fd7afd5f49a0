/**
 * A file's machine block: read, edited in a draft, stamped, and told whether a person edited it by hand (S4), which is
 * so where it matches neither its hash nor what was committed. Such a block is never overwritten silently.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import { MEMORY, TECH } from '../core/layout.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { hashOfBlock, matchesHash, readMetadata, stampMetadata } from '../text/block-metadata.ts'
import { editMachineBlock, innerOf, parseDocument, printDocument } from '../text/document.ts'

/** A file without a whole machine block is left alone. */
export function editBlock(draft: Draft, path: BankPath, edit: (block: string) => string, why?: Words): void {
  const text = draft.read(path)
  const parsed = text === undefined ? undefined : parseDocument(path, text)
  if (parsed?.ok) draft.write(path, printDocument(editMachineBlock(parsed.value, edit)), why)
}

export function stampChangedBlocks(draft: Draft, snapshot: Snapshot, now: string): void {
  for (const path of draft.paths()) {
    const before = snapshot.files.get(path)?.text
    const text = draft.read(path)
    if (text === undefined || text === before || draft.originOf(path) !== undefined) continue
    // Only these carried the line from the beginning (S4); a block in another file gets none.
    if (path !== MEMORY && path !== TECH) continue
    const block = machineBlock(path, text)
    const old = before === undefined ? undefined : machineBlock(path, before)
    if (block === undefined || (old !== undefined && hashOfBlock(old) === hashOfBlock(block))) continue
    editBlock(draft, path, (inner) => stampMetadata(inner, now))
  }
}

/** Files whose machine block differs from its hash; who edited it is for `isHandEdited` to tell. */
export function blocksOffTheirHash(snapshot: Snapshot): readonly BankPath[] {
  return [...snapshot.files.values()]
    .filter((file) => !matchesHash(machineBlock(file.path, file.text) ?? ''))
    .map((file) => file.path)
}

export function isHandEdited(path: BankPath, text: string, committed: string | undefined): boolean {
  const block = machineBlock(path, text)
  if (block === undefined || matchesHash(block)) return false
  const recorded = committed === undefined ? undefined : machineBlock(path, committed)
  return recorded === undefined || hashOfBlock(recorded) !== hashOfBlock(block)
}

/** Whether this text's block is the one that the hash in `edited` speaks of. */
export function isWhatWasWritten(path: BankPath, text: string, edited: string): boolean {
  const hash = readMetadata(machineBlock(path, edited) ?? '')?.hash
  const block = machineBlock(path, text)
  return hash !== undefined && block !== undefined && hashOfBlock(block) === hash
}

export function machineBlock(path: BankPath, text: string): string | undefined {
  if (!text.includes('MACHINE_BLOCK_START')) return undefined
  const parsed = parseDocument(path, text)
  return parsed.ok ? innerOf(parsed.value, 'machine') : undefined
}
