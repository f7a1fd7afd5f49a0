/**
 * The questions that drift asks of the repository. Every answer is bounded in time and memory. An answer that takes too
 * long is unknown, and nothing unknown is reported.
 */

import type { BankPath } from '../base/bank-path.ts'

export interface Repository {
  /** The kind of a path below the project's root, ignored or not. */
  kindOf(path: string): 'file' | 'folder' | undefined
  /** The text of a file; undefined if there is none, or if it is too large or not text. */
  read(path: string): string | undefined
  /** Every file that is tracked or not ignored, without the bank. */
  files(): readonly string[]
  /** Those of the paths that .gitignore excludes. */
  ignored(paths: readonly string[]): ReadonlySet<string>
  /** Each word with the first files that hold it, without the bank; undefined if the search took too long. */
  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined
  /** The paths that the working tree and the last commits removed or renamed, newest first. */
  removedPaths(): readonly RemovedPath[]
  /** Files of these names before the working tree and the last commits changed them, newest first. */
  earlierFiles(names: readonly string[]): readonly EarlierFile[]
  /** Each of the words with the last commit that removed it from the code. */
  removedWords(words: readonly string[]): ReadonlyMap<string, Commit>
  /** The commit that last wrote each line of a page, by line number. Uncommitted lines are left out. */
  linesWritten(path: BankPath): ReadonlyMap<number, Commit>
}

export interface Commit {
  /** Empty for an uncommitted change. */
  readonly commit: string
  /** YYYY-MM-DD; empty for an uncommitted change. */
  readonly date: string
}

export interface RemovedPath extends Commit {
  readonly path: string
  readonly renamedTo: string | undefined
}

/** `commit` is the one that changed it. */
interface EarlierFile extends Commit {
  readonly path: string
  readonly text: string
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The lines of a text, without an empty last one. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
