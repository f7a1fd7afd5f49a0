/**
 * Caches between processes: results of a check, texts known to hold no secret, and more. A lost cache costs only time.
 *
 * Each cache is one file in the state folder. Its first line has the format, the version and the hash of the bytes that
 * follow. A file that is damaged, of another version or writable by others counts as missing. Several processes may
 * write a cache at once; the last one leaves a whole file.
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
/** Larger results are not cached. */
const MOST_BYTES = 128 * 1024 * 1024

/** Undefined if there is no cache of this version. */
export function readCache(folder: string, name: string, version: string): Buffer | undefined {
  const file = readOwnFile(join(folder, name))
  const end = file?.indexOf('\n') ?? -1
  if (file === undefined || end === -1) return undefined
  // A copy: typed arrays in it must begin at a multiple of their element size.
  const bytes = Buffer.from(file.subarray(end + 1))
  return file.toString('utf8', 0, end) === headOf(version, [bytes]) ? bytes : undefined
}

/** Writes the `pieces` one after the other into one file. */
export function writeCache(folder: string, name: string, version: string, ...pieces: readonly Uint8Array[]): void {
  if (pieces.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES) return
  const path = join(folder, name)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = Buffer.concat([Buffer.from(`${headOf(version, pieces)}\n`), ...pieces])
    replaceQuickly(path, file, `${path}.${process.pid}.tmp`, 0o600)
  } catch {
    return // a full or read-only disk: the next process computes it again
  }
}

/** A value that this version of the program cached under this name. Only the caller knows its type. */
export function readCachedJson<T>(folder: string, name: string): T | undefined {
  const bytes = readCache(folder, name, programVersion())
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as T)
}

export function writeCachedJson(folder: string, name: string, value: unknown): void {
  writeCache(folder, name, programVersion(), Buffer.from(JSON.stringify(value)))
}

/** A memo on the disk, which later processes can read. */
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
    // Only this program writes the cache, so a key always has the same type.
    const from = [this.#used, this.#known].find((values) => values.has(key))
    const value = from === undefined ? work() : (from.get(key) as T)
    this.#used.set(key, value)
    return value
  }

  markOf(text: string): string {
    const known = this.#hashes.get(text)
    if (known !== undefined) return known
    // Stray bytes are kept as lone surrogates, which UTF-8 would all encode alike.
    const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
    const hash = encoding + cryptography().createHash('sha256').update(text, encoding).digest('base64')
    this.#hashes.set(text, hash)
    return hash
  }

  /** Writes the results that were used, except those of texts that hold a secret. */
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

/**
 * Detects damage. For a small cache `hashOfText` is quicker than loading the crypto module, which matters in a hook.
 */
function markOfBytes(pieces: readonly Uint8Array[]): string {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= SMALL) return hashOfText(Buffer.concat(pieces).toString('latin1'))
  const hash = cryptography().createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('base64')
}

/** Undefined if there is no file, or if others may have written it. */
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
    return undefined // no cache yet, or an unreadable one
  }
}

/** All files of a published package have the same time, so its version decides; a local build has its own time. */
function programVersion(): string {
  const built = statSync(import.meta.filename ?? fileURLToPath(import.meta.url), { throwIfNoEntry: false })
  return `${PROGRAM ?? 'source'} ${built?.mtimeMs ?? 0} ${built?.size ?? 0}`
}
