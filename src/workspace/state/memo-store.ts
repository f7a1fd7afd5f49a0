/**
 * A memo kept between processes, in our state folder. It only saves time: a damaged one, or one of another
 * program, is as none, and one that cannot be written is no failure.
 */

import { join } from 'node:path'
import type { Memo } from '../../core/memo.ts'
import { cryptography } from '../built-in.ts'
import { keepJson, keptJson } from './kept-json.ts'

export class MemoStore implements Memo {
  readonly #path: string
  readonly #known: ReadonlyMap<string, unknown>
  readonly #used = new Map<string, unknown>()
  readonly #hashes = new Map<string, string>()

  constructor(stateFolder: string) {
    this.#path = join(stateFolder, 'check.memo')
    this.#known = new Map(keptJson<[string, unknown][]>(this.#path) ?? [])
  }

  of<T>(what: string, text: string, work: () => T): T {
    const key = `${what} ${this.markOf(text)}`
    // Only this program writes the file, whole and with its own mark: what it gave under a key it gets back.
    const value = this.#known.has(key) ? (this.#known.get(key) as T) : work()
    this.#used.set(key, value)
    return value
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
    keepJson(this.#path, kept)
  }
}
