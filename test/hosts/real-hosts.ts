/** Every host whose real program runs the suite, in the order of the table in docs/hosts/README.md. */

import { realClaudeCode } from './claude-code.ts'
import { realCline } from './cline.ts'
import { realCodex } from './codex.ts'
import { realCopilot } from './copilot.ts'
import { realGemini } from './gemini.ts'
import { hostProgram } from './host-stage.ts'
import { realKilo } from './kilo.ts'
import { realOpenCode } from './open-code.ts'
import { realQwen } from './qwen.ts'
import type { RealHost } from './real-suite.ts'

export const REAL_HOSTS: readonly RealHost[] = [
  realOpenCode,
  realKilo,
  realClaudeCode('2.1.325', hostProgram('claude', 'node22')),
  realCodex,
  realCopilot,
  realQwen,
  realGemini,
  realCline,
]
