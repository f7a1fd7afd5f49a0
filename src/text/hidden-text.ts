/** Text that a reader does not see once it is rendered: comments, and characters without a shape. */

/** Whether a value, or anything in it, holds some. */
export function holdsHiddenText(value: unknown): boolean {
  if (typeof value === 'string') return hasHiddenText(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsHiddenText)
}

function hasHiddenText(text: string): boolean {
  return text.includes('<!--') || UNSEEN.test(text.replace(IN_EMOJI, ''))
}

/** Joiners and selectors that make one emoji of several characters. */
const IN_EMOJI =
  /(?<=[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\d#*\ufe0f])(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu

/** Formatting and control characters, fillers, and selectors, which can carry a text of their own. */
const UNSEEN =
  /[^\P{C}\n\r\t\u200c\u200d]|[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/u
