/** A file's machine block, edited in a draft. A file without a whole machine block is left alone. */

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

/** The metadata line of older programs goes (S4). */
export function dropMetadata(draft: Draft): void {
  for (const path of draft.paths())
    if (draft.read(path)?.includes('blockVersion') === true) editBlock(draft, path, withoutMetadata, NO_METADATA)
}

const NO_METADATA: Words = {
  en: 'the metadata line of older versions goes; it made every merge conflict',
  zh: '移除旧版的元信息行，避免每次合并冲突',
}
