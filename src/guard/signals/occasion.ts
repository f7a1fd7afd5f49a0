/** Finds an occasion to read the patterns in a call: a new folder or package, a dependency, a large move (S27). */

import type { Occasion } from '../../bank/event.ts'
import { addedPackages } from './commands.ts'

/** The disk before the call, by paths relative to the project's root. */
interface DiskBefore {
  isThere(path: string): boolean
  isFolder(path: string): boolean
}

/** `paths`: the project files that the call writes, relative to the root. `command`: undefined for an edit tool. */
export function occasionOf(
  paths: readonly string[],
  command: string | undefined,
  disk: DiskBefore,
): Occasion | undefined {
  const added = command === undefined ? [] : addedPackages(command)
  if (added.length > 0) return { kind: 'dependency', what: added.slice(0, MOST_NAMES).join(', ') }
  if (command !== undefined && /\bmv\b/.test(command)) return moveOf(paths, disk)
  // Of shell commands only mkdir makes a folder at the root; other paths there are files.
  if (command !== undefined && !/\bmkdir\b/.test(command)) return undefined
  const folders = command === undefined ? paths.map((path) => path.split('/').slice(0, -1).join('/')) : paths
  const [what] = folders.flatMap((folder) => newFolder(folder, disk) ?? [])
  return what === undefined ? undefined : { kind: 'folder', what }
}

function moveOf(paths: readonly string[], disk: DiskBefore): Occasion | undefined {
  // A folder that contains another written path is the target of the move.
  const isTarget = (folder: string) => paths.some((path) => path.startsWith(`${folder}/`))
  const folder = paths.find((path) => path !== '' && disk.isFolder(path) && !isTarget(path))
  if (folder !== undefined) return { kind: 'move', what: folder }
  const files = paths.filter((path) => disk.isThere(path) && !disk.isFolder(path))
  return files.length < MANY_FILES ? undefined : { kind: 'move', what: `${files.length} files` }
}

/** The top-level folder or package that a write into this folder would create. */
function newFolder(folder: string, disk: DiskBefore): string | undefined {
  const [top = '', second] = folder.split('/')
  if (top === '' || IGNORED.test(top)) return undefined
  if (!disk.isThere(top)) return top
  const isPackage = second !== undefined && WORKSPACES.test(top) && !disk.isThere(`${top}/${second}`)
  return isPackage ? `${top}/${second}` : undefined
}

const MANY_FILES = 5
const MOST_NAMES = 5
/** Folders whose members are packages. */
const WORKSPACES = /^(?:packages|apps|libs|services|crates|modules|plugins|cmd)$/
/** Hidden folders, output folders and paths outside the project do not count. */
const IGNORED = /^(?:\.|~|[a-z]:|(?:dist|build|out|target|coverage|tmp|temp|node_modules|vendor)$)/i
