/** Every tool whose memory can be imported; the lower order has a file that two would take. Written by `node scripts/lists.mjs`. */

import type { SourceReader } from '../source.ts'

export const SOURCES: readonly SourceReader[] = []
