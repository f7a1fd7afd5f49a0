/** Where an installation happens: the project, the user's home, and the package this program belongs to. */

import { realpathSync } from 'node:fs'
import { basename, isAbsolute, join, sep } from 'node:path'
import { excludeListOf, type Sharing, sharingOf } from '../disk/git/status.ts'
import { findProgram, isProgram, runsAsNode } from '../disk/project/find-program.ts'
import { findProject } from '../disk/project/find-project.ts'
import { builtFile, packageRoot } from '../disk/project/package-files.ts'
import { diskLook, type Look } from '../disk/project/settings-files.ts'
import { homeFolder } from '../disk/state/state-folder.ts'

export type { Look }
export { findProgram as programOnPath }

export interface InstallContext {
  /** The folder we were started in. */
  readonly folder: string
  /** The project's root; undefined outside any project. */
  readonly root: string | undefined
  /** Where git keeps it; undefined outside a repository. */
  readonly gitTop: string | undefined
  readonly home: string
  /** A host reads its own variables from it. */
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
  /** The interpreter this program runs in, for clients that do not find it by its name. */
  readonly node: string
  /** The package this program belongs to. */
  readonly packageRoot: string
  /** How an MCP client starts this program. */
  readonly start: { readonly command: string; readonly args: readonly string[] }
  readonly look: Look
  /** Whether git takes this file to others. */
  sharing(path: string): Sharing
  /** The list of files that this clone alone leaves out of git; undefined outside a repository. */
  excludeList(): string | undefined
}

export type InstallSurroundings = Pick<InstallContext, 'folder' | 'env' | 'now' | 'node'>

export function findInstallContext(around: InstallSurroundings): InstallContext {
  const { env, folder } = around
  const home = homeFolder(env)
  const project = findProject(folder, home)
  const own = packageRoot()
  const { top, gitFolder } = project.ok ? project.value : { top: undefined, gitFolder: undefined }
  const node = steadyPath(around.node, env)
  return {
    ...around,
    node,
    root: project.ok ? project.value.root : undefined,
    gitTop: gitFolder === undefined ? undefined : top,
    home,
    packageRoot: own,
    start:
      findProgram('memory-bank', env) === undefined
        ? { command: node, args: [builtFile('cli/main.cjs', own)] }
        : { command: 'memory-bank', args: [] },
    look: diskLook,
    sharing: (path) => (top === undefined || gitFolder === undefined ? 'not' : sharingOf(path, top)),
    excludeList: () => (top === undefined || gitFolder === undefined ? undefined : excludeListOf(top)),
  }
}

/** The name on the search path that leads to this very Node: it stays when a package manager brings the next version. */
function steadyPath(node: string, env: NodeJS.ProcessEnv): string {
  const found = findProgram('node', env)
  try {
    return found !== undefined && realpathSync(found) === realpathSync(node) ? found : node
  } catch {
    return node // the one on the path cannot be followed
  }
}

/** Whether settings that name this program to start us name a Node. One that a repository brings along does not count, and is not run. */
export function isNode(path: string, { node, root }: InstallContext): boolean {
  if (path === node) return true
  const isOfProject = root !== undefined && path.startsWith(root + sep)
  return isCalledNode(path) && !isOfProject && runsAsNode(path)
}

/** The same as far as it can be told without running it. */
export function isCalledNode(path: string): boolean {
  return isAbsolute(path) && /^node(?:js)?(?:\.exe)?$/i.test(basename(path)) && isProgram(path)
}

/** The user's folder that a variable names by an absolute path; else the usual one below the home. */
export function userFolder(
  { env, home }: Pick<InstallContext, 'env' | 'home'>,
  variable: string,
  ...usual: readonly string[]
): string {
  const named = env[variable]
  return named !== undefined && isAbsolute(named) ? named : join(home, ...usual)
}

/** A file in a folder of the user's own, for a hook that knows nothing but its environment. */
export function userFile(
  env: NodeJS.ProcessEnv,
  variable: string,
  usual: string,
  name: string,
): { readonly file: string; readonly text: string } | undefined {
  const named = env[variable]
  const file = join(named !== undefined && isAbsolute(named) ? named : join(homeFolder(env), usual), name)
  const text = diskLook.text(file)
  return text === undefined ? undefined : { file, text }
}
