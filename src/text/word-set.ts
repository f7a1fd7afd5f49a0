/** A set of words written as one text, with any white space between them. */

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
