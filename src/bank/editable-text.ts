/**
 * Which parts of a bank text our planners may edit: everything but the user block, and where to add.
 *
 * What is added goes into the machine block where there is one, and never where it would not be seen
 * (an unclosed fence or comment), so that the next reading finds it.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Span } from '../core/splice.ts'
import { parseDocument } from './blocks.ts'
import { bodyStart, endingOf, gapAfter, openFence, scanLines, splice, withEnding } from './lines.ts'
import { listSections, type Section } from './sections.ts'
import { commentedLines } from './tables.ts'

export interface EditableText {
  /** The text outside the user block and outside marker lines. */
  readonly spans: readonly Span[]
  /** What stands inside the machine block, if there is one. */
  readonly machine: Span | undefined
  /** Where a block may be put on top: below a byte order mark, front matter and the machine block's own comments. */
  readonly top: number
  /** Where a block may be put last. */
  readonly bottom: number
}

/** Undefined where the markers are broken: nobody can say what is the user's. */
export function editableText(path: BankPath, text: string): EditableText | undefined {
  const document = parseDocument(path, text)
  if (!document.ok) return undefined
  const spans: Span[] = []
  let machine: Span | undefined
  let user: Span | undefined
  let at = 0
  for (const block of document.value.blocks) {
    if (block.kind === 'loose') {
      spans.push({ start: at, end: at + block.text.length })
      at += block.text.length
      continue
    }
    const start = at + block.open.length
    const inner = { start, end: start + block.inner.length }
    if (block.kind === 'machine') {
      spans.push(inner)
      machine = inner
    }
    const end = inner.end + block.close.length
    if (block.kind === 'user') user = { start: at, end }
    at = end
  }
  // A user block at the end stays there: what is added stands before it.
  const isLast = ({ start, end }: Span) => text.slice(end).trim() === '' && text.slice(0, start).trim() !== ''
  const last = user !== undefined && isLast(user) ? user.start : text.length
  return { spans, machine, top: topOf(text, machine), bottom: machine?.end ?? last }
}

/** A section of the machine block, or else of the other text outside the user block, if it can be seen; offsets of the whole text. */
export function editableSection(
  path: BankPath,
  text: string,
  heading: (heading: string) => boolean,
): Section | undefined {
  const editable = editableText(path, text)
  if (editable === undefined) return undefined
  for (const span of editable.spans.toSorted(
    (a, b) => Number(b === editable.machine) - Number(a === editable.machine),
  )) {
    const found = listSections(text.slice(span.start, span.end)).find(
      (section) => heading(section.heading) && !isHidden(text, section.bodyStart + span.start),
    )
    if (found === undefined) continue
    const shifted = {
      start: found.start + span.start,
      bodyStart: found.bodyStart + span.start,
      end: found.end + span.start,
    }
    return { ...found, ...shifted }
  }
  return undefined
}

export function isEditable(editable: EditableText, span: Span): boolean {
  return editable.spans.some((own) => own.start <= span.start && span.end <= own.end)
}

/** The text with a block of lines added at its editable end; undefined where nothing may be added. */
export function appendBlock(path: BankPath, text: string, block: string): string | undefined {
  const editable = editableText(path, text)
  if (editable === undefined) return undefined
  return insertBlock(text, isHidden(text, editable.bottom) ? editable.top : editable.bottom, block)
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

function topOf(text: string, machine: Span | undefined): number {
  if (machine === undefined) return bodyStart(text)
  const inner = text.slice(machine.start, machine.end)
  const first = scanLines(inner).find((line) => !/^ {0,3}<!--.*-->[ \t]*$/.test(line.text))
  return machine.start + (first?.start ?? inner.length)
}

/** Whether what is put in here would stand in an unclosed fence or comment. */
export function isHidden(text: string, at: number): boolean {
  const before = text.slice(0, at)
  if (openFence(before) !== undefined) return true
  const lines = scanLines(before)
  return commentedLines(lines).has(lines.length - 1) && lines.at(-1)?.text.includes('-->') === false
}
