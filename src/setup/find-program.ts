/** Finds programs on the PATH, their versions, and whether a module can be loaded. */

import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { childProcess } from '../disk/built-in.ts'
import { isFolder } from '../disk/disk.ts'
import { textOfRegular } from '../disk/open-file.ts'

export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', '.bat', ''] : ['']
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isProgram)
}

export function isProgram(path: string): boolean {
  // Saves an exception for each folder on the PATH that lacks the program.
  if (!existsSync(path)) return false
  try {
    accessSync(path, process.platform === 'win32' ? constants.F_OK : constants.X_OK)
    return !isFolder(path)
  } catch {
    return false
  }
}

const PATIENCE_MS = 5_000
const MANIFEST = { bytes: 1024 * 1024 }

/** The version in the program's package.json, else the printed one: starting some programs takes a second. */
export function versionOf(program: string): string | undefined {
  return versionOfPackage(program) ?? versionSaid(program)
}

function versionOfPackage(program: string): string | undefined {
  try {
    for (let folder = dirname(realpathSync(program)); folder !== dirname(folder); folder = dirname(folder)) {
      const text = textOfRegular(join(folder, 'package.json'), MANIFEST)
      if (text === undefined) continue
      const said: unknown = Reflect.get(JSON.parse(text), 'version')
      return typeof said === 'string' ? said : undefined
    }
  } catch {
    return undefined // an unreadable package.json
  }
  return undefined
}

function versionSaid(program: string): string | undefined {
  const done = childProcess().spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: /\.(?:cmd|bat)$/i.test(program),
  })
  // Some programs print a full stop after the version.
  return /\d+\.\d+\.\d+\S*(?<!\.)/.exec(done.stdout ?? '')?.[0]
}

/** True if the program is Node, whatever its name. */
export function runsAsNode(program: string): boolean {
  const done = childProcess().spawnSync(program, ['-p', 'process.versions.node'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return /^\d+\.\d+\.\d+/.test(done.stdout ?? '')
}

const LOADING_MS = 10_000

/** Imports the module and checks that it exports the `server` function that a host would call. */
const LOADER = `import(process.argv[1]).then(
  (module) => {
    if (typeof module.default?.server !== 'function') { console.log('it exports no server'); process.exit(1) }
    process.exit(0)
  },
  (error) => { console.log(String(error?.message ?? error)); process.exit(1) },
)`

/** Undefined if the module can be loaded, else the reason. A child process loads it, so this one is not affected. */
export function loadError(url: string, node: string): string | undefined {
  const done = childProcess().spawnSync(node, ['--input-type=module', '-e', LOADER, '--', url], {
    encoding: 'utf8',
    timeout: LOADING_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (done.status === 0) return undefined
  return (done.stdout ?? '').trim().split('\n')[0] || 'it could not be loaded'
}
