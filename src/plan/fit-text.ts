/** The text of an old entry, made to stand inside a section of another file: its headings lower, its markers gone. */

import { endingOf, headingIn } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { headingLevel } from '../bank/sections.ts'

export interface OldEntry {
  /** Everything but the user block, the markers and our comments: those have their own places. */
  readonly body: string
  /** Its first line, where that is its only `#` heading. */
  readonly title: string | undefined
  /** Whether the markers pair and no fence is left open, so that the text can be taken apart by its lines. */
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

/** Headings from `top` down, so that they stay inside their section; a fence left open is closed. */
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

/** Blank lines before and after go. A line's own indentation stays: without it, code could turn into a marker. */
export function withoutOuterBlanks(text: string): string {
  const lines = pageOf(text).lines.filter((line) => /[^ \t\0\uFEFF]/.test(line.text))
  const first = lines[0]
  const last = lines.at(-1)
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.start + last.text.length)
}

/** The text without its title. */
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
