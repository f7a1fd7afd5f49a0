/**
 * The blocks of a page for the dashboard. The server parses the Markdown, so that the browser needs no parser. Comments
 * are dropped, except the markers of the user block.
 */

import { headingIn, isRule, type Line, listItemIn } from './lines.ts'
import type { Page } from './page.ts'
import type { Table } from './tables.ts'

/** A block of Markdown as the page shows it. Lines are counted from 1, both included. */
export type ShownBlock = BlockOf & { readonly first: number; readonly last: number }

type BlockOf =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly items: readonly ShownItem[] }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'mark'; readonly is: 'user-start' | 'user-end' }
  | { readonly kind: 'paragraph'; readonly text: string }

interface ShownItem {
  readonly first: number
  readonly last: number
  readonly depth: number
  readonly box: 'open' | 'checked' | undefined
  readonly number: string | undefined
  readonly text: string
}

export function shownBlocks(page: Page): readonly ShownBlock[] {
  const { lines } = page
  const tables = new Map(page.tables.map((table) => [table.start, table]))
  const blocks: ShownBlock[] = []
  for (let index = 0; index < lines.length; ) {
    const block = blockAt(lines, index, tables)
    if (block.of !== undefined) blocks.push({ ...block.of, first: index + 1, last: block.next })
    index = block.next
  }
  return blocks
}

function blockAt(
  lines: readonly Line[],
  index: number,
  tables: ReadonlyMap<number, Table>,
): { readonly of: BlockOf | undefined; readonly next: number } {
  const line = lines[index]
  if (line === undefined || line.text.trim() === '') return { of: undefined, next: index + 1 }
  if (line.fenced) {
    const next = endOf(lines, index, (one) => one.fenced && one !== line && /^\s*[`~]{3}/.test(one.text)) + 1
    const inner = lines.slice(index + 1, Math.max(index + 1, next - 1))
    return { of: { kind: 'code', lines: inner.map((one) => one.text) }, next }
  }
  const table = tables.get(line.start)
  if (table !== undefined) {
    const next = lines.findIndex((one) => one.start >= table.end)
    const rows = table.rows.map(({ cells }) => cells)
    return { of: { kind: 'table', header: table.header.cells, rows }, next: next === -1 ? lines.length : next }
  }
  if (line.text.trimStart().startsWith('<!--')) {
    const next = endOf(lines, index, (one) => one.text.includes('-->')) + 1
    return { of: markIn(line.text), next }
  }
  const heading = headingIn(line.text)
  if (heading !== undefined) return { of: { kind: 'heading', ...heading }, next: index + 1 }
  if (isRule(line.text.trim(), 0)) return { of: { kind: 'rule' }, next: index + 1 }
  if (line.text.startsWith('>')) {
    const next = endOf(lines, index, (one) => !one.text.startsWith('>'))
    const said = lines.slice(index, next).map((one) => one.text.replace(/^> ?/, ''))
    return { of: { kind: 'quote', text: said.join('\n') }, next }
  }
  if (listItemIn(line.text) !== undefined) return listAt(lines, index)
  const next = endOf(lines, index, (one) => one !== line && endsParagraph(one, tables))
  return {
    of: {
      kind: 'paragraph',
      text: lines
        .slice(index, next)
        .map((one) => one.text.trim())
        .join('\n'),
    },
    next,
  }
}

/** The index of the first line that `isEnd` accepts, or the number of lines. */
function endOf(lines: readonly Line[], from: number, isEnd: (line: Line) => boolean): number {
  const found = lines.findIndex((line, index) => index >= from && isEnd(line))
  return found === -1 ? lines.length : found
}

function endsParagraph(line: Line, tables: ReadonlyMap<number, Table>): boolean {
  return (
    line.text.trim() === '' ||
    line.fenced ||
    tables.has(line.start) ||
    /^\s*(?:#{1,6} |>|<!--)/.test(line.text) ||
    listItemIn(line.text) !== undefined
  )
}

function listAt(lines: readonly Line[], from: number): { readonly of: BlockOf; readonly next: number } {
  const items: ShownItem[] = []
  let index = from
  for (let line = lines[index]; line !== undefined && !line.fenced && line.text.trim() !== ''; line = lines[index]) {
    const item = listItemIn(line.text)
    const last = items.at(-1)
    if (item !== undefined) {
      const number = /^\d/.test(item.mark) ? item.mark : undefined
      const depth = Math.min(4, Math.floor(item.indent.replaceAll('\t', '    ').length / 2))
      items.push({
        first: index + 1,
        last: index + 1,
        depth,
        box: item.box,
        number,
        text: line.text.slice(item.textStart),
      })
    } else if (last !== undefined && !/^(?:#{1,6} |<!--)/.test(line.text)) {
      items[items.length - 1] = { ...last, last: index + 1, text: `${last.text}\n${line.text.trim()}` }
    } else break
    index += 1
  }
  return { of: { kind: 'list', items }, next: index }
}

function markIn(comment: string): BlockOf | undefined {
  if (comment.includes('USER_BLOCK_START')) return { kind: 'mark', is: 'user-start' }
  if (comment.includes('USER_BLOCK_END')) return { kind: 'mark', is: 'user-end' }
  return undefined
}
