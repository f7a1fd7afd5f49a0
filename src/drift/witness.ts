/**
 * A repository that remembers what it was asked: what a judgement rests on.
 *
 * While every answer named in its basis stays the same, so does the judgement.
 */

import type { Repository } from './repository.ts'

/** The questions of one judgement. What they were answered is kept once for all of them. */
export interface Basis {
  /** Paths whose kind was asked. */
  readonly kinds: readonly string[]
  /** Files that were read. */
  readonly texts: readonly string[]
  readonly ignored: readonly string[]
  readonly words: readonly string[]
  readonly removed: readonly string[]
  readonly past: readonly string[]
  /** Which files there are. */
  readonly listed: boolean
}

export class Witness implements Repository {
  readonly #repository: Repository
  readonly #kinds = new Set<string>()
  readonly #texts = new Set<string>()
  readonly #ignored = new Set<string>()
  readonly #words = new Set<string>()
  readonly #removed = new Set<string>()
  readonly #past = new Set<string>()
  #listed = false

  constructor(repository: Repository) {
    this.#repository = repository
  }

  basis(): Basis {
    return {
      kinds: [...this.#kinds],
      texts: [...this.#texts],
      ignored: [...this.#ignored],
      words: [...this.#words],
      removed: [...this.#removed],
      past: [...this.#past],
      listed: this.#listed,
    }
  }

  kindOf(path: string): ReturnType<Repository['kindOf']> {
    this.#kinds.add(path)
    return this.#repository.kindOf(path)
  }

  read(path: string): string | undefined {
    this.#texts.add(path)
    return this.#repository.read(path)
  }

  files(): readonly string[] {
    this.#listed = true
    return this.#repository.files()
  }

  ignored(paths: readonly string[]): ReturnType<Repository['ignored']> {
    for (const path of paths) this.#ignored.add(path)
    return this.#repository.ignored(paths)
  }

  holders(words: readonly string[]): ReturnType<Repository['holders']> {
    for (const word of words) this.#words.add(word)
    return this.#repository.holders(words)
  }

  pastOf(paths: readonly string[]): ReturnType<Repository['pastOf']> {
    for (const path of paths) this.#past.add(path)
    return this.#repository.pastOf(paths)
  }

  /** Rests on what was asked of the path's past: a commit does not change. */
  hadBefore(path: string, commit: Parameters<Repository['hadBefore']>[1]): boolean {
    return this.#repository.hadBefore(path, commit)
  }

  removed(texts: readonly string[]): ReturnType<Repository['removed']> {
    for (const text of texts) this.#removed.add(text)
    return this.#repository.removed(texts)
  }
}
