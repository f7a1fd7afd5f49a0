/** The items of a list, each with the lines that belong to it. Items are taken and inserted by whole lines. */

import type { Span } from '../base/splice.ts'
import { withoutEvidence } from './evidence-links.ts'
import { endingOf, type Line, listItemIn, splice, withEnding } from './lines.ts'
import type { Page } from './page.ts'
import { insertBlock, type Section } from './sections.ts'

export interface Item extends Span {
  /** The first line without its mark, box and evidence. */
  readonly said: string
  readonly mark: string
}

/** `Page.items` is the only caller. */
export function readItems(lines: readonly Line[]): readonly Item[] {
  const items: { start: number; end: number; said: string; mark: string }[] = []
  let open = false
  for (const line of lines) {
    const item = line.fenced || line.commented ? undefined : listItemIn(line.text)
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
  return items
}

/** Inserts above the first item, or as the first text of a section without items. */
export function putFirst(page: Page, section: Section, line: string): string {
  const [first] = page.itemsIn({ start: section.bodyStart, end: section.end })
  if (first === undefined) return insertBlock(page.text, section.bodyStart, `${line}\n`)
  const ending = endingOf(page.text)
  return splice(page.text, first.start, first.start, withEnding(line, ending) + ending)
}

/** Inserts below the last item, or as the last text of a section without items. */
export function putLast(page: Page, section: Section, lines: string): string {
  const { text } = page
  const ending = endingOf(text)
  const bare = lines.replace(/(?<!\n)\n+$/, '')
  const block = withEnding(bare, ending)
  const last = page.itemsIn({ start: section.bodyStart, end: section.end }).at(-1)
  if (last === undefined) {
    const said = text.slice(section.bodyStart, section.end).trimEnd()
    if (said === '') return insertBlock(text, section.bodyStart, `${bare}\n`)
    const at = section.bodyStart + said.length
    // An open fence would swallow the item.
    if (page.isHidden(at)) return putFirst(page, section, bare)
    return splice(text, at, at, ending + ending + block + (at === text.length ? ending : ''))
  }
  if (page.isHidden(last.end)) return putFirst(page, section, bare)
  const isOpen = !/[\r\n]$/.test(text.slice(last.start, last.end))
  return splice(text, last.end, last.end, isOpen ? ending + block : block + ending)
}

/** The text without this item, and the item's lines. */
export function takeItem(text: string, item: Span): { readonly text: string; readonly lines: string } {
  // Keep one of the two blank lines around the item.
  const isAlone = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(0, item.start))
  const blank = isAlone ? (/^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(item.end))?.[0].length ?? 0) : 0
  return { text: splice(text, item.start, item.end + blank, ''), lines: text.slice(item.start, item.end) }
}
