/**
 * Fits text of an old bank into other files, and checks whether the new bank contains it.
 *
 * A heading may have another level. A table row is contained if one row has all its cells with letters: dates and
 * counts are generated again. Other lines must be the same.
 */

import { endingOf, headingIn, listItemIn } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { headingLevel } from '../bank/sections.ts'
import { applySplices, cellsOfLine } from '../bank/tables.ts'
import type { Splice } from '../base/splice.ts'

export interface OldEntry {
  /** The text without user block, markers and Memory Bank's own comments. */
  readonly body: string
  /** The first line, if it is the only `#` heading. */
  readonly title: string | undefined
  /** True if the markers pair and no fence is open, so the text can be divided by lines. */
  readonly isWhole: boolean
}

export function readOldEntry(page: Page): OldEntry {
  if (!page.parsed.ok) return { body: page.text, title: undefined, isWhole: false }
  const all = page.blocks
    .map((block) => (block.kind === 'loose' ? block.text : block.kind === 'machine' ? block.inner : ''))
    .join('')
  const body = pageOf(all)
    .lines.filter((line) => line.fenced || !/^\s*<!-- (?:MEMORY_BANK_TEMPLATE:|blockVersion:)/.test(line.text))
    .map((line) => all.slice(line.start, line.end))
    .join('')
    .replace(/^\uFEFF/, '')
  const read = pageOf(body)
  return { body, title: titleIn(read), isWhole: read.openFence === undefined }
}

/** Lowers headings so that they stay inside their section, and closes an open fence. */
export function fitHeadings(body: string, top: number): string {
  const { lines } = pageOf(body)
  const highest = lines.reduce((level, line) => Math.min(level, line.fenced ? 7 : (headingLevel(line.text) ?? 7)), 7)
  const shift = Math.max(0, top - highest)
  const fitted = lines
    .map((line) => {
      const level = line.fenced ? undefined : headingLevel(line.text)
      const text = body.slice(line.start, line.end)
      return level === undefined ? text : '#'.repeat(Math.min(shift, 6 - level)) + text.trimStart()
    })
    .join('')
  const fence = pageOf(fitted).openFence
  return fence === undefined ? fitted : `${withoutOuterBlanks(fitted)}${endingOf(body)}${fence}`
}

/** Trims blank lines at both ends. Indentation stays: without it, code could turn into a marker. */
export function withoutOuterBlanks(text: string): string {
  const lines = pageOf(text).lines.filter((line) => /[^ \t\0\uFEFF]/.test(line.text))
  const first = lines[0]
  const last = lines.at(-1)
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.start + last.text.length)
}

/** The body without its title line. */
export function withoutTitle({ body, title }: OldEntry): string {
  if (title === undefined) return body
  const line = pageOf(body).lines.find((one) => one.text.trim() !== '')
  return line === undefined ? body : body.slice(line.end)
}

function titleIn({ lines, sections }: Page): string | undefined {
  const first = lines.find((line) => line.text.trim() !== '')
  const heading = first === undefined || first.fenced ? undefined : headingIn(first.text)
  if (heading?.level !== 1 || heading.text === '') return undefined
  return sections.filter((section) => section.level === 1).length === 1 ? heading.text : undefined
}

export function lineMatcher(texts: readonly string[]): (line: string) => boolean {
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

/** The lines that are not blank. */
export function linesOf(text: string): readonly string[] {
  return pageOf(text).lines.flatMap((line) => (/[^ \t\0\uFEFF]/.test(line.text) ? [line.text] : []))
}

/** All lines of a text, to detect repeats. */
export function saidIn(text: string): ReadonlySet<string> {
  return new Set(pageOf(text).lines.map((line) => line.text))
}

/** Drops paragraphs and list items of one line that the other text already has. */
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

/** True for a list item or a paragraph of a single line. */
function standsAlone(line: string, above: string, below: string): boolean {
  const [begins, ends] = [above.trim() === '', below.trim() === '']
  const isItem = listItemIn(line)?.indent === ''
  return (begins && ends) || (isItem && (ends || listItemIn(below)?.indent === ''))
}

/** Shorter lines repeat by chance. */
const REPEAT_CHARACTERS = 8

function formOf(line: string): string {
  const heading = headingIn(line.replace(/^\uFEFF/, ''))
  return heading === undefined ? line.replace(/^\uFEFF/, '') : `# ${heading.text}`
}

function isRow(line: string): boolean {
  return /^ {0,3}\|/.test(line)
}
