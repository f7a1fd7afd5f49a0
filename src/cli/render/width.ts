/** How many columns a text takes in a terminal: a Chinese character and an emoji take two, a combining mark none. */

export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

const NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u
