/**
 * Divides a file of another tool into the lines above its first section and its sections.
 *
 * Every line is in exactly one part, and no part begins inside a code fence.
 */

import { headingIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { topicOf } from './heading-topics.ts'
import type { LineSpan, Piece, SourceFile } from './source.ts'

export interface FilePart extends LineSpan {
  /** Undefined for the part above the first section. */
  readonly heading: string | undefined
  readonly topic: ReturnType<typeof topicOf>
  /** The lines below the heading. */
  readonly body: readonly string[]
}

/** Divides at level 2 below a single title, otherwise at the highest level in the file. */
export function partsOf({ text, lines }: SourceFile): readonly FilePart[] {
  const headings = pageOf(text).lines.flatMap((line) => {
    const found = line.fenced ? undefined : headingIn(line.text)
    return found === undefined || found.text === '' ? [] : [{ ...found, line: line.number }]
  })
  const titles = headings.filter(({ level }) => level === 1)
  const below = headings.filter(({ level }) => level > 1)
  const level = titles.length === 1 && below.length > 0 ? highest(below) : highest(headings)
  const starts = headings.filter((heading) => heading.level === level)
  const first = starts[0]?.line ?? lines.length + 1
  const lead = partAt(lines, 1, first - 1, undefined)
  const sections = starts.map((start, index) =>
    partAt(lines, start.line, (starts[index + 1]?.line ?? lines.length + 1) - 1, start.text),
  )
  return lead.last < lead.first ? sections : [lead, ...sections]
}

function highest(headings: readonly { readonly level: number }[]): number {
  return headings.reduce((level, heading) => Math.min(level, heading.level), 7)
}

function partAt(lines: readonly string[], first: number, last: number, heading: string | undefined): FilePart {
  const body = lines.slice(heading === undefined ? first - 1 : first, last)
  return { first, last, heading, topic: heading === undefined ? undefined : topicOf(heading), body }
}

/** The title of a file, else its name in words. */
export function titleOfFile({ lines, name }: SourceFile): string {
  const own = lines.map((line) => headingIn(line)).find((heading) => heading?.level === 1)?.text
  return own === undefined || own === '' ? wordsOfName(name) : own
}

/** `memory-bank/02-systemPatterns.md` → `system patterns`. */
export function wordsOfName(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base
    .replace(/\.(?:mdc?|markdown|txt)$/i, '')
    .replace(/^\d+[-_.\s]+/, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

export function wholeFile(file: SourceFile, becomes: Piece['becomes']): readonly Piece[] {
  return [{ first: 1, last: file.lines.length, becomes }]
}
