/**
 * Finds the files of a repository that contain given words.
 *
 * The answer for a word is the first files with it, in path order. It does not depend on the other words.
 */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { BANK_FOLDER } from '../../base/layout.ts'
import { isDocument } from '../../project/file-kind.ts'
import { monotonicMs } from '../built-in.ts'
import { runGit } from '../git/git.ts'
import { sourceBytesInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** The maximum of documents per word, and of other files, so that documents do not crowd out the one source file. */
export const MOST_HOLDERS = 8

export interface WordSearch {
  readonly root: string
  readonly inGit: boolean
  /** All files, sorted. */
  readonly files: readonly string[]
  /** When to give up, as a time of `monotonicMs`. */
  readonly ends: number
}

type Holders = ReadonlyMap<string, readonly string[]>

/** Git tries each pattern on each line. For many words, or in few files, reading all files is quicker. */
const MOST_PATTERNS = 24
const LEAST_FILES = 500
/** A source file may be an amalgamation of many others. */
const MAY_BE_LARGE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|scala|sql|proto)$/
const MOST_CODE_BYTES = 16 * 1024 * 1024

/** Undefined if time ran out. */
export function searchWords(words: readonly string[], search: WordSearch): Holders | undefined {
  const searched = search.files.filter(isSearched)
  const isForGit = search.inGit && words.length <= MOST_PATTERNS && searched.length >= LEAST_FILES
  const named = isForGit ? filesWith(words, search) : undefined
  return readFor(words, named?.filter(isSearched).sort() ?? searched, search)
}

/** Generated files, which are often large. */
const NOT_SEARCHED = /\.(?:map|snap|svg|lock|min\.\w+)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/

function isSearched(path: string): boolean {
  return !NOT_SEARCHED.test(path)
}

function readFor(words: readonly string[], files: readonly string[], { root, ends }: WordSearch): Holders | undefined {
  const finder = new WordFinder(words)
  const of = new Map<string, string[]>(words.map((word) => [word, []]))
  for (const file of files) {
    if (monotonicMs() > ends) return undefined
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

/** The files that `git grep` finds; undefined if git fails. */
function filesWith(words: readonly string[], { root, ends }: WordSearch): readonly string[] | undefined {
  const milliseconds = Math.max(1, Math.ceil(ends - monotonicMs()))
  const patterns = words.flatMap((word) => ['-e', word])
  const about = ['grep', '--untracked', '-I', '-l', '-F', '-z', '--no-color', ...patterns]
  const output = runGit(root, [...about, '--', '.', `:(exclude)${BANK_FOLDER}`], undefined, {
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

const LINES_MILLISECONDS = 500

/** The lines with these words, by file. Undefined if git fails or takes too long. */
export function linesWith(root: string, words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const about = [
    'grep',
    '--untracked',
    '-I',
    '-w',
    '-F',
    '-z',
    '--no-color',
    '--max-count',
    '60',
    ...words.flatMap((word) => ['-e', word]),
  ]
  const output = runGit(root, [...about, '--', '.', `:(exclude)${BANK_FOLDER}`], undefined, {
    milliseconds: LINES_MILLISECONDS,
    patterns: true,
    statuses: [1],
  })
  if (output === undefined) return undefined
  const found = new Map<string, string[]>()
  // A line of the output is the file's name, a NUL and the text.
  for (const line of decodeText(output).split('\n')) {
    const end = line.indexOf('\0')
    if (end === -1) continue
    const file = line.slice(0, end)
    found.set(file, [...(found.get(file) ?? []), line.slice(end + 1)])
  }
  return found
}

/** The bytes of a regular text file. A link is skipped, because its target is searched under its own name. */
function bytesOf(root: string, path: string): Buffer | undefined {
  // Also skips a file that has vanished.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  return sourceBytesInside(root, path, MAY_BE_LARGE.test(path) ? { bytes: MOST_CODE_BYTES } : undefined)
}

const TABLE_BITS = 16

/**
 * Finds words in bytes. Each run of word characters is hashed while reading, and looked up only if the hash is known.
 */
export class WordFinder {
  readonly #words: ReadonlySet<string>
  /** Words with other characters in them (`db-url`), which may be anywhere in a line. */
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
