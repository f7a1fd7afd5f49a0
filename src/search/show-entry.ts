/**
 * The text of an entry in a pack: everything below its title, without markup that only costs tokens.
 *
 * A short entry is shown whole. A long one is reduced to its beginning and the parts that match the question (S23).
 */

import { isPlaceholder, partNamed } from '../bank/labels.ts'
import { headingIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { cellsOfLine } from '../bank/tables.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import { withoutMarkers } from './excerpt.ts'
import type { IndexedEntry, RowForm } from './indexed-entry.ts'

export interface ShownEntry {
  readonly text: string
  readonly isShortened: boolean
}

/** `lines`: the lines of the entry. `worth` scores how much of the question a piece of text holds. */
export function showEntry(
  entry: IndexedEntry,
  lines: string,
  tokens: number,
  worth: (text: string) => number,
): ShownEntry {
  const body = lines.slice(entry.bodyStart - entry.start)
  const { pieces, between } = entry.row === undefined ? piecesOfText(body) : piecesOfRow(body, entry.row)
  const whole = pieces.join(between)
  if (estimateTokens(whole) <= tokens) return { text: whole, isShortened: false }
  return { text: shorten(pieces, between, tokens, worth), isShortened: true }
}

interface Pieces {
  readonly pieces: readonly string[]
  readonly between: string
}

/** `Why: … · Given up: …`. The title and the date are already shown above. */
function piecesOfRow(line: string, { columns, title }: RowForm): Pieces {
  const pieces = cellsOfLine(line.trim()).flatMap((cell, at) => {
    const name = columns[at] ?? ''
    if (at === title || isPlaceholder(cell) || partNamed(name, 'decision') === 'date') return []
    return [name === '' ? cell : `${name}: ${cell}`]
  })
  return { pieces, between: ' · ' }
}

/** The lines that are not blank. A heading becomes the label of the text below it. */
function piecesOfText(body: string): Pieces {
  const pieces: string[] = []
  let label = ''
  for (const line of pageOf(withoutMarkers(body)).lines) {
    const text = line.text.trimEnd()
    const heading = line.fenced ? undefined : headingIn(text)
    if (heading !== undefined) {
      if (label !== '') pieces.push(label)
      label = heading.text
    } else if (text !== '') {
      const said = line.fenced ? text : text.replace(LABEL_LINE, plainLabel)
      if (METADATA.test(said)) continue
      pieces.push(label === '' ? said : `${label}: ${said}`)
      label = ''
    }
  }
  return { pieces, between: '\n' }
}

/** `- **Why**: ` becomes `Why: `. */
function plainLabel(mark: string, label: string): string {
  return partNamed(label, 'decision') === undefined && partNamed(label, 'learning') === undefined ? mark : `${label}: `
}

const LABEL_LINE = /^[-*+]\s+\*\*([^*]{1,40})\*\*\s*[:：]\s*/
/** Metadata that a pack omits: the date is in the entry's head, and the type is only for the index. */
const METADATA = /^(?:[-*+]\s+)?(?:\*\*)?(?:Date|Type|日期|类型)(?:\*\*)?\s*[:：]/i

/** The first piece and the best matching others that fit, in reading order. */
function shorten(pieces: readonly string[], between: string, tokens: number, worth: (text: string) => number): string {
  const own = pieces.map(worth)
  // Sentences continue across line ends, so the neighbours of a match count too.
  const value = own.map((one, at) => one + Math.max(own[at - 1] ?? 0, own[at + 1] ?? 0) / 3)
  const order = pieces.map((_, at) => at).sort((a, b) => (value[b] ?? 0) - (value[a] ?? 0) || a - b)
  const kept = new Set<number>()
  let left = tokens
  for (const at of [0, ...order]) {
    const cost = estimateTokens(pieces[at] ?? '') + 1
    if (kept.has(at) || (kept.size > 0 && cost > left)) continue
    kept.add(at)
    left -= cost
  }
  const shown: string[] = []
  for (const [at, piece] of pieces.entries()) {
    if (kept.has(at)) shown.push(kept.size === 1 ? clip(piece, tokens) : piece)
    else if (shown.at(-1) !== OMITTED) shown.push(OMITTED)
  }
  return shown.join(between)
}

const OMITTED = '…'

function clip(line: string, tokens: number): string {
  let length = line.length
  while (length > 40 && estimateTokens(line.slice(0, length)) > tokens) length = Math.floor(length * 0.8)
  return length === line.length ? line : `${line.slice(0, length)}…`
}
