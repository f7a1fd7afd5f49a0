/**
 * Is every character of a text ASCII's?
 *
 * A pattern of classes of all scripts takes a young process half a millisecond to make ready; for such a text a plain
 * one does the same.
 */

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}
