/**
 * Which files of a repository hold which words.
 *
 * A word's answer depends on nothing but the files: the first of them in the order of their paths, whatever else was
 * asked, and however they were searched.
 */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { BANK_FOLDER } from '../../base/layout.ts'
import { isDocument } from '../../project/document-path.ts'
import { run } from '../git/git.ts'
import { openInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Of each word so many files are told that are documents, and so many that are not: many documents must not hide the one file of code. */
export const MOST_HOLDERS = 8

export interface WordSearch {
  readonly root: string
  readonly inGit: boolean
  /** All there are, sorted. */
  readonly files: readonly string[]
  /** When to give up (performance.now). */
  readonly ends: number
}

type Holders = ReadonlyMap<string, readonly string[]>

/** Git tries each pattern on each line: for many words reading all files is quicker, for a few files too. */
const MOST_PATTERNS = 24
const LEAST_FILES = 500
const MOST_BYTES = 1024 * 1024
/** A source file may be an amalgamation of many; what stands in it is there. */
const MAY_BE_LARGE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|scala|sql|proto)$/
const MOST_CODE_BYTES = 16 * 1024 * 1024

/** Undefined where there was no time for it. */
export function searchWords(words: readonly string[], search: WordSearch): Holders | undefined {
  const searched = search.files.filter(isSearched)
  const isForGit = search.inGit && words.length <= MOST_PATTERNS && searched.length >= LEAST_FILES
  const named = isForGit ? filesWith(words, search) : undefined
  return readFor(words, named?.filter(isSearched).sort() ?? searched, search)
}

/** Made by machines, and large. */
const NOT_SEARCHED = /\.(?:map|snap|svg|lock|min\.\w+)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/

function isSearched(path: string): boolean {
  return !NOT_SEARCHED.test(path)
}

function readFor(words: readonly string[], files: readonly string[], { root, ends }: WordSearch): Holders | undefined {
  const finder = new WordFinder(words)
  const of = new Map<string, string[]>(words.map((word) => [word, []]))
  for (const file of files) {
    if (performance.now() > ends) return undefined
    const bytes = bytesOf(root, join(root, file))
    if (bytes === undefined) continue
    for (const word of finder.in(bytes)) {
      const holders = of.get(word)
      const isOfKind = isDocument(file)
      if (holders !== undefined && holders.filter((one) => isDocument(one) === isOfKind).length < MOST_HOLDERS)
        holders.push(file)
    }
  }
  return of
}

/** Those that git names; undefined where it does not answer. */
function filesWith(words: readonly string[], { root, ends }: WordSearch): readonly string[] | undefined {
  const milliseconds = Math.max(1, Math.ceil(ends - performance.now()))
  const patterns = words.flatMap((word) => ['-e', word])
  const about = ['grep', '--untracked', '-I', '-l', '-F', '-z', '--no-color', ...patterns]
  const output = run(root, [...about, '--', '.', `:(exclude)${BANK_FOLDER}`], undefined, {
    milliseconds,
    patterns: true,
    statuses: [1],
  })
  return output === undefined
    ? undefined
    : decodeText(output)
        .split('\0')
        .filter((file) => file !== '')
}

/** A regular file that is text and of a sensible size: a link leads to what is searched under its own name, or is not ours. */
function bytesOf(root: string, path: string): Buffer | undefined {
  // What vanished, or is not ours to read, holds nothing we could point to.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const opened = openInside(root, path, { bytes: MAY_BE_LARGE.test(path) ? MOST_CODE_BYTES : MOST_BYTES })
  return opened.kind !== 'file' || opened.bytes.subarray(0, 8_000).includes(0) ? undefined : opened.bytes
}

const TABLE_BITS = 16

/** Finds words in bytes: each run of word characters is hashed as it goes by, and looked up only where the hash is known. */
export class WordFinder {
  readonly #words: ReadonlySet<string>
  /** Words with other characters in them (`db-url`) may stand anywhere. */
  readonly #loose: readonly string[]
  readonly #table = new Uint8Array(1 << TABLE_BITS)
  readonly #isWord = new Uint8Array(256)

  constructor(words: readonly string[]) {
    this.#words = new Set(words)
    this.#loose = [...this.#words].filter((word) => !/^[\w$]+$/.test(word))
    for (let code = 0; code < 128; code += 1) this.#isWord[code] = /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0
    for (const word of words) {
      let hash = 0
      for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0
      this.#table[slot(hash)] = 1
    }
  }

  in(bytes: Buffer): ReadonlySet<string> {
    const found = new Set<string>()
    const isWord = this.#isWord
    const table = this.#table
    let begin = -1
    let hash = 0
    for (let at = 0; at <= bytes.length; at += 1) {
      const code = bytes[at] ?? 0
      if (isWord[code] === 1) {
        if (begin < 0) {
          begin = at
          hash = 0
        }
        hash = (Math.imul(hash, 31) + code) | 0
      } else if (begin >= 0) {
        if (table[slot(hash)] === 1) {
          const word = bytes.toString('latin1', begin, at)
          if (this.#words.has(word)) found.add(word)
        }
        begin = -1
      }
    }
    for (const word of this.#loose) if (bytes.includes(word)) found.add(word)
    return found
  }
}

function slot(hash: number): number {
  return (hash ^ (hash >>> TABLE_BITS)) & ((1 << TABLE_BITS) - 1)
}
