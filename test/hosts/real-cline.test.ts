/** The plugin in the real Cline. */

import { guardsBelowGitTop } from './below-git-top.ts'
import { realCline } from './cline.ts'
import { realHost } from './real-suite.ts'

realHost(realCline)
guardsBelowGitTop(realCline)
