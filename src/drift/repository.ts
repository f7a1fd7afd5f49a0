/** What the judges may ask about the repository. Each answer is looked up once; the costly ones take all questions together. */

export interface Repository {
  /** What stands at a path below the project's root, ignored or not. */
  kindOf(path: string): 'file' | 'folder' | undefined
  /** A text file; undefined where there is none, or none that is text of a sensible size. */
  read(path: string): string | undefined
  /** Every file that is tracked, or would be. */
  files(): readonly string[]
  /** Those that .gitignore leaves out. */
  ignored(paths: readonly string[]): ReadonlySet<string>
  /** Each word with some of the files that hold it, the bank aside; undefined: it could not be told in time. */
  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined
  /** What became of paths that git once had. */
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

/** Where a path of the bank leads, whatever folder it is seen from. */
export class Atlas {
  readonly #repository: Repository
  readonly #paths: ReadonlySet<string>
  readonly #folders = new Set<string>()
  readonly #byName = new Map<string, string[]>()
  readonly #byLowerCase = new Map<string, string>()

  constructor(repository: Repository) {
    this.#repository = repository
    const files = repository.files()
    this.#paths = new Set(files)
    for (const file of files) {
      const name = nameOf(file)
      const same = this.#byName.get(name)
      if (same === undefined) this.#byName.set(name, [file])
      else same.push(file)
      this.#byLowerCase.set(file.toLowerCase(), file)
      for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
        const folder = file.slice(0, at)
        if (this.#folders.has(folder)) break
        this.#folders.add(folder)
      }
    }
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path)
  }

  /** Files and folders that end in this path: a bank often writes a path as seen from a package or from `src/`. */
  endingIn(path: string): readonly string[] {
    const name = nameOf(path)
    const files = (this.#byName.get(name) ?? []).filter((file) => file === path || file.endsWith(`/${path}`))
    if (files.length > 0) return files
    if (this.#folders.has(path)) return [path]
    const tail = `/${path}`
    for (const folder of this.#folders) if (folder.endsWith(tail)) return [folder]
    return []
  }

  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? []
  }

  inOtherCase(path: string): string | undefined {
    return this.#byLowerCase.get(path.toLowerCase())
  }

  /** A module without its ending: `src/auth` for `src/auth.ts` or `src/auth/index.ts`. */
  withAnyEnding(path: string): string | undefined {
    const stem = nameOf(path)
    for (const file of this.#paths) {
      const at = file.lastIndexOf(`${stem}.`)
      if (at === -1 || (at > 0 && file[at - 1] !== '/')) continue
      const whole = file.slice(0, at + stem.length)
      if ((whole === path || whole.endsWith(`/${path}`)) && !file.slice(at + stem.length + 1).includes('/')) return file
    }
    return undefined
  }

  has(path: string): boolean {
    return this.#paths.has(path) || this.#folders.has(path) || this.#repository.kindOf(path) !== undefined
  }
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
