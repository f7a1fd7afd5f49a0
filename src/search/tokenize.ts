/**
 * Splits a text into search terms: stemmed words, parts of identifiers and paths, Han characters and pairs.
 *
 * Bank and question go through the same function, so that `userService`, `user_service` and "user services" match, as
 * do full and half width, upper and lower case. It uses no Intl, so every runtime gives the same terms.
 */

import { stem } from '../base/stem.ts'
import { wordSet } from '../base/word-set.ts'

type TermKind =
  | 'word'
  /** The parts of an identifier as one word, so that `Wi-Fi` matches `wifi` and `user_id` matches `userId`. */
  | 'whole'
  /** A Han character that is not a stop character. */
  | 'character'
  /** Two neighbouring Han characters. */
  | 'pair'
  /** A path or one of its folders, so that `src/pay/refund.ts` matches `src/pay`. */
  | 'path'

export interface Term {
  readonly text: string
  readonly kind: TermKind
}

export function tokenize(text: string): readonly Term[] {
  return runsOf(text).flatMap(termsOfRun)
}

/** The parts of a text that hold terms: words, identifiers and paths as written, and runs of Han characters. */
export function runsOf(text: string): readonly string[] {
  const found = text.match(RUN) ?? []
  const isWide = WIDE.test(text)
  if (!isWide && !found.some((run) => run.length > LONGEST_RUN)) return found
  return found.flatMap((run) => (isHan(run) ? [run] : shortRuns(isWide ? foldWidth(run) : run)))
}

function shortRuns(run: string): readonly string[] {
  return run.length <= LONGEST_RUN ? [run] : run.split(JOINTS).filter((piece) => piece.length <= LONGEST_PART)
}

export function termsOfRun(run: string): readonly Term[] {
  if (!isHan(run)) return latinTerms(run)
  const terms: Term[] = []
  visitHan(run, (first, second) => {
    if (second === undefined) terms.push({ text: String.fromCharCode(first), kind: 'character' })
    else terms.push({ text: String.fromCharCode(first, second), kind: 'pair' })
  })
  return terms
}

/** Visits the characters and pairs of a run of Han characters, as code units. */
export function visitHan(run: string, visit: (first: number, second: number | undefined) => void): void {
  let before: number | undefined
  let isStopBefore = false
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at)
    const isStop = STOP_CHARACTERS.has(code)
    if (before !== undefined && !(isStop && isStopBefore)) visit(before, code)
    if (!isStop) visit(code, undefined)
    before = code
    isStopBefore = isStop
  }
}

/** Each part is stemmed. If there are several, so is the whole. */
function latinTerms(run: string): readonly Term[] {
  if (/^[A-Za-z]?[a-z]*$/.test(run)) {
    const word = run.toLowerCase()
    return STOP_WORDS.has(word) ? [] : [{ text: stem(word), kind: 'word' }]
  }
  const terms: Term[] = []
  const parts = partsOf(run)
  for (const part of parts) {
    const word = part.toLowerCase()
    if (STOP_WORDS.has(word)) continue
    // A single digit or letter inside an identifier is ignored. On its own it may matter ("chapter 3").
    if (word.length === 1 && parts.length > 1) continue
    terms.push({ text: stem(word), kind: 'word' })
  }
  if (parts.length > 1 && !run.includes("'") && !run.includes('’')) {
    const whole = parts.join('').toLowerCase()
    if (whole.length <= LONGEST_PART) terms.push({ text: stem(whole), kind: 'whole' })
  }
  if (run.includes('/')) terms.push(...pathTerms(run.toLowerCase()))
  return terms
}

/** `src/pay/refund.ts` → src/, src/pay/, src/pay/refund.ts. A last part without an extension may be a folder. */
function pathTerms(path: string): readonly Term[] {
  const terms: Term[] = []
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1))
    terms.push({ text: path.slice(0, slash + 1), kind: 'path' })
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (last !== '') terms.push({ text: last.includes('.') ? path : `${path}/`, kind: 'path' })
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

/** Removes accents: é is found by e. */
function fold(run: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is what is meant
  return /^[\x00-\x7f]*$/.test(run) ? run : run.normalize('NFKD').replace(/\p{M}+/gu, '')
}

function foldWidth(run: string): string {
  return run.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** Letters and digits of scripts that separate words, full width included. */
const LETTER =
  '[\\w\\u00aa-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u1fff\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a]'
/** Han, kana and hangul. Rare Han characters are beyond the first plane, as surrogate pairs. */
const HAN = '[\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\ud840-\\udfff\\uf900-\\ufaff]'
/** Real text has punctuation before this many characters. */
const LONGEST_HAN = 512
const RUN = new RegExp(`${LETTER}+(?:[-./:'@\\u2019]${LETTER}+)*\\/?|${HAN}{1,${LONGEST_HAN}}`, 'g')
const WIDE = /[\uff10-\uff5a]/

export function isHan(run: string): boolean {
  const code = run.charCodeAt(0)
  return code >= 0x3040 && code < 0xff00
}

/** Words without a topic, in lower case and before stemming. They are neither indexed nor searched for. */
const STOP_WORDS =
  wordSet(`a about above after again all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each either else ever few for
from further get gets getting give got had hadn has hasn have haven having he her here hers herself him himself his how
however i if in into is isn it its itself just ll let lets like m me might mine more most much must my myself neither no
nor not now of off often on once only or other our ours ourselves out over own per please rather re s same shall shan
she should shouldn since so some still such t than that the their theirs them themselves then there these they this
those though through thus to too under until up upon us ve very was wasn we well were weren what whatever when where
whether which while who whom whose why will with within without won would wouldn yes yet you your yours yourself
yourselves hey hi oh okay ok yeah thank thanks wow really actually maybe`)

/** Particles, pronouns, measure words and question words. Alone they are too common to be useful. */
const STOP_CHARACTERS: ReadonlySet<number> = new Set(
  Array.from(
    '的了和是就都而及与着或之在有我你他她它们这那哪些个吗呢吧啊么什怎为何谁几被把让给对从向到于以其此该所则因但并也还又再很更最太些等中上下里内外前后时',
    (character) => character.charCodeAt(0),
  ),
)

export function isStopCharacter(character: string): boolean {
  return STOP_CHARACTERS.has(character.charCodeAt(0))
}
