/**
 * The units of a bank file, which two people can change without a conflict. A section is a unit that holds others, and
 * so is a table.
 *
 * Units are verbatim slices. Printed in order, each with its blank lines, they give the text back.
 */

import { metadataLines, versionIn } from '../bank/blocks.ts'
import { titleBefore } from '../bank/decisions.ts'
import { isRouterLine, linkTargets } from '../bank/index-table.ts'
import { scannedLine } from '../bank/labels.ts'
import { headingIn, type Line, listItemIn, withoutListMark } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { plainWords } from '../bank/same-topic.ts'
import { bareName, cellsOfLine } from '../bank/tables.ts'
import type { Span } from '../base/splice.ts'

/** `start` precedes all other units of its list: nothing, a heading, or the head of a table. */
export type UnitKind = 'start' | 'text' | 'item' | 'derived' | 'mark' | 'table' | 'row' | 'section'

export interface Unit {
  readonly kind: UnitKind
  /** Names to recognise it by, the loosest first. A name that two units of a list share identifies neither. */
  readonly names: readonly string[]
  /** Whole lines. */
  readonly text: string
  /** The blank lines below it. */
  readonly gap: string
}

/** The units of a text. The first unit of a section is its heading. */
export function unitsIn(page: Page, holder: 'text' | 'section'): readonly Unit[] {
  const { text, lines } = page
  const headEnd = holder === 'section' ? (lines[0]?.end ?? 0) : frontMatterEnd(page)
  const own = lines.find((line) => line.start >= headEnd && line.text.trim() !== '')?.start ?? text.length
  const children = childSections(page, own)
  return [
    { kind: 'start', names: ['start'], text: text.slice(0, headEnd), gap: text.slice(headEnd, own) },
    ...elementsIn(page.part(own, children[0]?.start)),
    ...children.map((child) => sectionUnit(page.part(child.start, child.end))),
  ]
}

/** A byte order mark alone belongs to the first line. */
function frontMatterEnd({ bodyStart }: Page): number {
  return bodyStart <= 1 ? 0 : bodyStart
}

/** The sections that are not inside another one. */
function childSections({ sections }: Page, from: number): readonly Span[] {
  const children: Span[] = []
  let at = from
  for (const section of sections) {
    if (section.start < at) continue
    children.push(section)
    at = section.end
  }
  return children
}

function sectionUnit(page: Page): Unit {
  const [first] = page.lines
  const heading = headingIn(first?.text ?? '')
  const words = titleBefore(heading?.text ?? '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  return {
    kind: 'section',
    names: [`section ${heading?.level} ${words}`, `section ${page.text.trim()}`],
    ...withoutGap(page),
  }
}

function withoutGap({ text, lines }: Page): { readonly text: string; readonly gap: string } {
  const end = lines.findLast((line) => line.text.trim() !== '')?.end ?? text.length
  return { text: text.slice(0, end), gap: text.slice(end) }
}

/** A unit in progress: its lines so far, and the end of its last line that is not blank. */
interface Open {
  readonly kind: UnitKind
  readonly first: Line
  end: number
  gapEnd: number
}

/** Items, tables, paragraphs, fences and comments, in order. */
function elementsIn({ text, lines, tables: all }: Page): readonly Unit[] {
  const tables = new Map(all.map((table) => [table.start, table.end]))
  const metadata = new Set(metadataLines(lines))
  const found: Open[] = []
  let tableEnd = 0
  for (const line of lines) {
    const isHidden = line.fenced || line.commented
    const begins = metadata.has(line) ? 'derived' : tables.has(line.start) ? 'table' : kindOf(line, isHidden)
    const open = found.at(-1)
    const isBlank = !isHidden && line.text.trim() === ''
    if (open !== undefined && (isBlank || continuesUnit(open, line, begins, tableEnd))) {
      open.gapEnd = line.end
      if (!isBlank) open.end = line.end
      continue
    }
    tableEnd = tables.get(line.start) ?? tableEnd
    found.push({ kind: begins, first: line, end: line.end, gapEnd: line.end })
  }
  return found.map(({ kind, first, end, gapEnd }) => {
    const own = text.slice(first.start, end)
    return { ...namedUnit(kind, first.text, own), text: own, gap: text.slice(end, gapEnd) }
  })
}

function kindOf(line: Line, isHidden: boolean): UnitKind {
  if (versionIn(line) !== undefined) return 'mark'
  return !isHidden && listItemIn(line.text)?.indent === '' ? 'item' : 'text'
}

/** Whether a line belongs to the unit above it. */
function continuesUnit(open: Open, line: Line, begins: UnitKind, tableEnd: number): boolean {
  if (open.kind === 'table') return line.start < tableEnd
  if (open.kind === 'mark' || open.kind === 'derived' || begins !== 'text') return false
  return line.start === open.end || (open.kind === 'item' && /^\s/.test(line.text))
}

/** Names an item that gives a label a value: `- **Cache**: Redis 7`. Two such items may be two facts. */
export const VALUE_OF = 'value of '

/** Lines that a scan writes are matched by their subject. */
function namedUnit(kind: UnitKind, first: string, text: string): Pick<Unit, 'kind' | 'names'> {
  const exact = `${kind} ${text.trim()}`
  if (kind === 'mark') return { kind, names: ['mark'] }
  if (kind === 'derived') return { kind, names: ['metadata'] }
  if (kind === 'table') return { kind, names: [`table ${cellsOfLine(first).map(bareName).join('|')}`, exact] }
  if (kind !== 'item') return { kind, names: [exact] }
  // Scans write single lines, so an item with a line below it is a person's.
  const isAlone = text.trim() === first.trim()
  const fact = isAlone ? scannedLine(first) : undefined
  if (fact !== undefined) return { kind: 'derived', names: [`fact ${fact.label}`, exact] }
  if (isAlone && isRouterLine(first)) return { kind: 'derived', names: [`link ${linkTargets(first).join(' ')}`, exact] }
  const said = withoutListMark(first)
  const [bold, label] = /^\*\*(.+?)\*\*\s*[:：]?/.exec(said) ?? []
  const words = plainWords(said)
  return {
    kind,
    names: [
      ...(label === undefined ? [] : [`${/[:：][\s*]*$/.test(bold ?? '') ? VALUE_OF : 'label '}${plainWords(label)}`]),
      ...(words === '' ? [] : [`item ${words}`]),
      exact,
    ],
  }
}
