/**
 * Whether any agent knows this bank: one that has worked with it, or one that `install` put us into.
 *
 * Looks at our own state only, so that `status` stays quick; `doctor` reads the settings themselves.
 */

import { join, relative, sep } from 'node:path'
import { HOST_PROGRAMS } from '../core/host-programs.ts'
import { Journal } from '../workspace/bank/journal.ts'
import { namesIn } from '../workspace/disk.ts'
import { findProgram } from '../workspace/project/find-program.ts'
import { homeFolder, setupFolderBeside } from '../workspace/state/state-folder.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The agents found on this machine, while none knows the bank; undefined where one does. */
export function unconnectedAgents(workspace: Workspace, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  try {
    if (namesIn(join(workspace.place.state, 'sessions')).length > 0 || isInstalled(workspace, env)) return undefined
  } catch {
    return undefined // state that we may not read is for `doctor` to tell
  }
  return HOST_PROGRAMS.filter(({ program }) => findProgram(program, env) !== undefined).map(({ name }) => name)
}

/** Whether settings of this project, or the user's own, still have what `install` put there. */
function isInstalled({ project, place }: Workspace, env: NodeJS.ProcessEnv): boolean {
  const journal = new Journal(setupFolderBeside(place.state))
  const installed = new Set<string>()
  for (const id of journal.finished().toReversed()) {
    const entry = journal.read(id, 'done')
    for (const { path } of entry?.changes ?? [])
      if (entry?.intent === 'install') installed.add(path)
      else installed.delete(path)
  }
  return [...installed].some((path) => {
    const file = `${sep}${path}`
    return isBelow(project.root, file) || relative(homeFolder(env), file).startsWith('.')
  })
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
