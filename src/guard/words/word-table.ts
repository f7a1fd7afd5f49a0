/**
 * Tables of words and phrases in both languages, and the one matcher that reads them.
 *
 * A phrase of Latin letters is found as whole words, a Chinese one anywhere in the line; case does not matter. Four signs
 * stand for the forms a word takes: `deploy*` any ending, `service(s)` letters that may be missing, `[to/from]` one of
 * several, `_` any one word.
 */

import { once } from '../../core/once.ts'

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
    holds: (line) => read(line).search(pattern()) !== -1,
    phrasesIn: (line) => read(line).toLowerCase().match(pattern()) ?? [],
    without: (line) => line.replace(pattern(), ' '),
  }
}

function patternOf(phrases: string): RegExp {
  const sources = phrases.split(/\s*\|\s*/).map((phrase) => sourceOf(phrase.trim().replace(/\s+/g, ' ')))
  return new RegExp(sources.join('|'), 'giu')
}

/** A pattern's own signs stand for themselves, except for ours. */
function sourceOf(phrase: string): string {
  const source = phrase
    .replace(/[.+?^${}|\\]/g, (sign) => `\\${sign}`)
    .replace(/\(/g, '(?:')
    .replace(/\)/g, ')?')
    .replace(/\[([^\]]*)\]/g, (_, words: string) => `(?:${words})`)
    .replace(/\//g, '|')
    .replace(/\*/g, '\\w*')
    .replace(/_/g, '[\\w-]+')
  return `${/^[\w([]/.test(phrase) ? '\\b' : ''}${source}${/[\w)\]*]$/.test(phrase) ? '\\b' : ''}`
}
