/**
 * A text as the terms it is found by: stemmed words, the parts of identifiers and paths, Han characters and pairs.
 *
 * Bank and question go through the same function, so that `userService`, `user_service` and "user services" meet, as
 * do full and half width, upper and lower case. Nothing depends on the platform: no Intl, same in every runtime.
 */

import { stem } from '../text/stem.ts'
import { isStopCode, isStopWord } from './stop-words.ts'

type TermKind =
  /** A word, or a part of an identifier. */
  | 'word'
  /** Several parts written together, so that `Wi-Fi` meets `wifi` and `user_id` meets `userId`. */
  | 'whole'
  /** One Han character that is not a stop character. */
  | 'character'
  /** Two Han characters that follow each other. */
  | 'pair'

export interface Term {
  readonly text: string
  readonly kind: TermKind
}

export function tokenize(text: string): readonly Term[] {
  const terms: Term[] = []
  scanRuns(
    text,
    (run) => {
      for (const term of termsOfRun(run)) terms.push(term)
    },
    (text, kind) => terms.push({ text, kind }),
  )
  return terms
}

/**
 * The walk underneath: each Latin run as it is written (so that a caller can remember what became of it), and each
 * Han character and pair.
 */
export function scanRuns(
  text: string,
  onRun: (run: string) => void,
  onHan: (text: string, kind: 'character' | 'pair') => void,
): void {
  // A regular expression finds the runs in machine code from the first call on; a loop would be interpreted for the
  // first hundred kilobytes, which is all that a command ever reads.
  for (const run of text.match(RUN) ?? []) {
    if (!isHan(run.charCodeAt(0))) scanLatin(run, onRun)
    else scanHan(run, onHan)
  }
}

function scanLatin(run: string, onRun: (run: string) => void): void {
  const folded = WIDE.test(run) ? foldWidth(run) : run
  if (folded.length <= LONGEST_RUN) onRun(folded)
  else for (const piece of folded.split(JOINTS)) if (piece.length <= LONGEST_PART) onRun(piece)
}

function scanHan(run: string, onHan: (text: string, kind: 'character' | 'pair') => void): void {
  let stopped = isStopCode(run.charCodeAt(0))
  for (let at = 0; at < run.length; at += 1) {
    if (!stopped) onHan(run.slice(at, at + 1), 'character')
    if (at + 1 === run.length) return
    const next = isStopCode(run.charCodeAt(at + 1))
    if (!(stopped && next)) onHan(run.slice(at, at + 2), 'pair')
    stopped = next
  }
}

/** What a Latin run is found by: each part stemmed, and all of it together where there is more than one. */
export function termsOfRun(run: string): readonly Term[] {
  const terms: Term[] = []
  const parts = partsOf(run)
  for (const part of parts) {
    const word = part.toLowerCase()
    if (isStopWord(word)) continue
    // A digit or a letter inside an identifier says nothing alone; standing free it may ("chapter 3").
    if (word.length === 1 && parts.length > 1) continue
    terms.push({ text: stem(word), kind: 'word' })
  }
  if (parts.length > 1 && !run.includes("'") && !run.includes('’')) {
    const whole = parts.join('').toLowerCase()
    if (whole.length <= LONGEST_PART) terms.push({ text: stem(whole), kind: 'whole' })
  }
  return terms
}

const LONGEST_RUN = 160
const LONGEST_PART = 48
const JOINTS = /[-./:'’@]+/

/** `getUserName2` → get User Name 2; `HTTPServer` → HTTP Server. */
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z0-9_]+/g

function partsOf(run: string): readonly string[] {
  const folded = fold(run)
  const parts: string[] = []
  for (const piece of folded.split(JOINTS)) {
    if (/^[a-z]+$/.test(piece)) parts.push(piece)
    else for (const part of piece.match(PART) ?? []) parts.push(part)
  }
  return parts
}

/** Accents off: é is found by e. */
function fold(run: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is what is meant
  return /^[\x00-\x7f]*$/.test(run) ? run : run.normalize('NFKD').replace(/\p{M}+/gu, '')
}

function foldWidth(run: string): string {
  return run.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** Letters and digits of scripts that write words apart, full width included. */
const LETTER =
  '[\\w\\u00aa-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u1fff\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a]'
/** Han, kana, hangul; planes beyond the first, where rare Han characters live, come as pairs of surrogates. */
const HAN = '[\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\ud840-\\udfff\\uf900-\\ufaff]'
const RUN = new RegExp(`${LETTER}+(?:[-./:'@\\u2019]${LETTER}+)*|${HAN}+`, 'g')
const WIDE = /[\uff10-\uff5a]/

function isHan(code: number): boolean {
  return code >= 0x3040 && code < 0xff00
}
