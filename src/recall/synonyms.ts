/**
 * Which other words stand for a word of the question.
 *
 * One step only: a synonym's own synonyms are not followed, so a chain of loose words cannot lead anywhere. The lists
 * are long and a question is short: a phrase is taken apart when a question comes near it, not before.
 */

import { DOMAIN, EVERYDAY } from '../text/synonym-list.ts'
import { TRANSLATIONS } from '../text/translation-list.ts'
import { type Term, tokenize } from './tokenize.ts'

/** A word or phrase as the terms it is indexed under. */
export interface Phrase {
  readonly text: string
  readonly terms: readonly Term[]
}

/** What may stand for a phrase, and from which list: words of the trade are surer than everyday ones, and translations only hold across. */
export interface Instead {
  readonly phrase: Phrase
  readonly field: 'domain' | 'everyday' | 'translation'
}

interface Listed {
  readonly word: string
  readonly field: Instead['field']
  /** All words of its set. */
  readonly set: readonly string[]
}

export class Synonyms {
  /** By how a word begins (`startOf`): the words of the lists that do, each with its set. */
  readonly #byStart = new Map<string, readonly Listed[]>()
  readonly #phrases = new Map<string, Phrase>()

  /** The Han words of the lists that stand at this place. */
  hanWordsAt(text: string, at: number): readonly string[] {
    const listed = this.#startingWith(text.slice(at, at + 2)).filter(({ word }) => text.startsWith(word, at))
    return [...new Set(listed.map(({ word }) => word))]
  }

  /** The phrases of the list that the question holds, each with what stands for it. `terms` in the question's order. */
  find(terms: readonly Term[]): readonly { readonly said: Phrase; readonly instead: readonly Instead[] }[] {
    const sequence = terms.filter((term) => term.kind !== 'whole')
    const found = new Map<string, { readonly said: Phrase; readonly instead: Map<string, Instead> }>()
    for (const [at, term] of sequence.entries()) {
      for (const { word, field, set } of this.#startingWith(startOf(term.text))) {
        const said = this.#phrase(word)
        if (said.terms[0]?.text !== term.text || !continues(sequence, at, said)) continue
        const entry = found.get(word) ?? { said, instead: new Map<string, Instead>() }
        found.set(word, entry)
        for (const other of set) {
          if (other !== word && !entry.instead.has(other)) {
            entry.instead.set(other, { phrase: this.#phrase(other), field })
          }
        }
      }
    }
    return [...found.values()].map(({ said, instead }) => ({ said, instead: [...instead.values()] }))
  }

  /** Read out of the lists when asked for: making a table of all of them would cost more than any one question. */
  #startingWith(start: string): readonly Listed[] {
    const known = this.#byStart.get(start)
    if (known !== undefined) return known
    const found = [
      ...wordsStarting(start, DOMAIN, 'domain'),
      ...wordsStarting(start, EVERYDAY, 'everyday'),
      ...wordsStarting(start, TRANSLATIONS, 'translation'),
    ]
    this.#byStart.set(start, found)
    return found
  }

  #phrase(word: string): Phrase {
    const known = this.#phrases.get(word)
    if (known !== undefined) return known
    const phrase = phraseOf(word)
    this.#phrases.set(word, phrase)
    return phrase
  }
}

function wordsStarting(start: string, list: string, field: Instead['field']): readonly Listed[] {
  const found: Listed[] = []
  for (let at = list.indexOf(start); at !== -1 && start !== ''; at = list.indexOf(start, at + 1)) {
    // A word stands behind a bar, or first in its set: behind a new line or a semicolon and a space.
    const before = list[at - 1]
    if (before !== '|' && before !== '\n' && !list.startsWith('; ', at - 2)) continue
    const to = Math.min(placeOf(';', list, at), placeOf('\n', list, at))
    const word = list.slice(at, Math.min(to, placeOf('|', list, at)))
    if (startOf(word) !== start) continue
    const from = Math.max(list.lastIndexOf(';', at), list.lastIndexOf('\n', at)) + 1
    found.push({ word, field, set: list.slice(from, to).trim().split('|') })
  }
  return found
}

function placeOf(mark: string, list: string, from: number): number {
  const at = list.indexOf(mark, from)
  return at === -1 ? list.length : at
}

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
