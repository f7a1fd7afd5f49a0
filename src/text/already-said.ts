/** Whether a text says a thing already, however it is decorated: dates, emphasis, case and end marks do not count. */

import { withoutDates } from './dates.ts'
import { withoutEvidence } from './evidence-links.ts'
import { fromFirstLetter, hasHan } from './letters.ts'
import { scanLines } from './lines.ts'
import { labelled } from './part-names.ts'
import { cellsOfLine, commentedLines } from './table.ts'

/** Whether a text says this: as a line, cell, heading or label of its own, or, if it is long enough, anywhere. */
export function alreadySaid(text: string): (said: string) => boolean {
  const lines = scanLines(text)
  const commented = commentedLines(lines)
  const shown = lines.filter((line, index) => !line.fenced && !commented.has(index))
  const units = new Set<string>()
  for (const line of shown) {
    const label = labelled(line.text)
    for (const said of [line.text, label?.text ?? '', ...cellsOfLine(line.text)]) units.add(plainWords(said))
  }
  const whole = shown.map((line) => plainWords(line.text)).join(' ')
  return (said) => {
    const wanted = plainWords(said)
    if (wanted === '') return false
    if (units.has(wanted)) return true
    const isShort = wanted.length < (hasHan(wanted) ? SHORT.han : SHORT.letters)
    return !isShort && standsIn(whole, wanted)
  }
}

/** Short enough to stand in any text by chance: such a statement must be a line or a cell of its own. */
const SHORT = { letters: 12, han: 8 }

/** As whole words where the words are Latin. */
function standsIn(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at + 1)
    const after = text.slice(at + wanted.length - 1, at + wanted.length + 1)
    if (!/^[a-z\d]{2}$/.test(before) && !/^[a-z\d]{2}$/.test(after)) return true
  }
  return false
}

/** A text as it is compared: without its evidence, dates, decoration, case and the marks at either end. */
export function plainWords(text: string): string {
  const bare = withoutDates(withoutEvidence(text))
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, (_link, words: string) => words)
    .replace(/[*_`~\\]/g, '')
    .replace(/\s+/g, ' ')
  return fromFirstLetter(bare)
    .replace(/[\s.,;:!?。，；：！？|]+$/, '')
    .toLowerCase()
}
