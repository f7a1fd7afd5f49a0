/**
 * Which of our own records an agent must not write (S1, S33): all of them, also those of other projects. Only where this
 * project itself stands below our records, it is the project's own part.
 */

import { isInside, realPath } from '../bank/predict-writes.ts'
import type { Project } from '../project/find-project.ts'
import { stateFolder, stateRoot } from './state-folder.ts'

export function protectedState(project: Project, env: NodeJS.ProcessEnv): string {
  const root = realPath(stateRoot(env))
  return isInside(project.root, root) ? realPath(stateFolder(project, env)) : root
}
