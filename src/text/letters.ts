/**
 * Letters and digits, of any script.
 *
 * A text of Latin and Chinese needs no tables of all scripts: these take longer to compile than a bank takes to check.
 */

/** A text without anything else. */
export function onlyLetters(text: string): string {
  return isPlain(text) ? text.replaceAll(/[^a-z0-9\u4e00-\u9fa5]+/gi, '') : text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** A text from its first letter or digit on. */
export function fromFirstLetter(text: string): string {
  return isPlain(text) ? text.replace(/^[^a-z0-9\u4e00-\u9fa5]+/i, '') : text.replace(/^[^\p{L}\p{N}]+/u, '')
}

export function hasLetter(text: string): boolean {
  return /[a-z0-9\u4e00-\u9fa5]/i.test(text) || (!isPlain(text) && /[\p{L}\p{N}]/u.test(text))
}

/** Printed ASCII, space, Chinese characters, and the punctuation that stands between them. */
function isPlain(text: string): boolean {
  return /^[\s!-~\u4e00-\u9fa5，。、；：？！（）《》“”‘’…—·]*$/.test(text)
}
