/**
 * Sets the parts of an entry in prose, below a heading (`## 根因`) or behind a label (`- **根因**：`).
 *
 * A missing part is appended; nothing else changes.
 */

import { evidenceIn } from '../../bank/evidence-links.ts'
import { labelled, partNamed } from '../../bank/labels.ts'
import { endingOf, type Line, listItemIn, oneLine, splice, withEnding } from '../../bank/lines.ts'
import { pageOf } from '../../bank/page.ts'
import { safeLines } from '../../bank/safe-lines.ts'
import { plainWords } from '../../bank/same-topic.ts'
import { headingLevel } from '../../bank/sections.ts'
import { type EntryKind, labelOf, type Part } from '../../base/addition.ts'
import { latestDateIn } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Span } from '../../base/splice.ts'

export function setParts(
  text: string,
  entry: Span,
  kind: EntryKind,
  parts: ReadonlyMap<Part, string>,
  language: Language,
): string {
  let edited = text
  let span = entry
  for (const [part, value] of parts) {
    const next = setPart(edited, span, kind, part, value, language)
    span = { start: span.start, end: span.end + next.length - edited.length }
    edited = next
  }
  return edited
}

function setPart(text: string, span: Span, kind: EntryKind, part: Part, value: string, language: Language): string {
  const ending = endingOf(text)
  const headings = pageOf(text.slice(span.start, span.end)).sections.map((section) => ({
    level: section.level,
    part: partNamed(section.heading, kind),
    bodyStart: section.bodyStart + span.start,
    end: section.end + span.start,
  }))
  const headed = headings.find((section) => section.part === part)
  if (headed !== undefined) {
    const said = withEnding(safeLines(value, headed.level + 1), ending)
    if (isUnchanged(text.slice(headed.bodyStart, headed.end), said)) return text
    const tail = headed.end < text.length ? ending + ending : ending
    return splice(text, headed.bodyStart, headed.end, ending + said + tail)
  }
  const label = labelPlace(text, span, kind, part)
  if (label !== undefined) {
    const said = oneLine(value)
    return isUnchanged(text.slice(label.start, label.end), said) ? text : splice(text, label.start, label.end, said)
  }
  const level = headings.find((section) => section.part !== undefined)?.level
  const colon = language === 'zh' ? '：' : ': '
  const addition =
    level === undefined
      ? `- **${labelOf(part, language)}**${colon}${oneLine(value)}`
      : `${'#'.repeat(level)} ${labelOf(part, language)}\n\n${safeLines(value, level + 1)}`
  const body = text.slice(span.start, span.end)
  const at = span.start + body.trimEnd().length
  const gap = level === undefined && /(?:^|[\r\n])[ \t]*[-*+] [^\r\n]*$/.test(body.trimEnd()) ? ending : ending + ending
  return splice(text, at, at, gap + withEnding(addition, ending) + (at === text.length ? ending : ''))
}

/** True if both texts are the same except for decoration. Dates and evidence must be equal. */
function isUnchanged(before: string, now: string): boolean {
  const isSame = plainWords(before) === plainWords(now) && latestDateIn(before) === latestDateIn(now)
  return isSame && evidenceIn(before) === evidenceIn(now)
}

/** The text behind a label, with its continuation lines; undefined if the line has several parts. */
function labelPlace(text: string, span: Span, kind: EntryKind, part: Part): Span | undefined {
  const all = pageOf(text).lines
  for (const [index, line] of all.entries()) {
    if (line.start < span.start || line.end > span.end || line.fenced) continue
    const label = labelled(line.text)
    if (label === undefined || partNamed(label.label, kind) !== part || SEVERAL.test(label.text)) continue
    const stop = all.findIndex((next, at) => at > index && (next.end > span.end || !continues(next)))
    const last = all.at(stop === -1 ? -1 : stop - 1) ?? line
    return { start: line.start + line.text.length - label.text.length, end: last.start + last.text.length }
  }
  return undefined
}

/** An indented line that is not a list item or heading. */
function continues({ text, fenced }: Line): boolean {
  if (fenced || headingLevel(text) !== undefined) return false
  return /^\s+\S/.test(text) && listItemIn(text) === undefined
}

const SEVERAL = /[；;][^；;:：]{1,20}[:：]|\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*)/
