/** Whether a text says a thing already, however it is decorated: dates, emphasis, case and end marks do not count. */

import { withoutDates } from '../text/dates.ts'
import { withoutEvidence } from '../text/evidence-links.ts'
import { fromFirstLetter } from '../text/letters.ts'
import { labelled } from './labels.ts'
import { scanLines } from './lines.ts'
import { cellsOfLine, commentedLines } from './tables.ts'

/** As a line, a cell, a label, what follows one, or a sentence: `Never use yarn` does not say `use yarn`. */
export function alreadySaid(text: string): (said: string) => boolean {
  const lines = scanLines(text)
  const commented = commentedLines(lines)
  const units = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (line.fenced || commented.has(index)) continue
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
