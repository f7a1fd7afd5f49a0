/** The repository together with values derived from many of its files. Each value is computed once, on first use. */

import { once } from '../base/once.ts'
import {
  DECLARING_FILES,
  Declarations,
  type DeclaredPackage,
  declaresSomething,
  keysOfPackage,
  packageKey,
} from '../project/declarations.ts'
import type { Runner } from '../project/manifest-reader.ts'
import { type Commit, nameOf, type RemovedPath, type Repository } from './repository.ts'

export interface Lost extends Commit {
  readonly declared: DeclaredPackage
}

export class Codebase {
  readonly repository: Repository
  readonly #paths = once(() => new PathIndex(this.repository.files()))
  readonly #past = once(() => new PastIndex(this.repository.removedPaths()))
  readonly #declarations = once(() => {
    const manifests = this.repository.files().filter(declaresSomething).slice(0, MOST_MANIFESTS)
    return new Declarations(manifests.map((path) => ({ path, text: this.repository.read(path) ?? '' })))
  })
  readonly #earlier = once(() =>
    this.repository.earlierFiles(DECLARING_FILES).map((file) => ({
      file,
      declared: new Declarations([{ path: file.path, text: file.text }]),
    })),
  )
  readonly #lost = once(() => this.#findLost())

  constructor(repository: Repository) {
    this.repository = repository
  }

  paths(): PathIndex {
    return this.#paths()
  }

  past(): PastIndex {
    return this.#past()
  }

  declarations(): Declarations {
    return this.#declarations()
  }

  /** A package that a manifest once declared and no manifest declares now. */
  lostPackage(name: string): Lost | undefined {
    const lost = this.#lost()
    const key = keysOfPackage(name).find((one) => lost.has(one))
    return key === undefined ? undefined : lost.get(key)
  }

  /** The commit that removed a script from a manifest. */
  lostScript(runner: Runner, name: string): Commit | undefined {
    return this.#earlier().find(({ declared }) => declared.scripts(runner)?.has(name) === true)?.file
  }

  #findLost(): ReadonlyMap<string, Lost> {
    const lost = new Map<string, Lost>()
    for (const { file, declared } of this.#earlier()) {
      for (const one of declared.packages()) {
        const key = packageKey(one.name)
        if (key.length < 3 || lost.has(key) || this.declarations().packagesNamed(one.name).length > 0) continue
        lost.set(key, { commit: file.commit, date: file.date, declared: one })
      }
    }
    return lost
  }
}

const MOST_MANIFESTS = 1_000

/** Finds a path from the bank among the listed files, whatever folder it is relative to. */
export class PathIndex {
  readonly #files: ReadonlySet<string>
  readonly #folders = new Set<string>()
  readonly #byName = new Map<string, string[]>()
  readonly #byStem = new Map<string, string[]>()

  constructor(files: readonly string[]) {
    this.#files = new Set(files)
    for (const file of files) {
      add(this.#byName, nameOf(file), file)
      const stem = nameOf(file).replace(/(?<=.)\..*$/, '')
      if (stem !== nameOf(file)) add(this.#byStem, stem, file)
      for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
        const folder = file.slice(0, at)
        if (this.#folders.has(folder)) break
        this.#folders.add(folder)
        add(this.#byName, nameOf(folder), folder)
      }
    }
  }

  has(path: string): boolean {
    return this.#files.has(path) || this.#folders.has(path)
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path)
  }

  /** Files and folders whose path ends in this one. A bank often writes a path relative to a package or to `src/`. */
  endingIn(path: string): readonly string[] {
    return (this.#byName.get(nameOf(path)) ?? []).filter((one) => one === path || one.endsWith(`/${path}`))
  }

  /** The files with this name, in any folder. */
  named(name: string): readonly string[] {
    return (this.#byName.get(name) ?? []).filter((path) => this.#files.has(path))
  }

  /** Whether the folder of the path contains another file of the same type. */
  hasSibling(path: string): boolean {
    const [, folder = '', ending = ''] = /^(.*\/)[^/]*(\.\w+)$/.exec(path) ?? []
    return [...this.#files].some(
      (file) => file.startsWith(folder) && file.endsWith(ending) && nameOf(file) === file.slice(folder.length),
    )
  }

  /** The file of a module path without extension: `src/auth.ts` for `src/auth`. */
  withAnyEnding(path: string): string | undefined {
    return this.#byStem.get(nameOf(path))?.find((file) => {
      const whole = file.slice(0, file.length - nameOf(file).length) + nameOf(path)
      return whole === path || whole.endsWith(`/${path}`)
    })
  }
}

/** The history of paths that git once had. */
export class PastIndex {
  readonly #byName = new Map<string, RemovedPath[]>()
  readonly #folders = new Map<string, RemovedPath>()

  /** True if git knows of no removed or renamed path. */
  readonly isEmpty: boolean

  constructor(taken: readonly RemovedPath[]) {
    this.isEmpty = taken.length === 0
    for (const one of taken) {
      add(this.#byName, nameOf(one.path), one)
      for (let at = one.path.lastIndexOf('/'); at > 0; at = one.path.lastIndexOf('/', at - 1)) {
        const folder = one.path.slice(0, at)
        if (this.#folders.has(folder)) continue
        const rest = one.path.slice(at)
        // A file that moved with its folder keeps its path inside it.
        const renamedTo = one.renamedTo?.endsWith(rest) === true ? one.renamedTo.slice(0, -rest.length) : undefined
        this.#folders.set(folder, { ...one, path: folder, renamedTo })
      }
    }
  }

  /** The last change of a path, followed through its renames to its current name. */
  of(path: string): RemovedPath | undefined {
    const first = this.#last(path)
    let now = first
    for (let renames = 0; renames < MOST_RENAMES && now?.renamedTo !== undefined; renames += 1) {
      const next = this.#byName.get(nameOf(now.renamedTo))?.find((one) => one.path === now?.renamedTo)
      if (next === undefined || next === now || next.date < now.date) break
      now = next
    }
    return first === undefined || now === undefined ? undefined : { ...first, renamedTo: now.renamedTo }
  }

  #last(path: string): RemovedPath | undefined {
    // A bare `settings.json` is hardly the one of an editor's hidden folder.
    const isHidden = (one: RemovedPath) => !path.includes('/') && one.path.startsWith('.')
    const named = this.#byName
      .get(nameOf(path))
      ?.find((one) => one.path === path || (one.path.endsWith(`/${path}`) && !isHidden(one)))
    return named ?? this.#folders.get(path)
  }
}

const MOST_RENAMES = 5

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
