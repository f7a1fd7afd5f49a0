/** Which block each line of a bank file belongs to, its marker lines included. */

import type { BankPath } from '../core/bank-path.ts'
import { type Block, parseDocument } from '../text/document.ts'
import { scanLines } from '../text/lines.ts'

/** Undefined where the markers are broken: nobody can tell whose a line is. */
export function blockOfLines(path: BankPath, text: string): readonly Block['kind'][] | undefined {
  const parsed = parseDocument(path, text)
  if (!parsed.ok) return undefined
  const kinds: Block['kind'][] = []
  const lines = scanLines(text)
  let end = 0
  for (const block of parsed.value.blocks) {
    end += block.kind === 'loose' ? block.text.length : block.open.length + block.inner.length + block.close.length
    for (let line = lines[kinds.length]; line !== undefined && line.start < end; line = lines[kinds.length]) {
      kinds.push(block.kind)
    }
  }
  return kinds
}
