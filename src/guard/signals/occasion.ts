/**
 * What a call begins: an occasion to read the patterns (a new folder or package, a dependency, a large move; S27), and a
 * folder that gets its first source files (S45).
 */

import type { Occasion } from '../../bank/event.ts'
import { addedPackages } from './commands.ts'

/** The disk before the call, by paths relative to the project's root. */
interface DiskBefore {
  isThere(path: string): boolean
  isFolder(path: string): boolean
  namesIn(folder: string): readonly string[]
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

/** Tests and generated files do not count, and a file at the root begins no folder. */
export function firstSourceOf(paths: readonly string[], disk: DiskBefore): string | undefined {
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).join('/')
    if (folder === '' || OUTSIDE.test(path) || !isSource(path) || disk.isThere(path)) continue
    if (!holdsSource(folder, disk, MOST_DEPTH)) return firstMissing(folder, disk) ?? folder
  }
  return undefined
}

function isSource(path: string): boolean {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return SOURCE.test(name) && !TEST.test(name) && !GENERATED.test(name) && !parts.some((part) => ASIDE.test(part))
}

function holdsSource(folder: string, disk: DiskBefore, depth: number): boolean {
  const paths = disk
    .namesIn(folder)
    .slice(0, MOST_LISTED)
    .map((name) => `${folder}/${name}`)
  if (paths.some(isSource)) return true
  return depth > 0 && paths.some((path) => disk.isFolder(path) && holdsSource(path, disk, depth - 1))
}

/** The outermost folder that the call would create. */
function firstMissing(folder: string, disk: DiskBefore): string | undefined {
  const parts = folder.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/')).find((path) => !disk.isThere(path))
}

/** Limits of the search, because the call waits for it. */
const MOST_LISTED = 100
const MOST_DEPTH = 2

const OUTSIDE = /^(?:[\\/~]|[a-z]:|\.\.)/i
const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go|rs|java|kts?|scala|groovy|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|cs|fs|vb|rb|php|exs?|erl|hs|ml|cljs?|lua|dart|zig|nim|jl|r|sol)$/i
const TEST = /[._-](?:test|tests|spec|specs|e2e|stories|mock)\.\w+$|^(?:test_.*|conftest)\.py$|(?:Tests?|Spec)\.\w+$/
const GENERATED =
  /\.d\.[cm]?ts$|\.(?:min|gen|generated|g|freezed|designer|config)\.\w+$|\.pb\.\w+$|_pb2(?:_grpc)?\.py$|_generated\.\w+$/i
/** Folders of tests, of generated or foreign code, and hidden folders. */
const ASIDE =
  /^(?:\..*|tests?|__tests__|specs?|e2e|__mocks__|mocks|fixtures?|testdata|dist|build|out|target|coverage|tmp|temp|node_modules|vendor|generated|__generated__|gen)$/i
