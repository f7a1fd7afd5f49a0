/**
 * The repository as drift asks it: which paths there are, what files say, what git remembers.
 *
 * Lazy, and every answer kept for the life of the value; all of it is bounded, and what could not be found out in time
 * is not known rather than not there.
 */

import type { BankPath } from '../../base/bank-path.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import { once } from '../../base/once.ts'
import { run, trackedFiles } from '../git/git.ts'
import { earlierFiles, linesWritten, pathsTakenAway, type TakingCommit, wordsTakenOut } from '../git/taken-away.ts'
import { decodeText } from '../text-codec.ts'
import { listRepository } from './list-repository.ts'
import { kindAt, readText } from './root-files.ts'
import { ignoredAmong } from './scan-project.ts'
import { searchWords } from './search-words.ts'

const MOST_FILES = 250_000
const SEARCH_MILLISECONDS = 6_000
const NEW_MILLISECONDS = 3_000
/** Each is a process. */
const MOST_PAGES_DATED = 20

export interface RepositoryPlace {
  readonly root: string
  readonly inGit: boolean
  /** Every file is as committed. */
  readonly isClean?: boolean
}

export class DiskRepository {
  readonly #place: RepositoryPlace
  #files: readonly string[] | undefined
  readonly #texts = new Map<string, string | undefined>()
  readonly #kinds = new Map<string, ReturnType<typeof kindAt>>()
  readonly #ignored = new Map<string, boolean>()
  readonly #holders = new Map<string, readonly string[]>()
  readonly #taken = once(() => (this.#place.inGit ? pathsTakenAway(this.#place.root, this.#isClean()) : []))
  readonly #written = new Map<BankPath, ReadonlyMap<number, TakingCommit>>()
  /** Words that were asked for in vain: there was no time. */
  readonly #untold = new Set<string>()

  #isSlow = false
  readonly #bounds = {
    milliseconds: NEW_MILLISECONDS,
    onCut: () => {
      this.#isSlow = true
    },
  }

  constructor(place: RepositoryPlace) {
    this.#place = place
  }

  kindOf(path: string): 'file' | 'folder' | undefined {
    if (!this.#kinds.has(path)) this.#kinds.set(path, kindAt(this.#place.root, this.#at(path)))
    return this.#kinds.get(path)
  }

  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, readText(this.#place.root, this.#at(path)))
    return this.#texts.get(path)
  }

  files(): readonly string[] {
    const { root, inGit } = this.#place
    this.#files ??= (
      this.#listed() ??
      (inGit ? trackedFiles(root) : undefined) ??
      listRepository({ root, gitFolder: undefined })
    )
      .filter((path) => !path.startsWith(`${BANK_FOLDER}/`))
      .sort()
    return this.#files
  }

  ignored(paths: readonly string[]): ReadonlySet<string> {
    const open = paths.filter((path) => !this.#ignored.has(path))
    const said = open.length === 0 ? new Set() : this.#askIgnored(open)
    for (const path of open) this.#ignored.set(path, said.has(path) || said.has(`${path}/`))
    return new Set(paths.filter((path) => this.#ignored.get(path) === true))
  }

  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
    const open = [...new Set(words)].filter((word) => !this.#holders.has(word))
    // A search that ran out of time would again.
    if (open.some((word) => this.#untold.has(word))) return undefined
    if (open.length > 0) {
      const ends = performance.now() + SEARCH_MILLISECONDS
      const files = this.files()
      const found = searchWords(open, { ...this.#place, inGit: this.#asksForNew(), files, ends })
      if (found === undefined) {
        for (const word of open) this.#untold.add(word)
        return undefined
      }
      for (const [word, paths] of found) this.#holders.set(word, paths)
    }
    return new Map(
      words.map((word) => [word, this.#holders.get(word) ?? []] as const).filter(([, paths]) => paths.length > 0),
    )
  }

  pathsTakenAway(): ReturnType<typeof pathsTakenAway> {
    return this.#taken()
  }

  earlierFiles(names: readonly string[]): ReturnType<typeof earlierFiles> {
    return this.#place.inGit ? earlierFiles(this.#place.root, this.#isClean(), names) : []
  }

  wordsTakenOut(words: readonly string[]): ReadonlyMap<string, TakingCommit> {
    return this.#place.inGit ? wordsTakenOut(this.#place.root, this.#isClean(), words, BANK_FOLDER) : new Map()
  }

  linesWritten(path: BankPath): ReadonlyMap<number, TakingCommit> {
    if (!this.#written.has(path) && this.#place.inGit && this.#written.size < MOST_PAGES_DATED)
      this.#written.set(path, linesWritten(this.#place.root, `${BANK_FOLDER}/${path}`))
    return this.#written.get(path) ?? new Map()
  }

  #isClean(): boolean {
    return this.#place.isClean === true
  }

  /** Git reads every .gitignore to tell what is new: where that took too long it would again. */
  #asksForNew(): boolean {
    return this.#place.inGit && !this.#isSlow
  }

  /** Thousands of paths are asked for; each is clean already. */
  #at(path: string): string {
    return `${this.#place.root}/${path}`
  }

  #askIgnored(paths: readonly string[]): ReadonlySet<string> {
    const { root, inGit } = this.#place
    if (!inGit) return ignoredAmong(root, paths)
    const asked = paths.flatMap((path) => [path, `${path}/`])
    const answer = this.#asksForNew()
      ? run(root, ['check-ignore', '-z', '--stdin', '--no-index'], asked.join('\0'), {
          statuses: [1],
          // This command knows no literal paths; a name with a star in it is none a bank would claim.
          patterns: true,
          ...this.#bounds,
        })
      : undefined
    // What may be ignored is not said to be gone.
    if (answer === undefined) return this.#isSlow ? new Set(paths) : new Set()
    return new Set(decodeText(answer).split('\0'))
  }

  #listed(): readonly string[] | undefined {
    if (!this.#place.inGit) return undefined
    const asked = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const listed = run(this.#place.root, asked, undefined, this.#bounds)
    if (listed === undefined) return undefined
    const paths = decodeText(listed).split('\0')
    // A file in conflict is listed once for each side.
    return [...new Set(paths)].filter((path) => path !== '').slice(0, MOST_FILES)
  }
}
