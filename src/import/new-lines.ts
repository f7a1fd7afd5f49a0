/**
 * Finds the text that the bank does not have yet, in whole blocks: items, paragraphs, fences, and table rows with their
 * header. A heading stays if some text below it stays.
 */

import { headingIn, type Line, listItemIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'

/** True if every non-blank line of a text is in one of these texts. Headings there may be deeper. */
export function linesKnownIn(texts: Iterable<string>): (lines: readonly string[]) => boolean {
  const depths = new Map<string, number>()
  for (const text of texts)
    for (const line of text.split(/\r\n|\n|\r/)) {
      const { words, depth } = bare(line)
      depths.set(words, Math.max(depth, depths.get(words) ?? 0))
    }
  return (lines) =>
    lines.every((line) => {
      const { words, depth } = bare(line)
      return words === '' || depth <= (depths.get(words) ?? -1)
    })
}

/** A line without surrounding blanks and heading level. */
function bare(line: string): { readonly words: string; readonly depth: number } {
  const said = line.trim()
  const depth = /^#+(?=\s)/.exec(said)?.[0].length ?? 0
  return { words: said.slice(depth), depth }
}

export function newLines(text: string, isKnown: (lines: readonly string[]) => boolean): string {
  const kept: string[] = []
  let headings: string[] = []
  const blocks = blocksIn(pageOf(text).lines)
  if (!blocks.some((block) => block.kind !== 'heading' && freshLines(block, isKnown).length < block.lines.length))
    return text
  for (const block of blocks) {
    const level = block.kind === 'heading' ? headingIn(block.lines[0] ?? '')?.level : undefined
    if (level !== undefined) {
      headings = [...headings.filter((line) => (headingIn(line)?.level ?? 7) < level), ...block.lines]
      continue
    }
    const fresh = freshLines(block, isKnown)
    if (fresh.length === 0) continue
    const gap = kept.length === 0 || (block.kind === 'item' && headings.length === 0) ? [] : ['']
    kept.push(...gap, ...headings.flatMap((line) => [line, '']), ...fresh)
    headings = []
  }
  return kept.join('\n')
}

interface Block {
  readonly kind: 'heading' | 'item' | 'table' | 'text'
  readonly lines: string[]
}

function freshLines({ kind, lines }: Block, isKnown: (lines: readonly string[]) => boolean): readonly string[] {
  if (isKnown(lines)) return []
  if (kind !== 'table') return lines
  return [...lines.slice(0, 2), ...lines.slice(2).filter((line) => !isKnown([line]))]
}

function blocksIn(lines: readonly Line[]): readonly Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  const begin = (kind: Block['kind'], line: string) => {
    open = { kind, lines: [line] }
    blocks.push(open)
  }
  for (const { text, fenced } of lines) {
    if (fenced && open !== undefined && open.kind !== 'table') open.lines.push(text)
    else if (fenced) begin('text', text)
    else if (text.trim() === '') open = open?.kind === 'item' ? open : undefined
    else if (headingIn(text) !== undefined) {
      begin('heading', text)
      open = undefined
    } else if (open?.kind === 'item' && /^\s/.test(text)) open.lines.push(text)
    else if (listItemIn(text) !== undefined) begin('item', text)
    else if (open === undefined || open.kind === 'item')
      begin(text.trimStart().startsWith('|') ? 'table' : 'text', text)
    else open.lines.push(text)
  }
  return blocks
}
