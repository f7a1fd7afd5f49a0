/** The bank as a value: what every file of it held at one moment. */

import type { BankPath } from '../base/bank-path.ts'
import type { Page } from './page.ts'

export interface Snapshot {
  /** Whether `memory-bank/` is there at all. */
  readonly exists: boolean
  /** The Markdown files, sorted by path. Bytes that are not UTF-8 are carried as lone surrogates. */
  readonly files: ReadonlyMap<BankPath, Page>
  /** Files that are not Markdown: named, never read. */
  readonly others: readonly BankPath[]
  readonly folders: ReadonlySet<BankPath>
  readonly unreadable: readonly { readonly path: BankPath; readonly cause: string }[]
  /** Files of the bank that a sparse checkout leaves out, so that they cannot be read here. */
  readonly leftOut?: ReadonlySet<BankPath>
}

/** A file of the bank that is read when it is asked for. */
export interface ReadableFile {
  readonly path: BankPath
  readonly mtime: number
  readPage(): Page
}

/** The bank for search and recall, which need only few of its texts. */
export interface ReadableBank extends Omit<Snapshot, 'files'> {
  readonly files: ReadonlyMap<BankPath, ReadableFile>
}

export function readable(snapshot: Snapshot): ReadableBank {
  const files = [...snapshot.files].map(
    ([path, page]) => [path, { path, mtime: page.mtime, readPage: () => page }] as const,
  )
  return { ...snapshot, files: new Map(files) }
}

export function textOf(snapshot: Snapshot, path: BankPath): string | undefined {
  return snapshot.files.get(path)?.text
}

/** How a file came to this branch. */
export interface Arrival {
  /** The commit that brought it: its own, or the merge. */
  readonly commit: string
  /** How many of the commits that brought others are newer. */
  readonly age: number
  /** When it was made, ISO 8601. */
  readonly made: string
}

export interface FileDate {
  /** YYYY-MM-DD */
  readonly updated: string
  readonly author: string | undefined
  /** The index was written after the file was last changed, so its date and author are right. */
  readonly isAsIndexed?: boolean
  /** The day it was written on the disk. */
  readonly touched?: string
}
