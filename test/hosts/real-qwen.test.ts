/** The hooks in the real Qwen Code. */

import { realQwen } from './qwen.ts'
import { realHost } from './real-suite.ts'
import { withoutNode } from './without-node.ts'

realHost(realQwen)
withoutNode(realQwen, '.qwen/settings.json')
