/** Roo Code's bank (RooFlow, roo-code-memory-bank): Cline's files and a log of decisions. */

import { bankReader } from '../bank-folders.ts'
import type { SourceReader } from '../source.ts'

export const roo: SourceReader = bankReader('roo', 'Roo Code', 12)
