/** How many columns a text takes in a terminal: a Chinese character and an emoji take two, a combining mark none. */

export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const character of text.replace(COLOUR, '')) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/**
 * The text in lines of at most this many columns, broken between words and between Chinese characters; further lines begin
 * with `hang`. A word that is longer than a line, a path for one, stays whole.
 */
export function wrapped(text: string, columns: number, hang: string): string {
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : wrappedLine(line, columns, hang)))
    .join('\n')
}

function wrappedLine(line: string, columns: number, hang: string): string {
  const done: string[] = []
  const [lead = ''] = /^ */.exec(line) ?? []
  let current = lead
  let hasWord = false
  for (const piece of line.slice(lead.length).match(PIECES) ?? []) {
    if (hasWord && widthOf(current + piece.trimEnd()) > columns) {
      done.push(current.trimEnd())
      current = hang
    }
    current += piece
    hasWord = true
  }
  return [...done, current.trimEnd()].join('\n')
}

/** What is never broken: a word with the spaces behind it; a Chinese character with the punctuation behind it. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u201d]* *|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that colour a text begin with one.
const COLOUR = /\x1b\[\d+m/g
const NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u
