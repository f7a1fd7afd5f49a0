/**
 * Divides a file of another tool into front matter and the sections of its body.
 *
 * Front matter is read leniently, not as YAML. `globs: *` is unquoted, fields may be indented, and a value may span
 * lines.
 */

import { headingIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { LineSpan, SourceFile } from './source.ts'

export interface Note {
  /** Keyed by lower-case name, without parent fields. */
  readonly fields: ReadonlyMap<string, string>
  /** Without front matter and surrounding blank lines; undefined if nothing is left. */
  readonly body: LineSpan | undefined
  /** The first heading of level 1. */
  readonly title: string | undefined
}

export interface NoteSection extends LineSpan {
  /** Undefined above the first heading. */
  readonly heading: string | undefined
}

export function readNote(file: SourceFile): Note {
  const { fields, end } = headOf(file.lines)
  const body = trimmed(file.lines, { first: end + 1, last: file.lines.length })
  const title = headingsIn(file).find(({ level, line }) => level === 1 && line > end)?.text
  return { fields, body, title }
}

/** Divides a body at the headings of the highest level that occurs more than once. */
export function sectionsOf(file: SourceFile, body: LineSpan): readonly NoteSection[] {
  const headings = headingsIn(file).filter(({ line }) => line >= body.first && line <= body.last)
  const level = [1, 2, 3].find((one) => headings.filter((heading) => heading.level === one).length > 1)
  const single = [2, 1, 3].find((one) => headings.some((heading) => heading.level === one))
  const dividing = headings.filter((heading) => heading.level === (level ?? single))
  const firsts = [{ line: body.first, text: undefined }, ...dividing.filter(({ line }) => line > body.first)]
  return firsts.flatMap(({ line, text }, at) => {
    const span = trimmed(file.lines, { first: line, last: (firsts[at + 1]?.line ?? body.last + 1) - 1 })
    if (span === undefined) return []
    const opening = dividing.find((heading) => heading.line === span.first)?.text
    return [{ ...span, heading: text ?? opening }]
  })
}

export function linesOf(file: SourceFile, { first, last }: LineSpan): readonly string[] {
  return file.lines.slice(first - 1, last)
}

/** The first sentence of prose that makes sense alone. */
export function firstSentence(lines: readonly string[]): string | undefined {
  const scanned = pageOf(lines.join('\n')).lines
  const begins = (at: number) => /^\s*$|^\s*#/.test(scanned[at - 1]?.text ?? '')
  const at = scanned.findIndex((line, index) => !line.fenced && begins(index) && PROSE.test(line.text))
  if (at === -1) return undefined
  const rest = scanned.slice(at).map((line) => line.text)
  const end = rest.findIndex((line) => line.trim() === '' || /^\s*(?:[-*+>|#]|\d+[.)]\s)/.test(line))
  const paragraph = rest.slice(0, end === -1 ? rest.length : end).join(' ')
  const sentence = /^.{20,}?(?:[.!?](?=\s|$)|[。！？])/su.exec(paragraph)?.[0] ?? paragraph
  return sentence.length > LONGEST_SENTENCE ? undefined : sentence.trim()
}

/** Starts with a letter or in bold, and is neither a label nor an introduction to a list. */
const PROSE = /^(?:\*\*)?[\p{L}\d`](?!.*[:：]\s*$)(?!\w{0,20}(?:\*\*)?[:：])/u
const LONGEST_SENTENCE = 400

interface Heading {
  readonly level: number
  readonly text: string
  readonly line: number
}

function headingsIn(file: SourceFile): readonly Heading[] {
  return pageOf(file.lines.join('\n')).lines.flatMap((line) => {
    const found = line.fenced ? undefined : headingIn(line.text)
    return found === undefined || found.text === '' ? [] : [{ ...found, line: line.number }]
  })
}

/** Trims blank lines and rules at both ends; undefined if nothing is left. */
function trimmed(lines: readonly string[], { first, last }: LineSpan): LineSpan | undefined {
  const says = (line: number) => !/^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/.test(lines[line - 1] ?? '')
  let [from, to] = [first, last]
  while (from <= to && !says(from)) from += 1
  while (to >= from && !says(to)) to -= 1
  return from > to ? undefined : { first: from, last: to }
}

const FIELD = /^(\s*)([A-Za-z][\w-]{0,40})\s*:(?:\s+(.*))?$/
const BLOCK = /^[|>][+-]?$/

/** `end` is the last line of the front matter, 0 without one. */
function headOf(lines: readonly string[]): { readonly fields: ReadonlyMap<string, string>; readonly end: number } {
  const close = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  if (!/^---\s*$/.test(lines[0] ?? '') || close === -1 || close > MOST_HEAD_LINES) return { fields: new Map(), end: 0 }
  const fields = new Map<string, string>()
  let open: string | undefined
  for (const line of lines.slice(1, close)) {
    const [, , name, said = ''] = FIELD.exec(line) ?? []
    if (name === undefined) {
      if (open !== undefined) fields.set(open, appendValue(fields.get(open) ?? '', line))
      continue
    }
    open = name.toLowerCase()
    fields.set(open, BLOCK.test(said.trim()) ? '' : unquoted(said))
  }
  return { fields, end: close + 1 }
}

const MOST_HEAD_LINES = 60

function appendValue(before: string, line: string): string {
  const item = line.trim().replace(/^-\s+/, '')
  if (item === '') return before
  return before === '' ? unquoted(item) : `${before}${/^\s*-\s/.test(line) ? ', ' : ' '}${unquoted(item)}`
}

function unquoted(said: string): string {
  const bare = said.trim()
  return /^(["']).*\1$/s.test(bare) && bare.length > 1 ? bare.slice(1, -1).trim() : bare
}
