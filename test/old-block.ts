/** A machine block as written before 0.2, with a metadata line below its mark. */

import { hashOfText } from '../src/base/content-hash.ts'

export function oldBlock(block: string, at: string): string {
  const line = `<!-- blockVersion: 1 | lastUpdated: ${at} | hash: ${hashOfText(block)} -->\n`
  const mark = /^<!-- MEMORY_BANK_TEMPLATE:[^\n]*\n/.exec(block)?.[0] ?? ''
  return mark + line + block.slice(mark.length)
}
