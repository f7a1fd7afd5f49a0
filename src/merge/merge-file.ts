/**
 * Two descendants of one bank file → the file that holds what both say (S55).
 *
 * Whatever either side added stands in the result or in a conflict that is shown; a file that one side left alone becomes
 * the other side's, byte for byte.
 */

import { type Block, compareVersions, readVersion } from '../bank/blocks.ts'
import { hasConflict } from '../bank/conflicts.ts'
import { endingOf, withEnding } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, CURRENT_VERSION } from '../base/layout.ts'
import { mergeLines } from './merge-lines.ts'
import { mergeText } from './merge-text.ts'
import {
  type Contested,
  isSettled,
  type MarkerStyle,
  type Merged,
  type PrintedMerge,
  printMerged,
  type Sides,
  unlessBoth,
} from './merged.ts'

export interface FileMerge extends MarkerStyle {
  readonly path: BankPath
  /** What both sides come from; undefined where each made the file on its own. */
  readonly base: string | undefined
  readonly ours: string
  readonly theirs: string
}

export function mergeFile({ path, base = '', ours, theirs, ...style }: FileMerge): PrintedMerge {
  const settled = unlessBoth({ base, ours, theirs })
  if (settled !== undefined) return { text: settled, conflicts: [] }
  const { texts, ending, restore } = alike({ base, ours, theirs })
  const merged = mergeByUnits(texts, path, ending) ?? mergeSafely(texts, path)
  const { text, conflicts } = printMerged(merged, ending, style)
  return { text: restore(text, typeof merged.at(-1) === 'string'), conflicts }
}

/** Undefined where a text cannot be told apart into units, or where what came of it could not be. */
function mergeByUnits(texts: Sides<string>, path: BankPath, ending: string): Merged | undefined {
  const parts = path.endsWith('.md') ? partsOfAll(texts, path) : undefined
  if (parts === undefined) return undefined
  const merged = [...parts.ours.keys()].flatMap((slot) => {
    const [base = '', ours = '', theirs = ''] = [parts.base, parts.ours, parts.theirs].map((one) => one.get(slot))
    return slot === 'user' ? mergeLines({ base, ours, theirs }) : mergeText({ base, ours, theirs }, path, ending)
  })
  const kept = path.startsWith(`${ARCHIVE_FOLDER}/`) ? merged.map(union) : merged
  const said = kept.filter((piece) => piece !== '')
  return isSettled(said) && partsOf(path, said.join('')) === undefined ? undefined : said
}

/** The parts of all three, in the same slots. */
function partsOfAll(texts: Sides<string>, path: BankPath): Sides<Parts> | undefined {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map((text) => partsOf(path, text))
  if (base === undefined || ours === undefined || theirs === undefined) return undefined
  const slots = (parts: Parts) => [...parts.keys()].join()
  if (slots(ours) === slots(theirs) && (texts.base === '' || slots(base) === slots(ours))) return { base, ours, theirs }
  // One side put blocks around, or below, what was one text.
  if (base.size > 1 || Math.min(ours.size, theirs.size) > 1) return undefined
  const [blocked, plain] = ours.size > 1 ? [ours, theirs] : [theirs, ours]
  const around = (parts: Parts): Parts =>
    new Map([...blocked].map(([slot, text]) => [slot, slot === held ? (parts.get('loose') ?? '') : text]))
  const held: Slot = blocked.has('machine') ? 'machine' : 'loose'
  const isOurs = blocked === ours
  return { base: around(base), ours: isOurs ? ours : around(plain), theirs: isOurs ? around(plain) : theirs }
}

/** By lines; where these came together to a file that neither side has broken and that is, the whole is contested. */
function mergeSafely(texts: Sides<string>, path: BankPath): Merged {
  const merged = mergeLines(texts)
  if (!isSettled(merged) || !path.endsWith('.md')) return merged
  const isWhole = [
    ({ parsed }: Page) => parsed.ok,
    (page: Page) => !hasConflict(page),
    ({ openFence }: Page) => openFence === undefined,
  ]
  const result = pageOf(merged.join(''), path)
  const [ours, theirs] = [result.with(texts.ours), result.with(texts.theirs)]
  const isKept = isWhole.every((holds) => holds(result) || !holds(ours) || !holds(theirs))
  return isKept ? merged : [{ ours: texts.ours, theirs: texts.theirs }]
}

