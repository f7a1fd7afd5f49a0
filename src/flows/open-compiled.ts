/** Part of our own program, loaded as fast as the last time it was loaded. */

import { Compiled } from '../workspace/compiled.ts'
import { codeFolder } from '../workspace/state-folder.ts'

export function openCompiled(env: NodeJS.ProcessEnv): Compiled {
  return new Compiled(codeFolder(env))
}
