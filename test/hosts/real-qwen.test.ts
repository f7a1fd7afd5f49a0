/** Our hooks inside the real Qwen Code: what the model received, what stands on the disk. */

import { realQwen } from './qwen.ts'
import { realHost } from './real-suite.ts'
import { withoutNode } from './without-node.ts'

realHost(realQwen)
withoutNode(realQwen, '.qwen/settings.json')