type Slot = Block['kind'] | `${'machine' | 'user'} ${'start' | 'end'}` | `below ${'machine' | 'user'}`

type Parts = ReadonlyMap<Slot, string>

/** The parts of a file that merge apart; undefined where nobody can tell what belongs to whom. */
function partsOf(path: BankPath, text: string): Parts | undefined {
  const page = pageOf(text, path)
  const { parsed } = page
  const version = readVersion(page)
  if (!parsed.ok || hasConflict(page) || page.openFence !== undefined) return undefined
  if (version !== undefined && compareVersions(version, CURRENT_VERSION) > 0) return undefined
  const parts = new Map<Slot, string>([['loose', '']])
  let loose: Slot = 'loose'
  for (const block of parsed.value) {
    if (block.kind === 'loose') parts.set(loose, block.text)
    else {
      loose = `below ${block.kind}`
      parts.set(`${block.kind} start`, block.open).set(block.kind, block.inner)
      parts.set(`${block.kind} end`, block.close).set(loose, '')
    }
  }
  return parts
}

/** What is archived stays archived, whoever did it; a line of code stands with the rest of its code. */
function union(piece: string | Contested): string {
  if (typeof piece === 'string') return piece
  const [ours, theirs] = [pageOf(piece.ours).lines, pageOf(piece.theirs).lines]
  const known = new Set(ours.map((line) => line.text))
  const added = theirs.filter((line) => !known.has(line.text))
  if (added.length > 0 && [...ours, ...theirs].some((line) => line.fenced)) return piece.ours + piece.theirs
  return piece.ours + added.map((line) => piece.theirs.slice(line.start, line.end)).join('')
}

interface AlikeTexts {
  readonly texts: Sides<string>
  readonly ending: string
  /** A merged text with the byte order mark, the line ends and the end that the sides agree on; a marker keeps its end. */
  readonly restore: (text: string, mayBeOpen: boolean) => string
}

/** The three texts without what would make every line, or the last one, differ: merged apart, it is in nobody's way. */
function alike(sides: Sides<string>): AlikeTexts {
  const bom = choose(sides, (text) => text.startsWith('\ufeff'))
  const isClosed = choose(sides, (text) => /[\r\n]$/.test(text))
  // Undefined where a text has several, which stay as they are.
  const ending = choose(sides, uniformEnding)
  const bare = (text: string): string => {
    const body = text.replace(/^\ufeff/, '')
    const lines = ending === undefined ? body : body.replaceAll(/\r\n|\r/g, '\n')
    return lines === '' || /[\r\n]$/.test(lines) ? lines : lines + endingOf(lines)
  }
  return {
    texts: { base: bare(sides.base), ours: bare(sides.ours), theirs: bare(sides.theirs) },
    ending: ending === undefined ? endingOf(sides.ours) : '\n',
    restore: (text, mayBeOpen) => {
      const body = isClosed || !mayBeOpen ? text : withoutEnd(text)
      return (bom ? '\ufeff' : '') + (ending === undefined ? body : withEnding(body, ending))
    },
  }
}

function withoutEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1
  return text.slice(0, end)
}

/** The value that one side changed, or ours where both did. */
function choose<T>({ base, ours, theirs }: Sides<string>, read: (text: string) => T): T {
  const values = { base: read(base), ours: read(ours), theirs: read(theirs) }
  return unlessBoth(values) ?? values.ours
}

/** The one line ending a text has; undefined where it has several. */
function uniformEnding(text: string): '\n' | '\r\n' | '\r' | undefined {
  const hasCr = text.includes('\r')
  if (!hasCr) return '\n'
  if (!/(?<!\r)\n|\r(?!\n)/.test(text)) return '\r\n'
  return text.includes('\n') ? undefined : '\r'
}
