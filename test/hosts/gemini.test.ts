/** Our hooks inside the real Gemini CLI: what the model received, what stands on the disk. */

import { realGemini } from './gemini.ts'
import { realHost } from './real-suite.ts'

realHost(realGemini)
