/**
 * What drift asks of the repository. Every answer is bounded in time and memory: what could not be found out in time is
 * unknown, and nothing unknown is reported.
 */

import type { BankPath } from '../base/bank-path.ts'

export interface Repository {
  /** What is at a path below the project's root, ignored or not. */
  kindOf(path: string): 'file' | 'folder' | undefined
  /** The text of a file; undefined if there is none, or if it is too large or not text. */
  read(path: string): string | undefined
  /** Every file that is tracked, or not ignored; without the bank. */
  files(): readonly string[]
  /** Those of the paths that .gitignore excludes. */
  ignored(paths: readonly string[]): ReadonlySet<string>
  /** Each word with the first files that hold it, without the bank; undefined if the search took too long. */
  holders(words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined
  /** The paths that the working tree and the last commits took away, newest first. */
  pathsTakenAway(): readonly PathTakenAway[]
  /** Files of these names as they were before the working tree and the last commits changed them, newest first. */
  earlierFiles(names: readonly string[]): readonly EarlierFile[]
  /** Each of the words with the last commit that took it out of the code. */
  wordsTakenOut(words: readonly string[]): ReadonlyMap<string, Commit>
  /** When each line of a page was last written, by its number; without those that are not committed. */
  linesWritten(path: BankPath): ReadonlyMap<number, Commit>
}

export interface Commit {
  /** Empty for a change that is not committed yet. */
  readonly commit: string
  /** YYYY-MM-DD; empty for a change that is not committed yet. */
  readonly date: string
}

export interface PathTakenAway extends Commit {
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
