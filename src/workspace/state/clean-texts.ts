/**
 * Texts known to hold no secret, so that each is searched once: what one write leaves, the next one finds.
 *
 * Those that serve a bank share a cache, which holds the hashes of such texts and no text.
 */

import { join } from 'node:path'
import { hashOfText } from '../../core/content-hash.ts'
import { once } from '../../core/once.ts'
import { findSecrets } from '../../secrets/find-secrets.ts'
import { readCache, writeCache } from './cache.ts'

/** The texts of a turn's writes. */
const MOST_TEXTS = 24
/** Ids, names, hashes: they are searched together, and their hashes are not kept. */
const SHORT = 400
/** Then the cache begins again. */
const MOST_HASHES = 2_000
/** Raised where more counts as a secret: what was clean before is searched again. */
const VERSION = 'clean texts 2'
const NAME = 'clean'

export class CleanTexts {
  readonly #folder: string | undefined
  readonly #hashes = once(() => this.#read())
  #known: readonly string[] = []

  /** Without a state folder, what is known is known to this process only. */
  constructor(stateFolder?: string) {
    this.#folder = stateFolder === undefined ? undefined : join(stateFolder, 'under-way')
  }

  areClean(texts: readonly string[]): boolean {
    const short = texts.filter((text) => text.length <= SHORT).join('\n\n')
    return this.#isClean(short) && texts.every((text) => text.length <= SHORT || this.#isClean(text))
  }

  #isClean(text: string): boolean {
    if (this.#known.includes(text)) return true
    const hash = text.length > SHORT ? `${text.length}-${hashOfText(text)}` : undefined
    const isKept = hash !== undefined && this.#hashes().has(hash)
    if (!isKept && findSecrets(text).length > 0) return false
    this.#known = [text, ...this.#known].slice(0, MOST_TEXTS)
    if (hash !== undefined && !isKept) this.#add(hash)
    return true
  }

  #read(): Set<string> {
    const bytes = this.#folder === undefined ? undefined : readCache(this.#folder, NAME, VERSION)
    return new Set(bytes?.toString('latin1').split('\n'))
  }

  #add(hash: string): void {
    if (this.#folder === undefined) return
    const hashes = this.#hashes()
    if (hashes.size >= MOST_HASHES) hashes.clear()
    hashes.add(hash)
    writeCache(this.#folder, NAME, VERSION, Buffer.from([...hashes].join('\n')))
  }
}
