/** Cline's bank. Copilot, Windsurf and Cursor keep the same one if given the same prompt. */

import { bankReader } from '../bank-folders.ts'
import type { SourceReader } from '../source.ts'

export const cline: SourceReader = bankReader('cline', 'Cline', 13)
