/** What an installation depends on: the project, the user's home, the environment and the running package. */

import { realpathSync } from 'node:fs'
import { basename, isAbsolute, join, sep } from 'node:path'
import { excludeListOf, type Sharing, sharingOf } from '../disk/git/status.ts'
import { findProject } from '../disk/project/find-project.ts'
import { builtFile, packageRoot } from '../disk/project/package-files.ts'
import { diskLook, type SettingsLook } from '../disk/project/settings-files.ts'
import { homeFolder } from '../disk/state/state-folder.ts'
import { findProgram, isProgram, runsAsNode } from './find-program.ts'

export type { SettingsLook }
export { findProgram as programOnPath }

export interface InstallContext {
  /** The working folder. */
  readonly folder: string
  /** The project's root; undefined outside any project. */
  readonly root: string | undefined
  /** The top of its repository; undefined outside git. */
  readonly gitTop: string | undefined
  readonly home: string
  /** Also contains the variables that move a host's settings folder. */
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
  /** The path of the running Node, for clients that do not find `node` on the PATH. */
  readonly node: string
  /** The package of the running program. */
  readonly packageRoot: string
  /** How an MCP client starts this program. */
  readonly start: { readonly command: string; readonly args: readonly string[] }
  readonly look: SettingsLook
  /** How git treats this file: tracked, ignored, or neither. */
  sharing(path: string): Sharing
  /** This clone's own ignore list; undefined outside git. */
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

/** The `node` on the PATH if it links to this Node: that path survives updates by a package manager. */
function steadyPath(node: string, env: NodeJS.ProcessEnv): string {
  const found = findProgram('node', env)
  try {
    return found !== undefined && realpathSync(found) === realpathSync(node) ? found : node
  } catch {
    return node // a broken link
  }
}

/** True if this program is a Node. A Node inside the project is never run and counts only if it runs this process. */
export function isNode(path: string, { node, root }: InstallContext): boolean {
  if (path === node) return true
  const isOfProject = root !== undefined && path.startsWith(root + sep)
  return isCalledNode(path) && !isOfProject && runsAsNode(path)
}

/** True for an executable file called `node`. Does not run it. */
export function isCalledNode(path: string): boolean {
  return isAbsolute(path) && /^node(?:js)?(?:\.exe)?$/i.test(basename(path)) && isProgram(path)
}

/** The folder in this variable if it is an absolute path, else the default below the home. */
export function userFolder(
  { env, home }: Pick<InstallContext, 'env' | 'home'>,
  variable: string,
  ...usual: readonly string[]
): string {
  const named = env[variable]
  return named !== undefined && isAbsolute(named) ? named : join(home, ...usual)
}

/** A file in the user's folder, for a hook that has only its environment. */
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
