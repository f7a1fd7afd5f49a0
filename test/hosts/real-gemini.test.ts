/** The hooks in the real Gemini CLI. */

import { realGemini } from './gemini.ts'
import { realHost } from './real-suite.ts'
import { withoutNode } from './without-node.ts'

realHost(realGemini)
withoutNode(realGemini, '.gemini/settings.json')
