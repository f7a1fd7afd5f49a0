/** Kilo Code's bank: brief, product, context, architecture, tech, in .kilocode/rules/memory-bank or a plain folder. */

import { bankReader } from '../bank-folders.ts'
import type { SourceReader } from '../source.ts'

export const kilo: SourceReader = bankReader('kilo', 'Kilo Code', 10)
