/**
 * Which other words stand for a word of the question.
 *
 * One step only: a synonym's own synonyms are not followed, so a chain of loose words cannot lead anywhere. The lists
 * are long and a question is short: a phrase is taken apart when a question comes near it, not before.
 */

import { DOMAIN, EVERYDAY } from './synonym-list.ts'
import { type Term, tokenize } from './tokenize.ts'

/** A word or phrase as the terms it is indexed under. */
export interface Phrase {
  readonly text: string
  readonly terms: readonly Term[]
}

/** What may stand for a phrase, and from which list: words of the trade are surer than everyday ones. */
export interface Instead {
  readonly phrase: Phrase
  readonly field: 'domain' | 'everyday'
}

interface SynonymSet {
  readonly field: Instead['field']
  readonly words: readonly string[]
}

export class Synonyms {
  /** By how a word begins (`startOf`): the sets it is in. */
  readonly #byStart = new Map<string, { readonly word: string; readonly set: SynonymSet }[]>()
  readonly #phrases = new Map<string, Phrase>()

  constructor() {
    for (const set of DOMAIN.split(PARTED)) this.#add(set, 'domain')
    for (const set of EVERYDAY.split(PARTED)) this.#add(set, 'everyday')
  }

  /** The longest Han word of the lists that stands at this place. */
  longestHanAt(text: string, at: number): string | undefined {
    let longest: string | undefined
    for (const { word } of this.#byStart.get(text.slice(at, at + 2)) ?? []) {
      if ((longest === undefined || word.length > longest.length) && text.startsWith(word, at)) longest = word
    }
    return longest
  }

  /** The phrases of the list that the question holds, each with what stands for it. `terms` in the question's order. */
  find(terms: readonly Term[]): readonly { readonly said: Phrase; readonly instead: readonly Instead[] }[] {
    const sequence = terms.filter((term) => term.kind !== 'whole')
    const found = new Map<string, { readonly said: Phrase; readonly instead: Map<string, Instead> }>()
    for (const [at, term] of sequence.entries()) {
      for (const { word, set } of this.#byStart.get(startOf(term.text)) ?? []) {
        const said = this.#phrase(word)
        if (said.terms[0]?.text !== term.text || !continues(sequence, at, said)) continue
        const entry = found.get(word) ?? { said, instead: new Map<string, Instead>() }
        found.set(word, entry)
        for (const other of set.words) {
          if (other !== word && !entry.instead.has(other)) {
            entry.instead.set(other, { phrase: this.#phrase(other), field: set.field })
          }
        }
      }
    }
    return [...found.values()].map(({ said, instead }) => ({ said, instead: [...instead.values()] }))
  }

  #add(text: string, field: Instead['field']): void {
    if (!text.includes('|')) return
    const words = text.trim().split('|')
    const set: SynonymSet = { field, words }
    for (const word of words) {
      const start = startOf(word)
      const known = this.#byStart.get(start)
      if (known === undefined) this.#byStart.set(start, [{ word, set }])
      else known.push({ word, set })
    }
  }

  #phrase(word: string): Phrase {
    const known = this.#phrases.get(word)
    if (known !== undefined) return known
    const phrase = phraseOf(word)
    this.#phrases.set(word, phrase)
    return phrase
  }
}

const PARTED = /[;\n]\s*/

/** The first two characters of a Han word, the first three letters of another: a stem begins as its word does. */
function startOf(word: string): string {
  return word.charCodeAt(0) >= 0x3000 ? word.slice(0, 2) : word.slice(0, 3).trimEnd()
}

function phraseOf(word: string): Phrase {
  const all = tokenize(word).filter((term) => term.kind !== 'whole')
  const pairs = all.filter((term) => term.kind === 'pair')
  // Of a Han word only its pairs count: single characters stand in too many other words.
  const terms = pairs.length > 0 ? all.filter((term) => term.kind !== 'character') : all
  return { text: word, terms }
}

function continues(sequence: readonly Term[], at: number, phrase: Phrase): boolean {
  let position = at
  for (const [index, wanted] of phrase.terms.entries()) {
    if (index > 0) {
      position += 1
      // Single characters stand between the pairs of one word.
      while (sequence[position]?.kind === 'character' && wanted.kind === 'pair') position += 1
    }
    if (sequence[position]?.text !== wanted.text) return false
  }
  return true
}
