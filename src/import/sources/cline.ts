/** Cline's bank, which Copilot, Windsurf and Cursor keep too where they are given the same prompt. */

import { bankReader } from '../bank-folders.ts'
import type { SourceReader } from '../source.ts'

export const cline: SourceReader = bankReader('cline', 'Cline', 13)
