/**
 * The repository for the drift checks: its paths, its texts and its history in git.
 *
 * Lazy, and every answer is cached in the object. Every query is bounded; after a timeout the answer is unknown, not
 * "missing".
 */

import { statSync } from 'node:fs'
import type { BankPath } from '../../base/bank-path.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import { once } from '../../base/once.ts'
import { monotonicMs } from '../built-in.ts'
import { lineOrigins } from '../git/blame.ts'
import { runGit, trackedFiles } from '../git/git.ts'
import { earlierFiles, type RemovingCommit, removedPaths, removedWords } from '../git/removals.ts'
import { leadsInside, sourceInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'
import { listRepository } from './list-repository.ts'
import { ignoredAmong } from './scan-project.ts'
import { searchWords } from './search-words.ts'

const MOST_FILES = 250_000
const SEARCH_MILLISECONDS = 6_000
const NEW_MILLISECONDS = 3_000
const BLAME_MILLISECONDS = 1_500
/** Each of these pages costs a call of `git blame`. */
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
  readonly #removed = once(() => (this.#place.inGit ? removedPaths(this.#place.root, this.#isClean()) : []))
  readonly #lineCommits = new Map<BankPath, ReadonlyMap<number, RemovingCommit>>()
  /** Words whose search ran out of time. */
  readonly #timedOut = new Set<string>()

  #isSlow = false
  readonly #bounds = {
    milliseconds: NEW_MILLISECONDS,
    onTimeout: () => {
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
    if (!this.#texts.has(path)) this.#texts.set(path, sourceInside(this.#place.root, this.#at(path)))
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
    const answer = open.length === 0 ? new Set() : this.#askIgnored(open)
    for (const path of open) this.#ignored.set(path, answer.has(path) || answer.has(`${path}/`))
    return new Set(paths.filter((path) => this.#ignored.get(path) === true))
  }

  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
    const open = [...new Set(words)].filter((word) => !this.#holders.has(word))
    // Do not repeat a search that ran out of time.
    if (open.some((word) => this.#timedOut.has(word))) return undefined
    if (open.length > 0) {
      const ends = monotonicMs() + SEARCH_MILLISECONDS
      const files = this.files()
      const found = searchWords(open, { ...this.#place, inGit: this.#asksForNew(), files, ends })
      if (found === undefined) {
        for (const word of open) this.#timedOut.add(word)
        return undefined
      }
      for (const [word, paths] of found) this.#holders.set(word, paths)
    }
    return new Map(
      words.map((word) => [word, this.#holders.get(word) ?? []] as const).filter(([, paths]) => paths.length > 0),
    )
  }

  removedPaths(): ReturnType<typeof removedPaths> {
    return this.#removed()
  }

  earlierFiles(names: readonly string[]): ReturnType<typeof earlierFiles> {
    return this.#place.inGit ? earlierFiles(this.#place.root, this.#isClean(), names) : []
  }

  removedWords(words: readonly string[]): ReadonlyMap<string, RemovingCommit> {
    return this.#place.inGit ? removedWords(this.#place.root, this.#isClean(), words, BANK_FOLDER) : new Map()
  }

  linesWritten(path: BankPath): ReadonlyMap<number, RemovingCommit> {
    if (!this.#lineCommits.has(path) && this.#place.inGit && this.#lineCommits.size < MOST_PAGES_DATED)
      this.#lineCommits.set(path, this.#committed(path))
    return this.#lineCommits.get(path) ?? new Map()
  }

  #committed(path: BankPath): ReadonlyMap<number, RemovingCommit> {
    const lines = lineOrigins(this.#place.root, `${BANK_FOLDER}/${path}`, 'all', BLAME_MILLISECONDS)
    return new Map([...lines].map(([line, { commit, committed }]) => [line, { commit, date: committed }]))
  }

  #isClean(): boolean {
    return this.#place.isClean === true
  }

  /** Git reads every .gitignore to list new files. If that timed out once, do not try again. */
  #asksForNew(): boolean {
    return this.#place.inGit && !this.#isSlow
  }

  /** No `join`: there are thousands of paths, and all are normalised. */
  #at(path: string): string {
    return `${this.#place.root}/${path}`
  }

  #askIgnored(paths: readonly string[]): ReadonlySet<string> {
    const { root, inGit } = this.#place
    if (!inGit) return ignoredAmong(root, paths)
    const args = paths.flatMap((path) => [path, `${path}/`])
    const answer = this.#asksForNew()
      ? runGit(root, ['check-ignore', '-z', '--stdin', '--no-index'], args.join('\0'), {
          statuses: [1],
          // `check-ignore` does not support literal paths. Paths in a bank do not contain stars.
          patterns: true,
          ...this.#bounds,
        })
      : undefined
    // After a timeout every path counts as ignored, so that none is reported as missing.
    if (answer === undefined) return this.#isSlow ? new Set(paths) : new Set()
    return new Set(decodeText(answer).split('\0'))
  }

  #listed(): readonly string[] | undefined {
    if (!this.#place.inGit) return undefined
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const listed = runGit(this.#place.root, args, undefined, this.#bounds)
    if (listed === undefined) return undefined
    const paths = decodeText(listed).split('\0')
    // A conflicted file is listed once per side.
    return [...new Set(paths)].filter((path) => path !== '').slice(0, MOST_FILES)
  }
}

/** The kind of a path in the repository. A folder outside it counts as a file, so that it is never listed. */
function kindAt(root: string, path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    return stat.isDirectory() && leadsInside(root, path) ? 'folder' : 'file'
  } catch {
    return 'file' // no permission to examine it, so it exists
  }
}
