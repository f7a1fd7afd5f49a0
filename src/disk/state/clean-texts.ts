/** Texts that were searched and hold no secret, as hashes in a cache that all processes of a bank share. */

import { join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { once } from '../../base/once.ts'
import { readCache, writeCache } from './cache.ts'

/** When this is reached, the cache is cleared. */
const MOST_HASHES = 2_000
/** Raise it when the search finds more secrets, so that texts are searched again. */
const VERSION = 'clean texts 2'
const NAME = 'clean'

export class CleanTexts {
  readonly #folder: string
  readonly #hashes = once(() => new Set(readCache(this.#folder, NAME, VERSION)?.toString('latin1').split('\n')))

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'under-way')
  }

  has(text: string): boolean {
    return this.#hashes().has(keyOf(text))
  }

  add(text: string): void {
    const hashes = this.#hashes()
    if (hashes.size >= MOST_HASHES) hashes.clear()
    hashes.add(keyOf(text))
    writeCache(this.#folder, NAME, VERSION, Buffer.from([...hashes].join('\n')))
  }
}

function keyOf(text: string): string {
  return `${text.length}-${hashOfText(text)}`
}
