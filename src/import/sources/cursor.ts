/** cursor-memory-bank and its forks: Cline's files with tasks, creative, reflection and archive. */

import { bankReader } from '../bank-folders.ts'
import type { SourceReader } from '../source.ts'

export const cursor: SourceReader = bankReader('cursor', 'cursor-memory-bank', 11)
