/**
 * Text that is not visible once rendered: comments, and characters without a shape.
 *
 * This is the only table of such characters. `withoutHiddenCharacters` removes those that no script and no emoji needs.
 * `holdsHiddenText` is stricter, because it guards text that a person is asked to confirm.
 */

/** Whether a value, or anything inside it, holds text that a person would not see. */
export function holdsHiddenText(value: unknown): boolean {
  if (typeof value === 'string') return hasHiddenText(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsHiddenText)
}

function hasHiddenText(text: string): boolean {
  if (text.includes('<!--') || withoutHiddenCharacters(text) !== text) return true
  return WITHOUT_SHAPE.test(text.replace(IN_EMOJI, ''))
}

/** Keeps line breaks, every script and every emoji. Idempotent. */
export function withoutHiddenCharacters(text: string): string {
  if (!MAY_HIDE.test(text)) return text
  return text
    .replace(NEVER_SHOWN, '')
    .replace(FLAG_OR_TAG, (_, flag: string | undefined) => flag ?? '')
    .replace(JOINERS, '')
    .replace(SELECTOR_ROW, '$1')
}

/** A fast test: a text without these characters is returned unchanged. */
const MAY_HIDE = /(?![\n\r\t])\p{Cc}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u

/**
 * Control characters, Unicode line separators, and characters that have no width or change the reading direction. A
 * byte order mark may begin a text.
 */
const NEVER_SHOWN =
  /(?![\n\r\t])\p{Cc}|[\u00ad\u180e\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069]|(?<!^)\ufeff|[\u{e0080}-\u{e00ff}]/gu

/** Tag characters can spell hidden text. Flags need them: a black flag, letters, and the closing tag. */
const FLAG_OR_TAG = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu

/** One selector chooses how the character before it looks. Several in a row can carry hidden text. */
const SELECTOR_ROW = /(\p{Variation_Selector})\p{Variation_Selector}+/gu

/** Joiners belong to many scripts and to emoji, one at a time and never after a plain letter. */
const JOINERS = /(?<=[\0-\x7f]|^)[\u200c\u200d]+|[\u200c\u200d]{2,}/gu

/** Joiners and selectors that combine characters into one emoji. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\d|#|\*|\ufe0f)(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu

/** Every character without a shape, except a joiner inside a word. */
const WITHOUT_SHAPE =
  /(?!\n|\r|\t|\u200c|\u200d)(?:\p{C}|\p{Default_Ignorable_Code_Point}|\u2800)|(?<!\p{L}|\p{M})(?:\u200c|\u200d)|(?:\u200c|\u200d)(?!\p{L}|\p{M})/u
