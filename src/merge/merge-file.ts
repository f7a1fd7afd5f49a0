/**
 * Three-way merge of a bank file (S55).
 *
 * Everything that either side added is in the result or in a visible conflict. If only one side changed the file, the
 * result is that side, byte for byte.
 */

import { type Block, compareVersions, readVersion } from '../bank/blocks.ts'
import { hasConflict } from '../bank/conflicts.ts'
import { foldWords, numberIn, withoutNumber } from '../bank/entry.ts'
import { readInboxEntry } from '../bank/inbox.ts'
import { endingOf, withEnding } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, CURRENT_VERSION, indexedFolderOf, isInboxPath } from '../base/layout.ts'
import { mergeLines } from './merge-lines.ts'
import {
  type Contest,
  isSettled,
  type MarkerStyle,
  type MergeResult,
  mergeValue,
  type PrintedMerge,
  printMerged,
  type Sides,
} from './merge-result.ts'
import { mergeText } from './merge-text.ts'

export interface FileMerge extends MarkerStyle {
  readonly path: BankPath
  /** The common ancestor; undefined if each side created the file. */
  readonly base: string | undefined
  readonly ours: string
  readonly theirs: string
}

export function mergeFile({ path, base = '', ours, theirs, ...style }: FileMerge): PrintedMerge {
  const settled = mergeValue({ base, ours, theirs })
  if (settled !== undefined) return { text: settled, conflicts: [] }
  const { texts, ending, restore } = normalise({ base, ours, theirs })
  const merged = isOneEntry(texts, path) ? (mergeByUnits(texts, path, ending) ?? mergeSafely(texts, path)) : [texts]
  const { text, conflicts } = printMerged(merged, ending, style)
  return { text: restore(text, typeof merged.at(-1) === 'string'), conflicts }
}

/**
 * False if git took a new entry for the renamed file of a removed one, which has much of the same form. The name of the
 * file then belongs to the new entry.
 */
function isOneEntry({ base, ours, theirs }: Sides<string>, path: BankPath): boolean {
  if (base === '' || !(isInboxPath(path) || indexedFolderOf(path) !== undefined)) return true
  const [was = '', left = '', right = ''] = [base, ours, theirs].map((text) => titleOf(text, path))
  const number = numberIn(left)
  if (number !== undefined && number === numberIn(right)) return true
  const [name, words, one, other] = [nameOf(path), ...[was, left, right].map((title) => wordsOf(withoutNumber(title)))]
  return one === other || (name !== '' && words?.startsWith(name) === true)
}

function titleOf(text: string, path: BankPath): string {
  const page = pageOf(text, path)
  return (isInboxPath(path) ? readInboxEntry(page)?.title : page.title) ?? ''
}

/** The part of a file name that Memory Bank derives from the title. */
function nameOf(path: BankPath): string {
  const name = baseName(path).replace(/\.md$/, '')
  return wordsOf(isInboxPath(path) ? name.replace(/^\d{4}-\d\d-\d\d-|-[0-9a-f]{4}$/g, '') : withoutNumber(name))
}

function wordsOf(title: string): string {
  return foldWords(title.replace(/['’]/g, ''))
}

/** Undefined if a text cannot be split into units, or if the result could not be. */
function mergeByUnits(texts: Sides<string>, path: BankPath, ending: string): MergeResult | undefined {
  const parts = path.endsWith('.md') ? partsOfAll(texts, path) : undefined
  if (parts === undefined) return undefined
  const merged = [...parts.ours.keys()].flatMap((slot) => {
    const [base = '', ours = '', theirs = ''] = [parts.base, parts.ours, parts.theirs].map((one) => one.get(slot))
    return slot === 'user' ? mergeLines({ base, ours, theirs }) : mergeText({ base, ours, theirs }, path, ending)
  })
  const kept = path.startsWith(`${ARCHIVE_FOLDER}/`) ? merged.map(unionOfLines) : merged
  const said = kept.filter((piece) => piece !== '')
  return isSettled(said) && partsOf(path, said.join('')) === undefined ? undefined : said
}

/** The parts of all three texts, in the same slots. */
function partsOfAll(texts: Sides<string>, path: BankPath): Sides<Parts> | undefined {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map((text) => partsOf(path, text))
  if (base === undefined || ours === undefined || theirs === undefined) return undefined
  const slots = (parts: Parts) => [...parts.keys()].join()
  if (slots(ours) === slots(theirs) && (texts.base === '' || slots(base) === slots(ours))) return { base, ours, theirs }
  // One side put blocks around text that had none, or above it.
  if (base.size > 1 || Math.min(ours.size, theirs.size) > 1) return undefined
  const [blocked, plain] = ours.size > 1 ? [ours, theirs] : [theirs, ours]
  const around = (parts: Parts): Parts =>
    new Map([...blocked].map(([slot, text]) => [slot, slot === held ? (parts.get('loose') ?? '') : text]))
  const held: Slot = blocked.has('machine') ? 'machine' : 'loose'
  const isOurs = blocked === ours
  return { base: around(base), ours: isOurs ? ours : around(plain), theirs: isOurs ? around(plain) : theirs }
}

/** Merges by lines. If that breaks a file that is intact on either side, the whole file is contested. */
function mergeSafely(texts: Sides<string>, path: BankPath): MergeResult {
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

/** The parts of a file that merge separately; undefined if their owner is unclear. */
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

/** Archives keep the lines of both sides. If a side has fenced code, both whole texts are kept. */
function unionOfLines(piece: string | Contest): string {
  if (typeof piece === 'string') return piece
  const [ours, theirs] = [pageOf(piece.ours).lines, pageOf(piece.theirs).lines]
  const known = new Set(ours.map((line) => line.text))
  const added = theirs.filter((line) => !known.has(line.text))
  if (added.length > 0 && [...ours, ...theirs].some((line) => line.fenced)) return piece.ours + piece.theirs
  return piece.ours + added.map((line) => piece.theirs.slice(line.start, line.end)).join('')
}

interface NormalisedTexts {
  readonly texts: Sides<string>
  readonly ending: string
  /**
   * Restores the byte order mark, the line endings and the final newline that the sides agree on. A conflict marker
   * keeps its newline.
   */
  readonly restore: (text: string, mayBeOpen: boolean) => string
}

/** Removes differences that would affect every line or the last one. They are merged separately. */
function normalise(sides: Sides<string>): NormalisedTexts {
  const bom = choose(sides, (text) => text.startsWith('\ufeff'))
  const isClosed = choose(sides, (text) => /[\r\n]$/.test(text))
  // Undefined if a text has several line endings. These stay as they are.
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

/** The value that one side changed, or `ours` if both did. */
function choose<T>({ base, ours, theirs }: Sides<string>, read: (text: string) => T): T {
  const values = { base: read(base), ours: read(ours), theirs: read(theirs) }
  return mergeValue(values) ?? values.ours
}

/** The only line ending of a text; undefined if it has several. */
function uniformEnding(text: string): '\n' | '\r\n' | '\r' | undefined {
  const hasCr = text.includes('\r')
  if (!hasCr) return '\n'
  if (!/(?<!\r)\n|\r(?!\n)/.test(text)) return '\r\n'
  return text.includes('\n') ? undefined : '\r'
}
