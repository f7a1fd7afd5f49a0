/** The plugin in the real Copilot. */

import { join } from 'node:path'
import { guardsBelowGitTop } from './below-git-top.ts'
import { realCopilot } from './copilot.ts'
import { realHost } from './real-suite.ts'

realHost(realCopilot)
guardsBelowGitTop(realCopilot, (top, { home }) => ({
  [join(home, '.copilot/config.json')]: JSON.stringify({ trustedFolders: [top] }),
}))
