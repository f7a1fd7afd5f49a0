/**
 * The sections of a text by their headings, and edits: add a section, add to a section, append a block.
 *
 * Only ATX headings outside code fences count. Edits are splices at source offsets, so all other text keeps its bytes.
 */

import { endingOf, gapAfter, headingIn, type Line, splice, withEnding } from './lines.ts'
import type { Page } from './page.ts'

export interface Section {
  /** The heading line, trimmed: `## Current Focus`. */
  readonly heading: string
  readonly level: number
  readonly start: number
  /** The offset after the heading line. */
  readonly bodyStart: number
  /** The start of the next heading of the same or a higher level, or the end of the text. */
  readonly end: number
}

/** `Page.sections` is the only caller. */
export function listSections(lines: readonly Line[]): readonly Section[] {
  const last = lines.at(-1)?.end ?? 0
  const headings = lines.flatMap((line) => {
    const found = line.fenced ? undefined : headingIn(line.text)
    if (found === undefined) return []
    const { level, text: words } = found
    const heading = `${'#'.repeat(level)} ${words}`.trimEnd()
    return [{ heading, level, start: line.start, bodyStart: line.end }]
  })
  // From the last heading up: `ends[level]` is the start of the next heading of that level or a higher one.
  const ends = new Array<number>(7).fill(last)
  const sections: Section[] = []
  for (const heading of headings.reverse()) {
    sections.push({ ...heading, end: ends[heading.level] ?? last })
    ends.fill(heading.start, heading.level)
  }
  return sections.reverse()
}

/** Appends a section (heading and body), with one blank line before it. */
export function appendSection(text: string, section: string): string {
  const ending = endingOf(text)
  return text + gap(text, ending) + withEnding(section.trimEnd(), ending) + ending
}

/** Appends a block of lines at the end of the editable text. Undefined if nothing may be added. */
export function appendBlock(page: Page, block: string): string | undefined {
  const { editable } = page
  if (editable === undefined) return undefined
  return insertBlock(page.text, page.isHidden(editable.bottom) ? editable.top : editable.bottom, block)
}

/** Inserts lines at the start of a line, with one blank line on either side. `block` ends its lines in `\n`. */
export function insertBlock(text: string, at: number, block: string): string {
  const ending = endingOf(text)
  const before = text.slice(0, at)
  const rest = text.slice(at)
  const lead = before.trim() === '' ? '' : gapAfter(before, ending)
  const tail = rest === '' || /^[ \t]*(?:[\r\n]|$)/.test(rest) ? '' : ending
  return splice(text, at, at, lead + withEnding(block, ending) + tail)
}

/** Adds lines at the end of a section, before its trailing blank lines. */
export function appendToSection(text: string, section: Section, addition: string): string {
  const ending = endingOf(text)
  const said = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + said.length
  const lines = withEnding(addition, ending)
  // An empty section keeps the blank line below its heading and gets one below the new lines.
  if (said === '')
    return splice(text, at, at, (text.slice(0, at).endsWith(ending) ? '' : ending) + ending + lines + ending)
  return splice(text, at, at, ending + lines + (at === text.length ? ending : ''))
}

/** Replaces the text of a section. The rest keeps its bytes. */
export function replaceSectionBody(text: string, section: Section, body: string): string {
  const ending = endingOf(text)
  const tail = section.end < text.length ? ending + ending : ending
  return splice(text, section.bodyStart, section.end, ending + body + tail)
}

export function headingLevel(line: string): number | undefined {
  return headingIn(line)?.level
}

/** Whether a heading marks finished items that wait for the archive. */
export function isArchiveHeading(heading: string): boolean {
  return heading.length <= 100 && ARCHIVE_HEADING.test(heading)
}

const ARCHIVE_HEADING =
  /^[^\p{L}]*(?:已完成\s*[（(]\s*待归档\s*[）)]|done\s*[（(]\s*to\s+(?:be\s+)?archived?\s*[）)])[^\p{L}]*$/iu

/** The gap before an appended section: none in an empty text, else one blank line. */
function gap(text: string, ending: string): string {
  if (text.trim() === '' && !/[\r\n]/.test(text)) return text === '' ? '' : ending
  return gapAfter(text, ending)
}
