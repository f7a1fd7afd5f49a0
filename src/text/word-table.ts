/**
 * Tables of words and phrases in both languages, and the one matcher that reads them.
 *
 * A phrase of Latin letters is found as whole words, a Chinese one anywhere in the line; case does not matter. Five signs
 * stand for the forms a phrase takes: `deploy*` any ending, `service(s)` letters or words that may be missing,
 * `[to/from]` one of several, `_` any one word, `…` a few words or none.
 */

import { once } from '../core/once.ts'

export interface WordTable {
  /** Does the line hold a phrase of the table? */
  holds(line: string): boolean
  /** All that it holds, in lower case. */
  phrasesIn(line: string): readonly string[]
  /** The phrase that it begins with, in lower case, or nothing. */
  opening(line: string): string
  /** The line without them, in lower case. */
  without(line: string): string
}

/** Phrases stand between bars; a line break counts as a blank. `except` names longer phrases that are read over. */
export function wordTable(phrases: string, except = ''): WordTable {
  const pattern = once(() => patternOf(phrases))
  const anchors = once(() => anchorsOf(phrases))
  // Making the pattern costs more than all else: a line without a word that it needs is spared it.
  const may = (line: string): boolean => anchors()?.some((anchor) => line.includes(anchor)) !== false
  const longer = once(() => patternOf(except))
  const read = (line: string): string => {
    const plain = line.toLowerCase()
    return except === '' ? plain : plain.replace(longer(), ' ')
  }
  return {
    holds: (line) => {
      const said = line.toLowerCase()
      return may(said) && said.search(pattern()) !== -1 && (except === '' || read(line).search(pattern()) !== -1)
    },
    phrasesIn: (line) => (may(line.toLowerCase()) ? (read(line).match(pattern()) ?? []) : []),
    opening: (line) => {
      if (!may(line.toLowerCase())) return ''
      const said = read(line)
      return said.search(pattern()) === 0 ? (said.match(pattern())?.[0] ?? '') : ''
    },
    without: (line) => line.toLowerCase().replace(pattern(), ' '),
  }
}

function patternOf(phrases: string): RegExp {
  const all = phrases
    .toLowerCase()
    .split('|')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
  const latin = all.filter(isLatin).map(sourceOf)
  const others = all.filter((phrase) => !isLatin(phrase)).map(boundedSourceOf)
  // Case is folded by hand: a pattern that ignores it takes ten times as long to compile.
  // One group for all whole words: the engine looks for a boundary first, and only there at the words.
  return new RegExp([...(latin.length > 0 ? [`\\b(?:${latin.join('|')})\\b`] : []), ...others].join('|'), 'g')
}

/** Of each phrase something that no line with it lacks; undefined where a phrase has nothing of the kind. */
function anchorsOf(phrases: string): readonly string[] | undefined {
  const anchors = phrases
    .toLowerCase()
    .split('|')
    .map((phrase) => anchorsIn(phrase.trim().replace(/\s+/g, ' ')))
  return anchors.includes(undefined) ? undefined : [...new Set(anchors.flatMap((some) => some ?? []))]
}

/** Its longest plain part; where it has none, the beginnings of what it chooses from. */
function anchorsIn(phrase: string): readonly string[] | undefined {
  const outside = phrase.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]|[*_…]/g, '\n').split('\n')
  const plain = outside.map((part) => part.trim()).sort((a, b) => b.length - a.length)[0] ?? ''
  if (plain.length > 2 || /\p{Script=Han}/u.test(plain)) return [plain]
  const [, choice] = /\[([^\]]*)\]/.exec(phrase) ?? []
  const begins = choice?.split('/').map((one) => /^[^(*_…[]*/.exec(one)?.[0].trim() ?? '') ?? []
  return begins.length === 0 || begins.includes('') ? undefined : begins
}

function isLatin(phrase: string): boolean {
  return beginsLatin(phrase) && endsLatin(phrase)
}

function beginsLatin(phrase: string): boolean {
  return /^[([]*\w/.test(phrase)
}

function endsLatin(phrase: string): boolean {
  return /[\w*][)\]]*$/.test(phrase)
}

/** A phrase of both scripts, or of other signs, ends as a word on the side where it is Latin. */
function boundedSourceOf(phrase: string): string {
  return `${beginsLatin(phrase) ? '\\b' : ''}${sourceOf(phrase)}${endsLatin(phrase) ? '\\b' : ''}`
}

/** A pattern's own signs stand for themselves, except for ours. */
function sourceOf(phrase: string): string {
  let depth = 0
  const signs = Array.from(phrase, (sign) => {
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (sign === '/' && depth > 0) return '|'
    return SIGNS.get(sign) ?? sign.replace(/[.+?^${}|\\/]/, (own) => `\\${own}`)
  })
  return signs.join('')
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
