/** What the judges share: the repository with its derived values, and the verdicts they give. */

import type { ClaimKind } from '../core/drift.ts'
import type { Words } from '../core/language.ts'
import { once } from '../core/once.ts'
import type { Place } from './claim.ts'
import { Declarations, isManifest } from './declarations.ts'
import { type LostPackages, lostPackages } from './lost-packages.ts'
import { type Commit, nameOf, type Repository } from './repository.ts'

export type Verdict =
  | { readonly kind: 'valid' }
  /** The repository does not say whether the claim is true. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'moved' | 'changed'; readonly now: string | undefined; readonly evidence: Words }
  | { readonly kind: 'gone'; readonly evidence: Words }

export interface Judged {
  readonly claim: Place
  readonly about: ClaimKind
  readonly verdict: Verdict
}

export const VALID: Verdict = { kind: 'valid' }
export const UNKNOWN: Verdict = { kind: 'unknown' }

/** The evidence for something that a commit removed. */
export function takenOut({ commit, date }: Commit): Words {
  return commit === ''
    ? { en: 'taken out since the last commit', zh: '上次提交之后被移除' }
    : { en: `taken out in ${commit} (${date})`, zh: `已在 ${commit}（${date}）中移除` }
}

/** Whether it went before the entry was written, by its own words or by git: then the entry names it on purpose. */
export function isBeforeEntry({ path, line, date }: Place, gone: Commit, { repository }: Codebase): boolean {
  if (gone.date === '') return false
  if (date !== undefined && gone.date <= date) return true
  const written = repository.lastWritten(path, line)
  if (written === undefined) return false
  return gone.date < written.date || written.commit.startsWith(gone.commit)
}

/** A repository and the values derived from many of its files, each computed once, when it is first needed. */
export class Codebase {
  readonly repository: Repository
  readonly #worked = new Map<unknown, unknown>()
  readonly #paths = once(() => new PathIndex(this.repository.files()))
  readonly #declarations = once(() => {
    const manifests = this.repository.files().filter(isManifest).slice(0, MOST_MANIFESTS)
    return new Declarations(manifests.map((path) => ({ path, text: this.repository.read(path) })))
  })

  readonly #lost = once(() => lostPackages(this.repository, this.declarations()))

  constructor(repository: Repository) {
    this.repository = repository
  }

  paths(): PathIndex {
    return this.#paths()
  }

  declarations(): Declarations {
    return this.#declarations()
  }

  /** The packages that its manifests lately lost. */
  lost(): LostPackages {
    return this.#lost()
  }

  /** A value derived from many files, computed once. */
  computed<T>(work: (repository: Repository) => T): T {
    if (!this.#worked.has(work)) this.#worked.set(work, work(this.repository))
    return this.#worked.get(work) as T
  }

  /** Whether the path is listed, or exists without being listed. */
  has(path: string): boolean {
    return this.paths().has(path) || this.repository.kindOf(path) !== undefined
  }
}

const MOST_MANIFESTS = 1_000

/** Finds paths of the bank among the listed files, whatever folder they are written from. No lookup goes through all files. */
export class PathIndex {
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

  /** Whether any file has this ending (`.py`). */
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

  /** Files of this name in any spelling: `RingBuffer` finds `ring-buffer.ts`. */
  ofStem(name: string): readonly string[] {
    this.#byPlainStem ??= byPlainStem(this.#paths)
    return this.#byPlainStem.get(plain(name)) ?? []
  }

  has(path: string): boolean {
    return this.#paths.has(path) || this.#folders.has(path)
  }
}

/** Every stem of a file's name: `a.test.ts` has `a` and `a.test`. */
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

/** The place of a text in a sorted list, or the place where it would be inserted. */
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
