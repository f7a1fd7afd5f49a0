/** Finds a folder, package or module that a call gives its first source files (S45). Tests and generated files do not count. */

/** The disk before the call, by paths relative to the project's root. */
interface DiskBefore {
  isThere(path: string): boolean
  isFolder(path: string): boolean
  namesIn(folder: string): readonly string[]
}

/** `paths`: the project files that the call writes. A file at the root begins no folder. */
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
    .slice(0, MOST_NAMES)
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
const MOST_NAMES = 100
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
