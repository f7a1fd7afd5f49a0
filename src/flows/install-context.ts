/** Where an installation happens: the project, the user's folders, and the package this program belongs to. */

import { isAbsolute, join, resolve } from 'node:path'
import { findProgram } from '../workspace/project/find-program.ts'
import { findProject } from '../workspace/project/find-project.ts'
import { packageRoot } from '../workspace/project/package-files.ts'
import { diskLook } from '../workspace/project/settings-files.ts'
import { homeFolder } from '../workspace/state/state-folder.ts'
import type { Ground } from './host-setup.ts'

export interface SetupAround {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
  /** The interpreter this program runs in, for clients that do not find it by its name. */
  readonly node: string
}

export function findGround(around: SetupAround): Ground {
  const { env, folder } = around
  const home = homeFolder(env)
  const project = findProject(folder, home)
  const own = packageRoot()
  const at = (variable: string, ...fallback: readonly string[]) => {
    const named = env[variable]
    return named !== undefined && isAbsolute(named) ? named : join(home, ...fallback)
  }
  const besides = (variable: string) => {
    const named = env[variable]
    return named === undefined || named === '' ? undefined : resolve(folder, named)
  }
  return {
    root: project.ok ? project.value.root : undefined,
    home,
    configHome: at('XDG_CONFIG_HOME', '.config'),
    dataHome: at('XDG_DATA_HOME', '.local', 'share'),
    cacheHome: at('XDG_CACHE_HOME', '.cache'),
    claudeHome: at('CLAUDE_CONFIG_DIR', '.claude'),
    openCodeBesides: { file: besides('OPENCODE_CONFIG'), folder: besides('OPENCODE_CONFIG_DIR') },
    openCodeSwitches: (['OPENCODE_PURE', 'OPENCODE_DISABLE_PROJECT_CONFIG'] as const).filter((name) =>
      /^(?:1|true)$/i.test(env[name] ?? ''),
    ),
    packageRoot: own,
    start:
      findProgram('memory-bank', env) === undefined
        ? { command: around.node, args: [join(own, 'dist', 'cli', 'main.cjs')] }
        : { command: 'memory-bank', args: [] },
    look: diskLook,
  }
}
