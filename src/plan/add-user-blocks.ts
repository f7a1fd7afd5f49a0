/**
 * Adds an empty user block to files that were created without one (S2), at a user's request.
 *
 * Indexes, archives, inbox files and legacy.md get none, nor do files that end in an open fence or comment.
 */

import { MARKER } from '../bank/blocks.ts'
import type { Draft } from '../bank/draft.ts'
import { endingOf } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, isIndexPath, LEGACY, MEMORY } from '../base/layout.ts'

/** The files that could have a user block and have none. */
export function filesWithoutUserBlock(draft: Draft): readonly BankPath[] {
  return draft.paths().filter((path) => mayHavePlace(path) && lacksPlace(draft.page(path)))
}

export function addUserBlocks(draft: Draft): void {
  for (const path of filesWithoutUserBlock(draft)) {
    const text = draft.read(path) ?? ''
    const ending = endingOf(text)
    const gap = /[\r\n]$/.test(text) ? ending : ending + ending
    draft.write(path, text + gap + [MARKER.userStart, MARKER.userEnd, ''].join(ending), {
      en: 'an empty user block at the end, which no tool changes',
      zh: '末尾加入空的用户区块，任何工具都不会改动其中内容',
    })
  }
}

function mayHavePlace(path: BankPath): boolean {
  const isOther = path === MEMORY || path === LEGACY || isIndexPath(path)
  return path.startsWith('details/') && !isOther && !path.startsWith(`${ARCHIVE_FOLDER}/`)
}

function lacksPlace(page: Page): boolean {
  if (!page.parsed.ok || page.text.trim() === '') return false
  return page.user === undefined && !page.isHidden(page.text.length)
}
