/** The bank as a value: all its files at one moment. */

import type { BankPath } from '../base/bank-path.ts'
import type { Page } from './page.ts'

export interface Snapshot {
  /** Whether the folder `memory-bank/` exists. */
  readonly exists: boolean
  /** The Markdown files, sorted by path. Bytes that are not UTF-8 become lone surrogates. */
  readonly files: ReadonlyMap<BankPath, Page>
  /** Files that are not Markdown. They are listed but never read. */
  readonly others: readonly BankPath[]
  readonly folders: ReadonlySet<BankPath>
  readonly unreadable: readonly { readonly path: BankPath; readonly cause: string }[]
  /** Files that a sparse checkout leaves out, so that they cannot be read. */
  readonly leftOut?: ReadonlySet<BankPath>
}

/** A file of the bank that is read on demand. */
export interface ReadableFile {
  readonly path: BankPath
  readonly mtime: number
  readPage(): Page
}

/** The bank for search and recall, which need only some of the texts. */
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
  /** The commit that added the file to this branch, or the merge of that commit. */
  readonly commit: string
  /** The number of newer commits that added other files. */
  readonly age: number
  /** The commit's time, ISO 8601. */
  readonly made: string
}

export interface FileDate {
  /** YYYY-MM-DD */
  readonly updated: string
  readonly author: string | undefined
  /** The index is newer than the file's last change, so its date and author are right. */
  readonly isAsIndexed?: boolean
  /** The file's modification day. */
  readonly touched?: string
}
