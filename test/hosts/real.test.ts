/** Every host's real program, through the same exercise. */

import { CLAUDE, realClaudeCode } from './claude-code.ts'
import { hostProgram } from './host-stage.ts'
import { realOpenCode } from './open-code.ts'
import { realHost } from './real-suite.ts'

realHost(realClaudeCode('2.1.197', CLAUDE))
realHost(realClaudeCode('2.1.325', hostProgram('claude', 'node22')))
realHost(realOpenCode)
