/** Whether a text says a thing already, however it is decorated: dates, emphasis, case and end marks do not count. */

import { datesIn, withoutDates } from '../base/dates.ts'
import { withoutEvidence } from './evidence-links.ts'
import { fromFirstLetter } from '../base/letters.ts'
import { labelled } from './labels.ts'
import type { Page } from './page.ts'
import { cellsOfLine } from './tables.ts'

/** As a line, a cell, a label, what follows one, or a sentence: `Never use yarn` does not say `use yarn`. */
export function alreadySaid({ lines }: Page): (said: string) => boolean {
  const units = new Set<string>()
  for (const line of lines) {
    if (line.fenced || line.commented) continue
    const { label = '', text: labelText = '' } = labelled(line.text) ?? {}
    for (const said of [line.text, label, labelText, ...cellsOfLine(line.text), ...sentencesIn(line.text)])
      units.add(plainWords(said))
  }
  units.delete('')
  return (said) => units.has(plainWords(said))
}

function sentencesIn(line: string): readonly string[] {
  return line.split(/(?<=[.;!?])\s+|(?<=[。；！？])/)
}

/** A text as it is compared: without its evidence, dates, decoration, case and the marks at either end. */
export function plainWords(text: string): string {
  const bare = withoutDates(withoutEvidence(text))
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, (_link, words: string) => words)
    .replace(/[*_`~\\]/g, '')
    .replace(/\s+/g, ' ')
  return fromFirstLetter(bare)
    .replace(/(?<![\s.,;:!?。，；：！？|])[\s.,;:!?。，；：！？|]+$/, '')
    .toLowerCase()
}

/**
 * Whether two titles speak of the same thing. This decides what is updated, so it is strict: the words are alike,
 * decoration and punctuation aside. A sign that makes another word counts (`C++` and `C#`, `1.2` and `12`), and where
 * both name a day or link to a place, it is the same one.
 */
export function sameTopic(one: string, other: string): boolean {
  const topic = lettersOf(one)
  if (topic === '' || topic !== lettersOf(other)) return false
  return [datesIn, linkedFrom].every((namedIn) => !differ(namedIn(one), namedIn(other)))
}

/** A day or a place that only one of them names is decoration. */
function differ(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && one.join('\n') !== other.join('\n')
}

function linkedFrom(text: string): readonly string[] {
  return text.includes('](') ? [...text.matchAll(/\]\(([^()]*)\)/g)].map(([, target = '']) => target) : []
}

function lettersOf(text: string): string {
  return plainWords(text).normalize('NFKC').replaceAll(SAYING_NOTHING, '')
}

/** All but letters, digits, the signs that are words of their own, the point inside a number, and the `#` of `C#`. */
const SAYING_NOTHING = /[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}#%&.]+|(?<![\p{L}\p{N}#])#+|(?<!\p{N})\.+|\.+(?!\p{N})/gu
