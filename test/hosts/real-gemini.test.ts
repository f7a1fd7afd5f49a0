/** Our hooks inside the real Gemini CLI: what the model received, what stands on the disk. */

import { realGemini } from './gemini.ts'
import { realHost } from './real-suite.ts'
import { withoutNode } from './without-node.ts'

realHost(realGemini)
withoutNode(realGemini, '.gemini/settings.json')
