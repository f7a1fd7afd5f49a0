/** Edit a file's machine block in the draft, and stamp every block the draft has changed. */

import type { BankPath } from '../core/bank-path.ts'
import type { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { hashOfBlock, stampMetadata } from '../text/block-metadata.ts'
import { editMachineBlock, parseDocument, printDocument } from '../text/document.ts'
import { machineBlock } from './conflicts.ts'

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
    const block = machineBlock(path, text)
    const old = before === undefined ? undefined : machineBlock(path, before)
    if (block === undefined || (old !== undefined && hashOfBlock(old) === hashOfBlock(block))) continue
    editBlock(draft, path, (inner) => stampMetadata(inner, now))
  }
}
