/** Every tool whose memory can be imported. If two would take a file, the one with the lower order does. Written by `node scripts/lists.mjs`. */

import type { SourceReader } from '../source.ts'
import { basicMemory } from './basic-memory.ts'
import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { cursor } from './cursor.ts'
import { instructions } from './instructions.ts'
import { kilo } from './kilo.ts'
import { qwenCode } from './qwen-code.ts'
import { roo } from './roo.ts'
import { rules } from './rules.ts'
import { serena } from './serena.ts'

export const SOURCES: readonly SourceReader[] = [
  basicMemory,
  claudeCode,
  cline,
  cursor,
  instructions,
  kilo,
  qwenCode,
  roo,
  rules,
  serena,
]
