/**
 * Tables of words and phrases in both languages, and the one matcher that reads them.
 *
 * A phrase of Latin letters is found as whole words, a Chinese one anywhere in the line; case does not matter. Four signs
 * stand for the forms a word takes: `deploy*` any ending, `service(s)` letters that may be missing, `[to/from]` one of
 * several, `_` any one word.
 */

import { once } from '../core/once.ts'

export interface WordTable {
  /** Does the line hold a phrase of the table? */
  holds(line: string): boolean
  /** All that it holds, in lower case. */
  phrasesIn(line: string): readonly string[]
  /** The line without them. */
  without(line: string): string
}

/** Phrases stand between bars; a line break counts as a blank. `except` names longer phrases that are read over. */
export function wordTable(phrases: string, except = ''): WordTable {
  const pattern = once(() => patternOf(phrases))
  const longer = once(() => patternOf(except))
  const read = (line: string): string => (except === '' ? line : line.replace(longer(), ' '))
  return {
    holds: (line) => line.search(pattern()) !== -1 && (except === '' || read(line).search(pattern()) !== -1),
    phrasesIn: (line) => read(line).toLowerCase().match(pattern()) ?? [],
    without: (line) => line.replace(pattern(), ' '),
  }
}

function patternOf(phrases: string): RegExp {
  const all = phrases.split(/\s*\|\s*/).map((phrase) => phrase.trim().replace(/\s+/g, ' '))
  const latin = all.filter(isLatin).map(sourceOf)
  const others = all.filter((phrase) => !isLatin(phrase)).map(sourceOf)
  // One group for all whole words: the engine looks for a boundary first, and only there at the words.
  return new RegExp([...(latin.length > 0 ? [`\\b(?:${latin.join('|')})\\b`] : []), ...others].join('|'), 'giu')
}

/** Whether a phrase begins and ends with a letter that a word's boundary can be told by. */
function isLatin(phrase: string): boolean {
  return /^[([]*\w/.test(phrase) && /(?:\w[)\]]*|\*)$/.test(phrase)
}

/** A pattern's own signs stand for themselves, except for ours. */
function sourceOf(phrase: string): string {
  return phrase
    .replace(/[.+?^${}|\\]/g, (sign) => `\\${sign}`)
    .replace(/\(/g, '(?:')
    .replace(/\)/g, ')?')
    .replace(/\[([^\]]*)\]/g, (_, words: string) => `(?:${words})`)
    .replace(/\//g, '|')
    .replace(/\*/g, '\\w*')
    .replace(/_/g, '[\\w-]+')
}
