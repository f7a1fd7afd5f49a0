/**
 * What the judges may ask about the repository. Each answer is looked up once; the costly ones take all questions
 * together, and answer each as if it had been asked alone.
 */

export interface Repository {
  /** What stands at a path below the project's root, ignored or not. */
  kindOf(path: string): 'file' | 'folder' | undefined
  /** A text file; undefined where there is none, or none that is text of a sensible size. */
  read(path: string): string | undefined
  /** Every file that is tracked, or would be. */
  files(): readonly string[]
  /** Those that .gitignore leaves out. */
  ignored(paths: readonly string[]): ReadonlySet<string>
  /** Each word with the first files that hold it (MOST_HOLDERS), the bank aside; undefined: it could not be told in time. */
  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined
  /** What became of paths that git once had, by the last commit that took them away. */
  pastOf(paths: readonly string[]): ReadonlyMap<string, Past>
  /** Whether git had this path already before that commit. */
  hadBefore(path: string, commit: Commit): boolean
  /** Texts that the last commits, or the working tree, took out of the code. */
  removed(texts: readonly string[]): ReadonlyMap<string, Removal>
}

export interface Past extends Commit {
  /** The whole path it had. */
  readonly path: string
  readonly renamedTo: string | undefined
}

export interface Removal extends Commit {
  /** The files that had it. */
  readonly paths: readonly string[]
}

export interface Commit {
  /** Empty where it is not committed yet. */
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

/** As many as the repository names for a word; with more, the one that defines it may be missing. */
export const MOST_HOLDERS = 8

/** Where a path of the bank leads among the listed files, whatever folder it is seen from. No question looks at all of them. */
export class Atlas {
  readonly #paths: ReadonlySet<string>
  readonly #folders = new Set<string>()
  readonly #filesByName = new Map<string, string[]>()
  readonly #foldersByName = new Map<string, string[]>()
  readonly #byLowerCase = new Map<string, string>()
  #byStem: ReadonlyMap<string, readonly string[]> | undefined
  #byPlainStem: ReadonlyMap<string, readonly string[]> | undefined
  #endings: ReadonlySet<string> | undefined
  #sorted: readonly string[] | undefined

  constructor(files: readonly string[]) {
    this.#paths = new Set(files)
    for (const file of files) {
      add(this.#filesByName, nameOf(file), file)
      this.#byLowerCase.set(file.toLowerCase(), file)
      for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
        const folder = file.slice(0, at)
        if (this.#folders.has(folder)) break
        this.#folders.add(folder)
        add(this.#foldersByName, nameOf(folder), folder)
      }
    }
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path)
  }

  /** Files and folders that end in this path: a bank often writes a path as seen from a package or from `src/`. */
  endingIn(path: string): readonly string[] {
    const name = nameOf(path)
    const files = (this.#filesByName.get(name) ?? []).filter((file) => file === path || file.endsWith(`/${path}`))
    if (files.length > 0) return files
    if (this.#folders.has(path)) return [path]
    const folder = this.#foldersByName.get(name)?.find((one) => one.endsWith(`/${path}`))
    return folder === undefined ? [] : [folder]
  }

  named(name: string): readonly string[] {
    return this.#filesByName.get(name) ?? []
  }

  /** The first files below a folder, in the order of their paths. */
  inFolder(folder: string, most: number): readonly string[] {
    this.#sorted ??= [...this.#paths].sort()
    const prefix = `${folder}/`
    const first = firstAt(this.#sorted, prefix)
    return this.#sorted.slice(first, first + most).filter((file) => file.startsWith(prefix))
  }

  /** Whether some file's name ends so (`.py`). */
  hasEnding(ending: string): boolean {
    this.#endings ??= new Set([...this.#paths].map((file) => file.slice(file.lastIndexOf('.'))))
    return this.#endings.has(ending)
  }

  inOtherCase(path: string): string | undefined {
    return this.#byLowerCase.get(path.toLowerCase())
  }

  /** A module without its ending: `src/auth` for `src/auth.ts` or `src/auth/index.ts`. */
  withAnyEnding(path: string): string | undefined {
    this.#byStem ??= byStem(this.#paths)
    const length = nameOf(path).length
    return this.#byStem.get(nameOf(path))?.find((file) => {
      const whole = file.slice(0, file.length - nameOf(file).length + length)
      return whole === path || whole.endsWith(`/${path}`)
    })
  }

  /** Files that are called so, however it is written: `RingBuffer` for `ring-buffer.ts`. */
  ofStem(name: string): readonly string[] {
    this.#byPlainStem ??= byPlainStem(this.#paths)
    return this.#byPlainStem.get(plain(name)) ?? []
  }

  has(path: string): boolean {
    return this.#paths.has(path) || this.#folders.has(path)
  }
}

/** A file by every stem its name can be cut to: `a.test.ts` by `a` and by `a.test`. */
function byStem(files: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of files) {
    const name = nameOf(file)
    for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) add(found, name.slice(0, at), file)
  }
  return found
}

function byPlainStem(files: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of files) add(found, plain(nameOf(file).replace(/\.\w+$/, '')), file)
  return found
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

/** Where a text stands, or would stand, in a sorted list. */
function firstAt(sorted: readonly string[], text: string): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
