/**
 * Texts known to hold no secret, so that each is searched once: what one write leaves, the next one finds.
 */

import { findSecrets } from '../../secrets/find-secrets.ts'
import { CleanHashes } from './clean-hashes.ts'

/** The texts of a turn's writes. */
const MOST_TEXTS = 24
/** Ids, names, hashes: they are searched together, and their hashes are not kept. */
const SHORT = 400

export class CleanTexts {
  readonly #hashes: CleanHashes | undefined
  #known: readonly string[] = []

  /** Without a state folder, what is known is known to this process only. */
  constructor(stateFolder?: string) {
    this.#hashes = stateFolder === undefined ? undefined : new CleanHashes(stateFolder)
  }

  areClean(texts: readonly string[]): boolean {
    const short = texts.filter((text) => text.length <= SHORT).join('\n\n')
    return this.#isClean(short) && texts.every((text) => text.length <= SHORT || this.#isClean(text))
  }

  #isClean(text: string): boolean {
    if (this.#known.includes(text)) return true
    const hashes = text.length > SHORT ? this.#hashes : undefined
    const isKept = hashes?.has(text) === true
    if (!isKept && findSecrets(text).length > 0) return false
    this.#known = [text, ...this.#known].slice(0, MOST_TEXTS)
    if (!isKept) hashes?.add(text)
    return true
  }
}
