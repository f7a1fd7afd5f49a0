/** Words and phrases written as one text. */

/** A set of words, with any white space between them. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

/** A list of phrases, which stand between bars. */
export function phraseList(phrases: string): readonly string[] {
  return phrases.split('|').map((phrase) => phrase.trim())
}
