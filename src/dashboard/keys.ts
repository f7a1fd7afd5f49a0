/**
 * The secrets of one running page (S54): a code that the terminal shows and that works once, the cookie that it is traded
 * for, and the key of the page that every write carries besides. They are in this process's memory only.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** So many wrong guesses, and the code is void. */
const MOST_GUESSES = 5
/** 60 bits, without letters that look like others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789'
const CODE_LETTERS = 12

export type Trade = 'right' | 'wrong' | 'void'

export class Keys {
  readonly cookie = randomBytes(32).toString('base64url')
  readonly page = randomBytes(32).toString('base64url')
  #code: string | undefined
  #guesses = 0

  /** The one before it is void. */
  newCode(): string {
    const letters = [...randomBytes(CODE_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length])
    this.#code = letters.join('')
    this.#guesses = 0
    return this.#code.replace(/(.{4})(?=.)/g, '$1-')
  }

  /** Right once; `void`: with this guess the code is given up, or there is none. */
  trade(typed: string): Trade {
    if (this.#code === undefined) return 'void'
    // People type it in capitals, with or without its hyphens.
    const isRight = isSame(typed.toLowerCase().replace(/[^a-z0-9]/g, ''), this.#code)
    this.#guesses += 1
    if (!isRight && this.#guesses < MOST_GUESSES) return 'wrong'
    this.#code = undefined
    return isRight ? 'right' : 'void'
  }
}

/** In a time that says nothing about where they differ, or how long they are. */
export function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

/** As a policy names a script or a style that stands in the page. */
export function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
