/**
 * Whether a line of an old text stands in the texts of a new bank.
 *
 * A heading counts at any level, and a table's row where all its cells stand together in one row, whatever the table
 * has gained besides; any other line counts as it is. What is generated anew, dates and counts, is not looked for.
 */

import { headingIn, listItemIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { applySplices, cellsOfLine } from '../bank/tables.ts'
import type { Splice } from '../base/splice.ts'

export function standingIn(texts: readonly string[]): (line: string) => boolean {
  const all = new Set<string>()
  const rows: (readonly string[])[] = []
  for (const text of texts) {
    for (const line of pageOf(text).lines) {
      all.add(formOf(line.text))
      if (isRow(line.text)) rows.push(cellsOfLine(line.text))
    }
  }
  return (line) => {
    if (all.has(formOf(line))) return true
    if (!isRow(line)) return false
    const cells = cellsOfLine(line).filter((cell) => /\p{L}/u.test(cell))
    return cells.length === 0 || rows.some((row) => cells.every((cell) => row.includes(cell)))
  }
}

/** The lines that say something. */
export function linesOf(text: string): readonly string[] {
  return pageOf(text).lines.flatMap((line) => (/[^ \t\0\uFEFF]/.test(line.text) ? [line.text] : []))
}

/** The lines of a text, to look for repeats of them. */
export function saidIn(text: string): ReadonlySet<string> {
  return new Set(pageOf(text).lines.map((line) => line.text))
}

/** The text without what another says in the same words: paragraphs and list items of one line. */
export function withoutRepeats(text: string, said: ReadonlySet<string>): string {
  const lines = pageOf(text).lines
  const splices = lines.flatMap((line, index): readonly Splice[] => {
    if (line.fenced || line.text.trim().length < REPEAT_CHARACTERS || !said.has(line.text)) return []
    if (headingIn(line.text) !== undefined || isRow(line.text)) return []
    const [above, below] = [lines[index - 1]?.text ?? '', lines[index + 1]?.text ?? '']
    return standsAlone(line.text, above, below) ? [{ start: line.start, end: line.end, text: '' }] : []
  })
  return applySplices(text, splices)
}

/** Whether a line is a list item or a paragraph that nothing else belongs to. */
function standsAlone(line: string, above: string, below: string): boolean {
  const [begins, ends] = [above.trim() === '', below.trim() === '']
  const isItem = listItemIn(line)?.indent === ''
  return (begins && ends) || (isItem && (ends || listItemIn(below)?.indent === ''))
}

/** Shorter lines may stand in two texts by chance. */
const REPEAT_CHARACTERS = 8

function formOf(line: string): string {
  const heading = headingIn(line.replace(/^\uFEFF/, ''))
  return heading === undefined ? line.replace(/^\uFEFF/, '') : `# ${heading.text}`
}

function isRow(line: string): boolean {
  return /^ {0,3}\|/.test(line)
}
