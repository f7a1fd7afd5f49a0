/** Every tool whose memory can be imported; the lower order has a file that two would take. Written by `node scripts/lists.mjs`. */

import type { SourceReader } from '../source.ts'
import { cline } from './cline.ts'
import { cursor } from './cursor.ts'
import { kilo } from './kilo.ts'
import { roo } from './roo.ts'

export const SOURCES: readonly SourceReader[] = [cline, cursor, kilo, roo]
