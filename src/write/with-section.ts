/** A text that has this section: at the end of its machine block, or of its own text, where it had none. */

import type { BankPath } from '../core/bank-path.ts'
import { appendBlock, editableSection } from '../text/editable-text.ts'

/** Undefined where nothing may be added to the file. */
export function withSection(path: BankPath, text: string, heading: string): string | undefined {
  const has = editableSection(path, text, (candidate) => candidate === heading) !== undefined
  return has ? text : appendBlock(path, text, `${heading}\n`)
}
