/**
 * Tables of words and phrases in both languages, and the one matcher that reads them.
 *
 * A phrase of Latin letters is found as whole words, a Chinese one anywhere in the line; case does not matter. Five signs
 * stand for the forms a phrase takes: `deploy*` any ending, `service(s)` letters or words that may be missing,
 * `[to/from]` one of several, `_` any one word, `…` a few words or none.
 */

import { once } from '../../core/once.ts'

export interface WordTable {
  /** Does the line hold a phrase of the table? */
  holds(line: string): boolean
  /** All that it holds, in lower case. */
  phrasesIn(line: string): readonly string[]
  /** The phrase that it begins with, or nothing. */
  opening(line: string): string
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
    opening: (line) => {
      const said = read(line)
      return said.search(pattern()) === 0 ? (said.match(pattern())?.[0] ?? '') : ''
    },
    without: (line) => line.replace(pattern(), ' '),
  }
}

function patternOf(phrases: string): RegExp {
  const sources = phrases.split('|').map((phrase) => sourceOf(phrase.trim().replace(/\s+/g, ' ')))
  return new RegExp(sources.join('|'), 'giu')
}

function sourceOf(phrase: string): string {
  let depth = 0
  const signs = Array.from(phrase, (sign) => {
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (sign === '/' && depth > 0) return '|'
    return SIGNS.get(sign) ?? sign.replace(/[.+?^${}|\\/]/, (own) => `\\${own}`)
  })
  const letters = phrase.replace(/[()[\]]/g, '')
  return `${/^[\w]/.test(letters) ? '\\b' : ''}${signs.join('')}${/[\w*]$/.test(letters) ? '\\b' : ''}`
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['(', '(?:'],
  [')', ')?'],
  ['[', '(?:'],
  [']', ')'],
  ['*', '\\w*'],
  ['_', '[\\w./@-]+'],
  ['…', '.{0,60}?'],
])
