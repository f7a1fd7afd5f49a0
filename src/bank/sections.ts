/**
 * The sections of a text by their headings, and where to add: a section, to a section, at the editable end.
 *
 * Only ATX headings outside code fences count. Edits are splices at source offsets, so whatever is
 * not edited keeps its bytes.
 */

import { endingOf, gapAfter, headingIn, type Line, splice, withEnding } from './lines.ts'
import type { Page } from './page.ts'

export interface Section {
  /** The heading line, trimmed: `## Current Focus`. */
  readonly heading: string
  readonly level: number
  readonly start: number
  /** Where the text below the heading begins. */
  readonly bodyStart: number
  /** Where the next heading of the same or a higher level begins, or the end of the text. */
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
  // From the last heading up: `ends[level]` is where the next heading of that level or a higher one begins.
  const ends = new Array<number>(7).fill(last)
  const sections: Section[] = []
  for (const heading of headings.reverse()) {
    sections.push({ ...heading, end: ends[heading.level] ?? last })
    ends.fill(heading.start, heading.level)
  }
  return sections.reverse()
}

/** Put a whole section (heading and body) after everything else, with one blank line before it. */
export function appendSection(text: string, section: string): string {
  const ending = endingOf(text)
  return text + gap(text, ending) + withEnding(section.trimEnd(), ending) + ending
}

/** The text with a block of lines added at its editable end; undefined where nothing may be added. */
export function appendBlock(page: Page, block: string): string | undefined {
  const { editable } = page
  if (editable === undefined) return undefined
  return insertBlock(page.text, page.isHidden(editable.bottom) ? editable.top : editable.bottom, block)
}

/** Put lines in at the start of a line, with one blank line on either side; `block` ends its lines in `\n`. */
export function insertBlock(text: string, at: number, block: string): string {
  const ending = endingOf(text)
  const before = text.slice(0, at)
  const rest = text.slice(at)
  const lead = before.trim() === '' ? '' : gapAfter(before, ending)
  const tail = rest === '' || /^[ \t]*(?:[\r\n]|$)/.test(rest) ? '' : ending
  return splice(text, at, at, lead + withEnding(block, ending) + tail)
}

/** Add lines at the end of a section's text, before the blank lines that close it. */
export function appendToSection(text: string, section: Section, addition: string): string {
  const ending = endingOf(text)
  const said = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + said.length
  const lines = withEnding(addition, ending)
  // An empty section keeps its blank line below the heading and gets one below the lines.
  if (said === '')
    return splice(text, at, at, (text.slice(0, at).endsWith(ending) ? '' : ending) + ending + lines + ending)
  return splice(text, at, at, ending + lines + (at === text.length ? ending : ''))
}

/** Put other text in the place of what a section says; the text itself keeps its bytes. */
export function replaceSectionBody(text: string, section: Section, body: string): string {
  const ending = endingOf(text)
  const tail = section.end < text.length ? ending + ending : ending
  return splice(text, section.bodyStart, section.end, ending + body + tail)
}

export function headingLevel(line: string): number | undefined {
  return headingIn(line)?.level
}

/** Whether a heading says that its items are done and wait for the archive. */
export function isArchiveHeading(heading: string): boolean {
  return heading.length <= 100 && ARCHIVE_HEADING.test(heading)
}

const ARCHIVE_HEADING =
  /^[^\p{L}]*(?:已完成\s*[（(]\s*待归档\s*[）)]|done\s*[（(]\s*to\s+(?:be\s+)?archived?\s*[）)])[^\p{L}]*$/iu

/** A section begins a text that says nothing, and stands apart from one that does. */
function gap(text: string, ending: string): string {
  if (text.trim() === '' && !/[\r\n]/.test(text)) return text === '' ? '' : ending
  return gapAfter(text, ending)
}
