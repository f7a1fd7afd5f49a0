/** Texts known to hold no secret, so that each is looked through once: what a write leaves, the next one finds. */

import { findSecrets } from '../core/secrets.ts'

/** The texts of a turn's writes. */
const MOST = 24
/** Ids, names, hashes: looked through together. */
const SHORT = 400

export class CleanTexts {
  #known: readonly string[] = []

  areClean(texts: readonly string[]): boolean {
    const short = texts.filter((text) => text.length <= SHORT).join('\n\n')
    return this.#isClean(short) && texts.every((text) => text.length <= SHORT || this.#isClean(text))
  }

  #isClean(text: string): boolean {
    if (this.#known.includes(text)) return true
    if (findSecrets(text).length > 0) return false
    this.#known = [text, ...this.#known].slice(0, MOST)
    return true
  }
}
