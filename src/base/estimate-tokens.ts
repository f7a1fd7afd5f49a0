/**
 * Estimates the tokens of a text: within 15 % of o200k on Chinese, English and code (see its test), in one pass.
 *
 * An exact tokenizer takes 100 ms to load, which is too slow for `status`.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let before: Kind | undefined
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at))
    let end = at + 1
    while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1
    const isRestOfWord = kind === 'lower' && before === 'upper' && end - at <= 7
    tokens += isRestOfWord ? AFTER_CAPITAL : COSTS[kind](end - at)
    before = kind
    at = end
  }
  return Math.ceil(tokens)
}

type Kind = 'lower' | 'upper' | 'digit' | 'space' | 'newline' | 'mark' | 'han' | 'fullwidth' | 'other'

/** Ranges of code units, both ends included. */
const RANGES: readonly (readonly [from: number, to: number, kind: Kind])[] = [
  [0x61, 0x7a, 'lower'],
  [0x41, 0x5a, 'upper'],
  [0x30, 0x39, 'digit'],
  [0x20, 0x20, 'space'],
  [0x09, 0x09, 'space'],
  [0x0a, 0x0a, 'newline'],
  [0x0d, 0x0d, 'newline'],
  [0x00, 0x7f, 'mark'],
  [0x4e00, 0x9fff, 'han'],
  [0x3040, 0x30ff, 'han'],
  [0x3400, 0x4dbf, 'han'],
  [0x3000, 0x303f, 'fullwidth'],
  [0xff00, 0xffef, 'fullwidth'],
  [0x2010, 0x2030, 'fullwidth'],
]

function kindOf(unit: number): Kind {
  return ASCII[unit] ?? kindInRanges(unit)
}

function kindInRanges(unit: number): Kind {
  for (const [from, to, kind] of RANGES) if (unit >= from && unit <= to) return kind
  return 'other'
}

const ASCII: readonly Kind[] = Array.from({ length: 128 }, (_, unit) => kindInRanges(unit))

/** The cost of a run of characters of one kind, by its length. */
const COSTS: Readonly<Record<Kind, (length: number) => number>> = {
  // Words up to this length are mostly one token.
  lower: (length) => (length <= 7 ? 1 : 0.9 + (length - 7) / 8),
  upper: (length) => (length === 1 ? 0.7 : 0.4 + length / 4),
  digit: (length) => Math.ceil(length / 3) * 1.1,
  space: (length) => (length === 1 ? 0.07 : 0.3),
  newline: () => 0.8,
  mark: (length) => (length === 1 ? 0.68 : 0.75 + length / 10),
  han: (length) => length * 0.8,
  fullwidth: (length) => length * 1.05,
  other: (length) => length * 0.6,
}

/** The rest of a short word after a capital: the capital is part of its token. */
const AFTER_CAPITAL = 0.35
