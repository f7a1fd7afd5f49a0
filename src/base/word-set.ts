/** Lists of words and phrases that are written as one string. */

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

export function phraseList(phrases: string): readonly string[] {
  return phrases.split('|').map((phrase) => phrase.trim())
}
