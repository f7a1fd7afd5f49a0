/**
 * About how many tokens a model counts for a text: within 15 % of o200k on Chinese, English and code
 * (proven in its test), in one pass over the characters.
 *
 * An exact tokenizer takes a hundred milliseconds to load, and the estimators on npm several to warm
 * up: more than a whole `status` may take.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at))
    let end = at + 1
    while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1
    tokens += costOf(kind, end - at, text, at)
    at = end
  }
  return Math.ceil(tokens)
}

const LOWER = 0
const UPPER = 1
const DIGIT = 2
const SPACE = 3
const NEWLINE = 4
const MARK = 5
const HAN = 6
const FULLWIDTH = 7
const OTHER = 8
type Kind =
  | typeof LOWER
  | typeof UPPER
  | typeof DIGIT
  | typeof SPACE
  | typeof NEWLINE
  | typeof MARK
  | typeof HAN
  | typeof FULLWIDTH
  | typeof OTHER

function kindOf(unit: number): Kind {
  if (unit >= 97 && unit <= 122) return LOWER
  if (unit === 32 || unit === 9) return SPACE
  if (unit === 10 || unit === 13) return NEWLINE
  if (unit >= 65 && unit <= 90) return UPPER
  if (unit >= 48 && unit <= 57) return DIGIT
  if (unit < 128) return MARK
  if ((unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x4dbf))
    return HAN
  if ((unit >= 0x3000 && unit <= 0x303f) || (unit >= 0xff00 && unit <= 0xffef) || (unit >= 0x2010 && unit <= 0x2030))
    return FULLWIDTH
  return OTHER
}

function costOf(kind: Kind, length: number, text: string, at: number): number {
  switch (kind) {
    case LOWER:
      // Words up to this long are mostly one token; a capital before the word is part of it.
      return length <= 7 ? (isUpper(text, at - 1) ? 0.35 : 1) : 0.9 + (length - 7) / 8
    case UPPER:
      return length === 1 ? 0.7 : 0.4 + length / 4
    case DIGIT:
      return Math.ceil(length / 3) * 1.1
    case SPACE:
      return length === 1 ? 0.07 : 0.3
    case NEWLINE:
      return 0.8
    case MARK:
      return length === 1 ? 0.68 : 0.75 + length / 10
    case HAN:
      return length * 0.8
    case FULLWIDTH:
      return length * 1.05
    case OTHER:
      return length * 0.6
  }
}

function isUpper(text: string, at: number): boolean {
  return at >= 0 && kindOf(text.charCodeAt(at)) === UPPER
}
