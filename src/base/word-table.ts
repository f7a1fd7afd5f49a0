/**
 * Tables of words and phrases in both languages, and the matcher for them.
 *
 * A phrase of Latin letters matches whole words, a Chinese one matches anywhere in the line; case does not matter. Five
 * signs describe the forms of a phrase: `deploy*` any ending, `service(s)` an optional part, `[to/from]` one of
 * several, `_` any one word, `…` a few words or none.
 */

import { once } from './once.ts'

export interface WordTable {
  /** Whether the line holds a word that some phrase needs. If not, no pattern is compiled. */
  mayHold(line: string): boolean
  /** Whether the line holds a phrase of the table. */
  holds(line: string): boolean
  phrasesIn(line: string): readonly string[]
  /** The phrase that the line begins with, in lower case. */
  opening(line: string): string
  without(line: string): string
}

/** Phrases are separated by `|`, and a line break counts as a blank. `except` lists longer phrases to skip. */
export function wordTable(phrases: string, except = ''): WordTable {
  const { mayMatch, patternFor } = patternsOf(phrases)
  const { patternFor: longerFor } = patternsOf(except)
  const read = (plain: string): string => {
    const longer = except === '' ? undefined : longerFor(plain)
    return longer === undefined ? plain : plain.replace(longer, ' ')
  }
  const found = (line: string): { readonly said: string; readonly pattern: RegExp } | undefined => {
    const plain = line.toLowerCase()
    const pattern = patternFor(plain)
    // Most lines hold no phrase.
    return pattern === undefined || plain.search(pattern) === -1 ? undefined : { said: read(plain), pattern }
  }
  return {
    mayHold: (line) => mayMatch(line.toLowerCase()),
    holds: (line) => {
      const one = found(line)
      return one !== undefined && one.said.search(one.pattern) !== -1
    },
    phrasesIn: (line) => {
      const one = found(line)
      return one?.said.match(one.pattern) ?? []
    },
    opening: (line) => {
      const one = found(line)
      return one?.said.search(one.pattern) === 0 ? (one.said.match(one.pattern)?.[0] ?? '') : ''
    },
    without: (line) => {
      const plain = line.toLowerCase()
      const pattern = patternFor(plain)
      return pattern === undefined ? plain : plain.replace(pattern, ' ')
    },
  }
}

interface Phrase {
  readonly text: string
  /** Every line that holds the phrase also holds one word of each group. */
  readonly needs: readonly (readonly string[])[]
}

/**
 * Compiling a pattern is the expensive part. The first lines each get a pattern of only the phrases they may hold,
 * which is kept for the next such line. After many lines, one pattern of all phrases is compiled.
 */
function patternsOf(phrases: string) {
  const all = once(() => phrases.toLowerCase().split('|').map(readPhrase))
  const whole = once(() => patternOf(all().map(({ text }) => text)))
  const made = new Map<string, RegExp>()
  let asked = 0
  return {
    mayMatch: (plain: string): boolean => all().some((phrase) => mayStandIn(phrase, plain)),
    patternFor: (plain: string): RegExp | undefined => {
      asked += 1
      if (asked > FEW_LINES) return whole()
      const texts = all().flatMap((phrase) => (mayStandIn(phrase, plain) ? [phrase.text] : []))
      if (texts.length === 0) return undefined
      const key = texts.join('|')
      const pattern = made.get(key) ?? patternOf(texts)
      made.set(key, pattern)
      return pattern
    },
  }
}

function mayStandIn({ needs }: Phrase, plain: string): boolean {
  return needs.every((some) => some.some((part) => plain.includes(part)))
}

const FEW_LINES = 100

function patternOf(phrases: readonly string[]): RegExp {
  const latin = phrases.filter(isLatin).map(sourceOf)
  const others = phrases.filter((phrase) => !isLatin(phrase)).map(boundedSourceOf)
  // Case is folded by hand, because a case-insensitive pattern takes ten times as long to compile. All whole words are
  // in one group, so the engine looks for a word boundary first.
  return new RegExp([...(latin.length > 0 ? [`\\b(?:${latin.join('|')})\\b`] : []), ...others].join('|'), 'g')
}

function readPhrase(raw: string): Phrase {
  const text = raw.trim().replace(/\s+/g, ' ')
  return { text, needs: /[([*_…]/.test(text) ? needsOf(text) : [[text]] }
}

/** The plain parts of the phrase, and the beginnings of its alternatives. Optional parts are not needed. */
function needsOf(phrase: string): readonly (readonly string[])[] {
  const needed = phrase.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '\n')
  const parts = needed.replace(/\[[^\]]*\]|[*_…]/g, '\n').split('\n')
  const choices = Array.from(needed.matchAll(/\[([^\]]*)\]/g), ([, choice = '']) =>
    choice.split('/').map((one) => /^[^*_…\n]*/.exec(one)?.[0].trim() ?? ''),
  )
  return [...parts.map((part) => [part.trim()]), ...choices].filter((some) => !some.includes(''))
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

/** A phrase of both scripts, or with other signs, needs a word boundary only on a Latin side. */
function boundedSourceOf(phrase: string): string {
  return `${beginsLatin(phrase) ? '\\b' : ''}${sourceOf(phrase)}${endsLatin(phrase) ? '\\b' : ''}`
}

/** The signs of a regular expression are literal, except for the five signs above. */
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
