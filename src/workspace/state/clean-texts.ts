/**
 * Texts known to hold no secret, so that each is looked through once: what a write leaves, the next one finds.
 *
 * With a file, also by the next process: it holds what each long text is known by, and no text.
 */

import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfText } from '../../core/content-hash.ts'
import { once } from '../../core/once.ts'
import { findSecrets } from '../../secrets/find-secrets.ts'
import { removeIfThere } from '../disk.ts'

/** The texts of a turn's writes. */
const MOST = 24
/** Ids, names, hashes: looked through together. */
const SHORT = 400
/** Some thousand texts; then it is begun anew. */
const MOST_BYTES = 64 * 1024
/** Raised where more counts as a secret: what was clean before is looked through again. */
const KNOWLEDGE = 1

/** Known to all processes that serve a bank. */
export function cleanTextsOf(state: string): CleanTexts {
  return new CleanTexts(join(state, 'under-way', 'clean'))
}

export class CleanTexts {
  readonly #file: string | undefined
  readonly #marks = once(() => this.#read())
  #known: readonly string[] = []

  constructor(file?: string) {
    this.#file = file
  }

  areClean(texts: readonly string[]): boolean {
    const short = texts.filter((text) => text.length <= SHORT).join('\n\n')
    return this.#isClean(short) && texts.every((text) => text.length <= SHORT || this.#isClean(text))
  }

  #isClean(text: string): boolean {
    if (this.#known.includes(text)) return true
    const mark = text.length > SHORT ? `${KNOWLEDGE}-${text.length}-${hashOfText(text)}` : undefined
    const isMarked = mark !== undefined && this.#marks().has(mark)
    if (!isMarked && findSecrets(text).length > 0) return false
    this.#known = [text, ...this.#known].slice(0, MOST)
    if (mark !== undefined && !isMarked) this.#add(mark)
    return true
  }

  #read(): Set<string> {
    try {
      return new Set(this.#file === undefined ? [] : readFileSync(this.#file, 'latin1').split('\n'))
    } catch {
      return new Set() // not there, or not to be read: the texts are looked through again
    }
  }

  /** Whole lines: a torn one matches no text. */
  #add(mark: string): void {
    if (this.#file === undefined) return
    this.#marks().add(mark)
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      appendFileSync(this.#file, `\n${mark}\n`, { mode: 0o600 })
      if (statSync(this.#file).size > MOST_BYTES) removeIfThere(this.#file)
    } catch {
      // Nowhere to write it: the next process looks through the text again.
    }
  }
}
