/**
 * What the judges may ask about the repository. Each answer is looked up once. The costly questions take many words or
 * paths at a time, and answer for each as if it had been asked alone.
 */

import type { BankPath } from '../core/bank-path.ts'

export interface Repository {
  /** What stands at a path below the project's root, ignored or not. */
  kindOf(path: string): 'file' | 'folder' | undefined
  /** The text of a file; undefined if there is none, or if it is too large or not text. */
  read(path: string): string | undefined
  /** Every file that is tracked, or not ignored. */
  files(): readonly string[]
  /** Those of the paths that .gitignore excludes. */
  ignored(paths: readonly string[]): ReadonlySet<string>
  /** Each word with the first files that hold it (MOST_HOLDERS), without the bank; undefined if the search took too long. */
  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined
  /** What became of paths that git once had, by the last commit that took them away. */
  pastOf(paths: readonly string[]): ReadonlyMap<string, Past>
  /** Whether git had this path already before that commit. */
  hadBefore(path: string, commit: Commit): boolean
  /** Texts that commits, or the working tree, took out of the code. */
  removed(texts: readonly string[]): ReadonlyMap<string, Removal>
  /** Those of them that only the last commits are asked for: these cost the same for any number of texts. */
  removedLately(texts: readonly string[]): ReadonlyMap<string, Removal>
  /** The commit that last wrote this line of the bank; undefined if none did, or if nobody can tell. */
  lastWritten(path: BankPath, line: number): Commit | undefined
  /** What the last commits took out of files of these names, newest first. */
  linesRemovedFrom(names: readonly string[]): readonly RemovedLine[]
}

export interface Past extends Commit {
  /** The full path that it had. */
  readonly path: string
  readonly renamedTo: string | undefined
}

export interface Removal extends Commit {
  /** The files that had it. */
  readonly paths: readonly string[]
  /** The first lines that had it. */
  readonly lines: readonly string[]
}

export interface RemovedLine extends Commit {
  readonly path: string
  readonly text: string
}

export interface Commit {
  /** Empty for a change that is not committed yet. */
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

/** How many files the repository names for a word. If there are more, the one that defines it may not be among them. */
export const MOST_HOLDERS = 8

/** How often a file is followed to another name. */
const MOST_RENAMES = 5

/** What became of paths that git once had, followed through their renames to the name they have now. */
export function followRenames(paths: readonly string[], repository: Repository): ReadonlyMap<string, Past> {
  const past = new Map(repository.pastOf(paths))
  for (let renames = 1; renames < MOST_RENAMES; renames += 1) {
    const gone = [...past].filter(
      ([, { renamedTo }]) => renamedTo !== undefined && repository.kindOf(renamedTo) === undefined,
    )
    if (gone.length === 0) break
    const further = repository.pastOf([...new Set(gone.flatMap(([, { renamedTo }]) => renamedTo ?? []))])
    if (further.size === 0) break
    for (const [path, was] of gone) {
      const next = further.get(was.renamedTo ?? '')
      if (next !== undefined) past.set(path, { ...was, renamedTo: next.renamedTo })
    }
  }
  return past
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The lines of a text, without an empty last one. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
