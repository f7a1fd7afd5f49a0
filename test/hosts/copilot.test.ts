/** Our plugin inside the real Copilot: what all hosts keep. */

import { realCopilot } from './copilot.ts'
import { realHost } from './real-suite.ts'

realHost(realCopilot)
