/** The repository with what is derived from many of its files; each value is computed once, when it is first needed. */

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
import { type Commit, nameOf, type PathTakenAway, type Repository } from './repository.ts'

export interface Lost extends Commit {
  readonly declared: DeclaredPackage
}

export class Codebase {
  readonly repository: Repository
  readonly #paths = once(() => new PathIndex(this.repository.files()))
  readonly #past = once(() => new PastIndex(this.repository.pathsTakenAway()))
  readonly #declarations = once(() => {
    const manifests = this.repository.files().filter(declaresSomething).slice(0, MOST_MANIFESTS)
    return new Declarations(
      manifests.map((path) => ({ path, text: this.repository.read(path) ?? '', truncated: false })),
    )
  })
  readonly #earlier = once(() =>
    this.repository.earlierFiles(DECLARING_FILES).map((file) => ({
      file,
      declared: new Declarations([{ path: file.path, text: file.text, truncated: false }]),
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

  /** A package that a manifest declared and none declares now. */
  lostPackage(name: string): Lost | undefined {
    const lost = this.#lost()
    const key = keysOfPackage(name).find((one) => lost.has(one))
    return key === undefined ? undefined : lost.get(key)
  }

  /** The commit that took a script out of a manifest. */
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

/** Finds paths of the bank among the listed files, whatever folder they are written from. */
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

  /** Files and folders that end in this path: a bank often writes a path as seen from a package or from `src/`. */
  endingIn(path: string): readonly string[] {
    return (this.#byName.get(nameOf(path)) ?? []).filter((one) => one === path || one.endsWith(`/${path}`))
  }

  /** The files of this name, anywhere. */
  named(name: string): readonly string[] {
    return (this.#byName.get(name) ?? []).filter((path) => this.#files.has(path))
  }

  /** Whether its folder holds another file of the same kind. */
  hasSibling(path: string): boolean {
    const [, folder = '', ending = ''] = /^(.*\/)[^/]*(\.\w+)$/.exec(path) ?? []
    return [...this.#files].some(
      (file) => file.startsWith(folder) && file.endsWith(ending) && nameOf(file) === file.slice(folder.length),
    )
  }

  /** A module without its ending: `src/auth` for `src/auth.ts`. */
  withAnyEnding(path: string): string | undefined {
    return this.#byStem.get(nameOf(path))?.find((file) => {
      const whole = file.slice(0, file.length - nameOf(file).length) + nameOf(path)
      return whole === path || whole.endsWith(`/${path}`)
    })
  }
}

/** What became of paths that git once had. */
export class PastIndex {
  readonly #byName = new Map<string, PathTakenAway[]>()
  readonly #folders = new Map<string, PathTakenAway>()

  /** Nothing was ever taken away, as far as git tells. */
  readonly isEmpty: boolean

  constructor(taken: readonly PathTakenAway[]) {
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

  /** The last that was heard of a path, followed through its renames to the name it has now. */
  of(path: string): PathTakenAway | undefined {
    const first = this.#last(path)
    let now = first
    for (let renames = 0; renames < MOST_RENAMES && now?.renamedTo !== undefined; renames += 1) {
      const next = this.#byName.get(nameOf(now.renamedTo))?.find((one) => one.path === now?.renamedTo)
      if (next === undefined || next === now || next.date < now.date) break
      now = next
    }
    return first === undefined || now === undefined ? undefined : { ...first, renamedTo: now.renamedTo }
  }

  #last(path: string): PathTakenAway | undefined {
    const named = this.#byName.get(nameOf(path))?.find((one) => one.path === path || one.path.endsWith(`/${path}`))
    return named ?? this.#folders.get(path)
  }
}

const MOST_RENAMES = 5

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
