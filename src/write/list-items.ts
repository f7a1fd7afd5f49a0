/** The items of a list in a part of a text: each with the lines that belong to it, taken and put by whole lines. */

import { insertBlock, isHidden } from '../bank/editable-text.ts'
import { endingOf, listItemIn, scanLines, splice, withEnding } from '../bank/lines.ts'
import type { Section } from '../bank/sections.ts'
import { commentedLines } from '../bank/tables.ts'
import type { Span } from '../core/splice.ts'
import { withoutEvidence } from '../text/evidence-links.ts'

export interface ListItem extends Span {
  /** The first line without its mark, its box and the date in front. */
  readonly said: string
  readonly mark: string
}

export function listItems(text: string, span: Span): readonly ListItem[] {
  const all = scanLines(text)
  const commented = commentedLines(all)
  const items: { start: number; end: number; said: string; mark: string }[] = []
  let open = false
  for (const [index, line] of all.entries()) {
    if (line.start < span.start || line.start >= span.end) continue
    const item = line.fenced || commented.has(index) ? undefined : listItemIn(line.text)
    if (item?.indent === '') {
      const said = withoutEvidence(line.text.slice(item.textStart))
      items.push({ start: line.start, end: line.end, said, mark: item.mark })
      open = true
    } else if (open && /^\s+\S/.test(line.text)) {
      const last = items.at(-1)
      if (last !== undefined) last.end = line.end
    } else if (line.text.trim() !== '') {
      open = false
    }
  }
  return items.map((item) => ({ ...item, end: Math.min(item.end, span.end) }))
}

/** Above the first item, or as the first text of a section that has none. */
export function putFirst(text: string, section: Section, line: string): string {
  const first = listItems(text, { start: section.bodyStart, end: section.end })[0]
  if (first === undefined) return insertBlock(text, section.bodyStart, `${line}\n`)
  const ending = endingOf(text)
  return splice(text, first.start, first.start, withEnding(line, ending) + ending)
}

/** Below the last item, or as the last text of a section that has none. */
export function putLast(text: string, section: Section, lines: string): string {
  const ending = endingOf(text)
  const bare = lines.replace(/\n+$/, '')
  const block = withEnding(bare, ending)
  const last = listItems(text, { start: section.bodyStart, end: section.end }).at(-1)
  if (last === undefined) {
    const said = text.slice(section.bodyStart, section.end).trimEnd()
    if (said === '') return insertBlock(text, section.bodyStart, `${bare}\n`)
    const at = section.bodyStart + said.length
    // A fence left open there would swallow it.
    if (isHidden(text, at)) return putFirst(text, section, bare)
    return splice(text, at, at, ending + ending + block + (at === text.length ? ending : ''))
  }
  if (isHidden(text, last.end)) return putFirst(text, section, bare)
  const isOpen = !/[\r\n]$/.test(text.slice(last.start, last.end))
  return splice(text, last.end, last.end, isOpen ? ending + block : block + ending)
}

/** The text without this item, and the item's own lines. */
export function takeItem(text: string, item: Span): { readonly text: string; readonly lines: string } {
  // Between two blank lines it leaves one.
  const isAlone = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(0, item.start))
  const blank = isAlone ? (/^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(item.end))?.[0].length ?? 0) : 0
  return { text: splice(text, item.start, item.end + blank, ''), lines: text.slice(item.start, item.end) }
}
