/**
 * Tables of words and phrases in both languages, and the one matcher that reads them.
 *
 * A phrase of Latin letters is found as whole words, a Chinese one anywhere in the line; case does not matter. Five signs
 * stand for the forms a phrase takes: `deploy*` any ending, `service(s)` letters or words that may be missing,
 * `[to/from]` one of several, `_` any one word, `…` a few words or none.
 */

import { once } from './once.ts'

export interface WordTable {
  /** Whether the line has what one of the phrases needs: without, no pattern is made. */
  mayHold(line: string): boolean
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
  const { mayMatch, patternFor } = patternsOf(phrases)
  const { patternFor: longerFor } = patternsOf(except)
  const read = (plain: string): string => {
    const longer = except === '' ? undefined : longerFor(plain)
    return longer === undefined ? plain : plain.replace(longer, ' ')
  }
  const found = (line: string): { readonly said: string; readonly pattern: RegExp } | undefined => {
    const plain = line.toLowerCase()
    const pattern = patternFor(plain)
    // Most lines hold no phrase, whatever is read over.
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
  /** Of each of these one is in every line that holds the phrase. */
  readonly needs: readonly (readonly string[])[]
}

/**
 * Making a pattern costs more than all else: for the first lines it is made of the phrases alone that a line may hold,
 * which are few or none, and kept for the next line that may hold the same. Who asks for many lines gets that of all.
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
  // Case is folded by hand: a pattern that ignores it takes ten times as long to compile.
  // One group for all whole words: the engine looks for a boundary first, and only there at the words.
  return new RegExp([...(latin.length > 0 ? [`\\b(?:${latin.join('|')})\\b`] : []), ...others].join('|'), 'g')
}

function readPhrase(raw: string): Phrase {
  const text = raw.trim().replace(/\s+/g, ' ')
  return { text, needs: /[([*_…]/.test(text) ? needsOf(text) : [[text]] }
}

/** Its plain parts, and of what it chooses from the beginnings; what may be missing is not needed. */
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
