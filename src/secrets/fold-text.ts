/**
 * A text as a detector should read it: full-width forms, look-alike letters and invisible characters
 * turned into the plain characters they pass for.
 *
 * Every position of the folded text maps back to the original, so findings point at the real bytes.
 */

import { countUpTo } from '../bank/lines.ts'

export interface Folded {
  readonly text: string
  /** The place of a folded character in the original; past the end, the original's length. */
  originOf(position: number): number
}

export function foldText(original: string): Folded {
  const sameLength = original.replace(TRADED, (sign) => plainFor(sign))
  if (!DROPPED.test(sameLength)) return { text: sameLength, originOf: (position) => position }
  return dropInvisible(sameLength)
}

/** Characters that Unicode calls ignorable (zero-width, formatting, selectors, soft hyphens), and mathematical letters, which take two units each. */
const DROPPED = /\p{Default_Ignorable_Code_Point}|[\u{1d400}-\u{1d7ff}]/u
const DROP_EACH = new RegExp(DROPPED, 'gu')

/** Characters that are replaced one for one: full-width ASCII (but not ，；！？, which end a Chinese clause), ideographic and no-break spaces, Cyrillic and Greek look-alikes, dashes. */
const DOUBLES = 'АВЕКМНОРСТУХІЈЅаеорсухіјѕһԁԛԝѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧονα‐‑‒–−'
const PLAINS = 'ABEKMHOPCTYXIJSaeopcyxijshdqwvlABEZHIKMNOPTYXova-----'
const TRADED = new RegExp(`[\\uff02-\\uff0b\\uff0d-\\uff1a\\uff1c-\\uff1e\\uff20-\\uff5e\\u3000\\u00a0${DOUBLES}]`, 'g')

function plainFor(sign: string): string {
  const code = sign.charCodeAt(0)
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  const at = DOUBLES.indexOf(sign)
  return at === -1 ? ' ' : PLAINS.charAt(at)
}

function dropInvisible(text: string): Folded {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(DROP_EACH)) {
    const letter = match[0].length === 2 ? match[0].normalize('NFKC') : ''
    pieces.push({ text: text.slice(from, match.index), origin: from })
    if (letter.length === 1) pieces.push({ text: letter, origin: match.index })
    from = match.index + match[0].length
  }
  pieces.push({ text: text.slice(from), origin: from })
  return mappedText(pieces.filter((piece) => piece.text !== ''))
}

/** A text made of pieces of another, in which every position maps back to the original. */
export interface MappedText {
  readonly text: string
  /** The place of a character in the original. */
  originOf(position: number): number
  /** Which piece the character at `position` belongs to. */
  pieceOf(position: number): number
}

export interface Piece {
  readonly text: string
  readonly origin: number
}

export function mappedText(pieces: readonly Piece[]): MappedText {
  const starts: number[] = []
  let length = 0
  for (const piece of pieces) {
    starts.push(length)
    length += piece.text.length
  }
  const pieceOf = (position: number) => Math.max(0, countUpTo(starts, position) - 1)
  return {
    text: pieces.map((piece) => piece.text).join(''),
    pieceOf,
    originOf: (position) => {
      const index = pieceOf(position)
      return position - (starts[index] ?? 0) + (pieces[index]?.origin ?? 0)
    },
  }
}
