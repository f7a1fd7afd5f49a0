/** Whether a text already contains a statement, ignoring dates, emphasis, case and final punctuation. */

import { datesIn, withoutDates } from '../base/dates.ts'
import { fromFirstLetter } from '../base/letters.ts'
import { withoutEvidence } from './evidence-links.ts'
import { labelled } from './labels.ts'
import type { Page } from './page.ts'
import { cellsOfLine } from './tables.ts'

/** Compares lines, cells, labels, the text after a label, and sentences. `Never use yarn` does not say `use yarn`. */
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

/** The normalised form for comparing texts: without evidence, dates, decoration, case and punctuation at either end. */
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
 * Whether two titles are about the same thing. This decides what is updated, so it is strict: all words must be equal,
 * apart from decoration and punctuation. Signs that distinguish words count (`C++` and `C#`, `1.2` and `12`). If both
 * titles have a day or a link, these must be equal too.
 */
export function sameTopic(one: string, other: string): boolean {
  const topic = lettersOf(one)
  if (topic === '' || topic !== lettersOf(other)) return false
  return [datesIn, linkedFrom].every((namedIn) => !differ(namedIn(one), namedIn(other)))
}

/** Whether the dates or links of two titles differ. Those that only one title has are ignored. */
function differ(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && one.join('\n') !== other.join('\n')
}

function linkedFrom(text: string): readonly string[] {
  return text.includes('](') ? [...text.matchAll(/\]\(([^()]*)\)/g)].map(([, target = '']) => target) : []
}

function lettersOf(text: string): string {
  return plainWords(text).normalize('NFKC').replaceAll(SAYING_NOTHING, '')
}

/** Characters to ignore: all but letters, digits, signs such as `+` and `%`, a point in a number, the `#` of `C#`. */
const SAYING_NOTHING = /[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}#%&.]+|(?<![\p{L}\p{N}#])#+|(?<!\p{N})\.+|\.+(?!\p{N})/gu
