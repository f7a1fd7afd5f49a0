/**
 * Machine blocks that a person edited by hand (S4): the block no longer matches its hash and is not
 * what was committed. Such a block is never overwritten silently.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { hashOfBlock, matchesHash, readMetadata } from '../text/block-metadata.ts'
import { innerOf, parseDocument } from '../text/document.ts'

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
