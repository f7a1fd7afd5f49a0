/** Our plugin inside the real Cline: what the model received, what stands on the disk. */

import { guardsBelowGitTop } from './below-git-top.ts'
import { realCline } from './cline.ts'
import { realHost } from './real-suite.ts'

realHost(realCline)
guardsBelowGitTop(realCline)
