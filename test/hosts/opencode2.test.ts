/** The plugin in the real OpenCode 2, if it is installed. */

import { test } from 'vitest'
import { missing, realOpenCode2 } from './opencode2.ts'
import { realHost } from './real-suite.ts'

if (missing === undefined) realHost(realOpenCode2)
else test.skip(missing)
