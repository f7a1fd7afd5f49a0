/**
 * What one process worked out and the next may use: the search index, what a check has worked out, texts known to hold
 * no secret. A cache only saves time.
 *
 * Every cache is one file in our state folder, in one format: a line that names the format, the version of what is
 * kept and its hash, then the bytes. A file that is damaged, of another version, or that others may
 * write to counts as not there. Several processes may write one at once; whoever writes last leaves a whole file.
 */

import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOfText } from '../../base/content-hash.ts'
import type { Memo } from '../../base/memo.ts'
import { PROGRAM } from '../../base/program-version.ts'
import { cryptography } from '../built-in.ts'
import { replaceQuickly } from '../disk.ts'

const FORMAT = 'memory-bank cache 1'
const SMALL = 128 * 1024
/** What is larger is worked out again each time. */
const MOST_BYTES = 128 * 1024 * 1024

/** Undefined where there is none of this version. */
export function readCache(folder: string, name: string, version: string): Buffer | undefined {
  const file = readOwnFile(join(folder, name))
  const end = file?.indexOf('\n') ?? -1
  if (file === undefined || end === -1) return undefined
  // A copy, since the arrays in it must begin at a multiple of their elements' size.
  const bytes = Buffer.from(file.subarray(end + 1))
  return file.toString('utf8', 0, end) === headOf(version, [bytes]) ? bytes : undefined
}

/** `pieces` are kept as one. */
export function writeCache(folder: string, name: string, version: string, ...pieces: readonly Uint8Array[]): void {
  if (pieces.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES) return
  const path = join(folder, name)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = Buffer.concat([Buffer.from(`${headOf(version, pieces)}\n`), ...pieces])
    replaceQuickly(path, file, `${path}.${process.pid}.tmp`, 0o600)
  } catch {
    return // a full or read-only disk: the next process works it out again
  }
}

/** What this very program kept under this name; only it knows the value's type. */
export function readCachedJson<T>(folder: string, name: string): T | undefined {
  const bytes = readCache(folder, name, programVersion())
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as T)
}

export function writeCachedJson(folder: string, name: string, value: unknown): void {
  writeCache(folder, name, programVersion(), Buffer.from(JSON.stringify(value)))
}

/** A memo that the next process goes on with. */
export class CachedMemo implements Memo {
  readonly #folder: string
  readonly #name: string
  readonly #known: ReadonlyMap<string, unknown>
  readonly #used = new Map<string, unknown>()
  readonly #hashes = new Map<string, string>()

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
    this.#known = new Map(readCachedJson<[string, unknown][]>(folder, name) ?? [])
  }

  of<T>(what: string, text: string, work: () => T): T {
    const key = `${what} ${this.markOf(text)}`
    // Only this program writes the cache: what it put there under a key it gets back.
    const from = [this.#used, this.#known].find((values) => values.has(key))
    const value = from === undefined ? work() : (from.get(key) as T)
    this.#used.set(key, value)
    return value
  }

  markOf(text: string): string {
    const known = this.#hashes.get(text)
    if (known !== undefined) return known
    // Stray bytes are carried as lone surrogates, which would all read alike in UTF-8.
    const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
    const hash = encoding + cryptography().createHash('sha256').update(text, encoding).digest('base64')
    this.#hashes.set(text, hash)
    return hash
  }

  /** Writes down what was used, but nothing of the texts that hold a secret. */
  keep(secret: readonly string[]): void {
    const hidden = new Set(secret.map((text) => this.markOf(text)))
    const kept = [...this.#used].filter(([key]) => !hidden.has(key.slice(key.lastIndexOf(' ') + 1)))
    if (kept.length === this.#known.size && kept.every(([key]) => this.#known.has(key))) return
    writeCachedJson(this.#folder, this.#name, kept)
  }
}

function headOf(version: string, pieces: readonly Uint8Array[]): string {
  return `${FORMAT} ${version} ${markOfBytes(pieces)}`
}

/** Damage is told from none. A hook reads a small cache only, and cryptography takes longer to load than that to hash. */
function markOfBytes(pieces: readonly Uint8Array[]): string {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= SMALL) return hashOfText(Buffer.concat(pieces).toString('latin1'))
  const hash = cryptography().createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('base64')
}

/** Undefined where there is no file, or one that somebody else may have written. */
function readOwnFile(path: string): Buffer | undefined {
  try {
    const handle = openSync(path, 'r')
    try {
      const { uid, mode } = fstatSync(handle)
      const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
      return isOurs ? readFileSync(handle) : undefined
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined // none yet, or none that we may read
  }
}

/** A published package has its version, and all its files have the same time; a program built here has its own time. */
function programVersion(): string {
  const built = statSync(import.meta.filename ?? fileURLToPath(import.meta.url), { throwIfNoEntry: false })
  return `${PROGRAM ?? 'source'} ${built?.mtimeMs ?? 0} ${built?.size ?? 0}`
}
