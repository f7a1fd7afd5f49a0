/**
 * A memo kept between processes, in our state folder. It only saves time: a damaged one, or one of another
 * program, is as none, and one that cannot be written is no failure.
 */

import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOfText } from '../core/content-hash.ts'
import type { Memo } from '../core/memo.ts'
import { cryptography } from './built-in.ts'
import { replaceDurably } from './disk.ts'

export class MemoStore implements Memo {
  readonly #path: string
  readonly #folder: string
  readonly #known: ReadonlyMap<string, unknown>
  readonly #used = new Map<string, unknown>()
  readonly #hashes = new Map<string, string>()

  constructor(stateFolder: string) {
    this.#folder = stateFolder
    this.#path = join(stateFolder, 'check.memo')
    this.#known = load(this.#path)
  }

  of<T>(what: string, text: string, work: () => T): T {
    const key = `${what} ${this.markOf(text)}`
    // Only this program writes the file, whole and with its own mark: what it gave under a key it gets back.
    const value = this.#known.has(key) ? (this.#known.get(key) as T) : work()
    this.#used.set(key, value)
    return value
  }

  knows(what: string, text: string): boolean {
    return this.#known.has(`${what} ${this.markOf(text)}`)
  }

  markOf(text: string): string {
    const known = this.#hashes.get(text)
    if (known !== undefined) return known
    // Stray bytes, carried as lone surrogates, would all read alike in UTF-8.
    const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
    const hash = encoding + cryptography().createHash('sha256').update(text, encoding).digest('base64')
    this.#hashes.set(text, hash)
    return hash
  }

  /** Write down what was used, but nothing of the texts that must leave no trace. */
  keep(secret: readonly string[]): void {
    const hidden = new Set(secret.map((text) => this.markOf(text)))
    const kept = [...this.#used].filter(([key]) => !hidden.has(key.slice(key.lastIndexOf(' ') + 1)))
    if (kept.length === this.#known.size && kept.every(([key]) => this.#known.has(key))) return
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const body = JSON.stringify(kept)
      replaceDurably(this.#path, Buffer.from(`${mark(body)}\n${body}`), `${this.#path}.${process.pid}.tmp`, 0o600)
    } catch {
      return // a full or read-only disk is no reason to leave the check unanswered
    }
  }
}

function load(path: string): ReadonlyMap<string, unknown> {
  try {
    const text = readFileSync(path, 'utf8')
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    if (text.slice(0, end) !== mark(body)) return new Map()
    const entries: unknown = JSON.parse(body)
    return Array.isArray(entries) ? new Map(entries) : new Map()
  } catch {
    return new Map() // none yet, or none that we may read
  }
}

declare const PROGRAM_VERSION: string

/**
 * Of this program as it was built, and of the whole file: another's, or half of one, is none. A published
 * package has its version, whose files all have the same time; one built here has the time.
 */
function mark(body: string): string {
  const version = typeof PROGRAM_VERSION === 'string' ? PROGRAM_VERSION : 'source'
  const built = statSync(fileURLToPath(import.meta.url), { throwIfNoEntry: false })
  return `memo ${version} ${built?.mtimeMs ?? 0} ${built?.size ?? 0} ${body.length} ${hashOfText(body.slice(0, 1_000) + body.slice(-1_000))}`
}
