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
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\d|#|\*|\ufe0f)(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu

/** Control and formatting characters, fillers, selectors, which can carry a text of their own; joiners inside words are none. */
const UNSEEN =
  /(?!\n|\r|\t|\u200c|\u200d)(?:\p{C}|\p{Default_Ignorable_Code_Point}|\u2800)|(?<!\p{L}|\p{M})(?:\u200c|\u200d)|(?:\u200c|\u200d)(?!\p{L}|\p{M})/u
