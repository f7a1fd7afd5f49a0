/** Edits the machine block of a file in a draft. A file without a complete machine block is not touched. */

import { printBlocks, withoutMetadata } from '../bank/blocks.ts'
import type { Draft } from '../bank/draft.ts'
import type { Page } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'

export function editBlock(draft: Draft, path: BankPath, edit: (block: Page) => string, why?: Words): void {
  const { blocks, machine } = draft.page(path)
  if (machine === undefined) return
  const inner = edit(machine)
  draft.write(path, printBlocks(blocks.map((block) => (block.kind === 'machine' ? { ...block, inner } : block))), why)
}

/** Removes the metadata line that earlier programs wrote (S4). */
export function dropMetadata(draft: Draft): void {
  for (const path of draft.paths())
    if (draft.read(path)?.includes('blockVersion') === true) editBlock(draft, path, withoutMetadata, NO_METADATA)
}

const NO_METADATA: Words = {
  en: 'removes the old metadata line, which caused merge conflicts',
  zh: '移除旧版元信息行，避免合并冲突',
}
