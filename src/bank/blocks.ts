/**
 * A bank document as its blocks: what the machine keeps, what the user owns, and the loose text
 * between them.
 *
 * Blocks are verbatim slices of the file. Printing what was parsed gives the same bytes back, so an
 * edit of one block cannot disturb another.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { MarkerFault } from '../core/bank-problems.ts'
import { hashOfText } from '../core/content-hash.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { endingOf, type Line, scanLines, splice } from './lines.ts'

export const MARKER = {
  machineStart: '<!-- MACHINE_BLOCK_START -->',
  machineEnd: '<!-- MACHINE_BLOCK_END -->',
  userStart: '<!-- USER_BLOCK_START -->',
  userEnd: '<!-- USER_BLOCK_END -->',
} as const

export type Block =
  | { readonly kind: 'loose'; readonly text: string }
  | {
      readonly kind: 'machine' | 'user'
      /** The marker line that opens the block, with its line end. */
      readonly open: string
      /** What stands between the markers. */
      readonly inner: string
      readonly close: string
    }

export interface BankDocument {
  readonly path: BankPath
  readonly blocks: readonly Block[]
}

export function parseDocument(path: BankPath, text: string): Result<BankDocument> {
  // Most files have no blocks, and need no reading line by line to tell.
  if (!text.includes('_BLOCK_')) return ok({ path, blocks: text === '' ? [] : [{ kind: 'loose', text }] })
  const lines = scanLines(text)
  const marks = lines.flatMap((line, index) => markerAt(line, index))
  const faults = faultsIn(marks, lines)
  if (faults.length > 0) return fail({ code: 'markers-broken', path, faults })

  const blocks: Block[] = []
  let at = 0
  for (let i = 0; i < marks.length; i += 2) {
    const open = marks[i]
    const close = marks[i + 1]
    if (open === undefined || close === undefined) break
    if (open.line.start > at) blocks.push({ kind: 'loose', text: text.slice(at, open.line.start) })
    blocks.push({
      kind: open.kind,
      open: text.slice(open.line.start, open.line.end),
      inner: text.slice(open.line.end, close.line.start),
      close: text.slice(close.line.start, close.line.end),
    })
    at = close.line.end
  }
  if (at < text.length) blocks.push({ kind: 'loose', text: text.slice(at) })
  return ok({ path, blocks })
}

export function printDocument(document: BankDocument): string {
  return document.blocks
    .map((block) => (block.kind === 'loose' ? block.text : block.open + block.inner + block.close))
    .join('')
}

/** What stands inside a block of this kind; undefined where the document has none. */
export function innerOf(document: BankDocument, kind: 'machine' | 'user'): string | undefined {
  for (const block of document.blocks) if (block.kind === kind) return block.inner
  return undefined
}

/** The text outside both blocks. */
export function looseOf(document: BankDocument): string {
  return document.blocks.map((block) => (block.kind === 'loose' ? block.text : '')).join('')
}

export function editMachineBlock(document: BankDocument, edit: (inner: string) => string): BankDocument {
  return {
    ...document,
    blocks: document.blocks.map((block) => (block.kind === 'machine' ? { ...block, inner: edit(block.inner) } : block)),
  }
}

/** The markers that an upgrade needs and the document lacks. */
export function missingMarkers(document: BankDocument): readonly MarkerFault[] {
  const has = (kind: Block['kind']) => document.blocks.some((block) => block.kind === kind)
  const wanted = [
    ...(has('machine') ? [] : [MARKER.machineStart, MARKER.machineEnd]),
    ...(has('user') ? [] : [MARKER.userStart, MARKER.userEnd]),
  ]
  return wanted.map((marker) => ({ kind: 'missing', marker, line: 0 }))
}

interface Mark {
  readonly kind: 'machine' | 'user'
  readonly edge: 'start' | 'end'
  readonly marker: string
  readonly line: Line
  readonly number: number
}

const MARKER_LINE = /^ {0,3}(<!-- (MACHINE|USER)_BLOCK_(START|END) -->)[ \t]*$/
const MARKER_LOOKALIKE = /^\s*<!--\s*(MACHINE|USER)[_ -]BLOCK[_ -](START|END)\s*-->\s*$/i

function markerAt(line: Line, index: number): readonly Mark[] {
  if (line.fenced) return []
  const match = MARKER_LINE.exec(line.text)
  if (match?.[1] === undefined) return []
  const kind = match[2] === 'MACHINE' ? 'machine' : 'user'
  return [{ kind, edge: match[3] === 'START' ? 'start' : 'end', marker: match[1], line, number: index + 1 }]
}

function faultsIn(marks: readonly Mark[], lines: readonly Line[]): readonly MarkerFault[] {
  const faults: MarkerFault[] = []
  const seen = new Set<string>()
  const lastStart = new Map(marks.flatMap((mark) => (mark.edge === 'start' ? [[mark.kind, mark.number] as const] : [])))
  let open: Mark | undefined
  for (const mark of marks) {
    const startsLater = (lastStart.get(mark.kind) ?? 0) > mark.number
    const kind = faultOf(mark, open, seen.has(mark.kind), startsLater)
    if (kind !== undefined) faults.push({ kind, marker: mark.marker, line: mark.number })
    if (mark.edge === 'start') {
      open ??= mark
      seen.add(mark.kind)
    } else if (open?.kind === mark.kind) open = undefined
  }
  if (open !== undefined) faults.push(whyUnclosed(open, lines))
  return faults
}

/** What is wrong with a marker that stands in the open block, or in none. */
function faultOf(
  mark: Mark,
  open: Mark | undefined,
  isSeen: boolean,
  startsLater: boolean,
): MarkerFault['kind'] | undefined {
  if (open !== undefined) return mark.edge === 'end' && open.kind === mark.kind ? undefined : 'nested'
  if (mark.edge === 'start') return isSeen ? 'doubled' : undefined
  if (startsLater) return 'reversed'
  return isSeen ? 'doubled' : 'unpaired'
}

/** A block that never closes: often its end stands in a code fence, or is misspelt. Say so. */
function whyUnclosed(open: Mark, lines: readonly Line[]): MarkerFault {
  const end = open.marker.replace('START', 'END')
  for (const [index, line] of lines.entries()) {
    if (index < open.number) continue
    if (line.fenced && line.text.trim() === end) return { kind: 'fenced', marker: end, line: index + 1 }
    const lookalike = line.fenced ? null : MARKER_LOOKALIKE.exec(line.text)
    if (
      lookalike?.[1]?.toUpperCase() === (open.kind === 'machine' ? 'MACHINE' : 'USER') &&
      lookalike[2]?.toUpperCase() === 'END'
    ) {
      return { kind: 'misspelt', marker: end, line: index + 1 }
    }
  }
  return { kind: 'unpaired', marker: open.marker, line: open.number }
}

/**
 * Which block each line of a bank file belongs to, its marker lines included; undefined where the markers are broken:
 * nobody can tell whose a line is.
 */
export function blockOfLines(path: BankPath, text: string): readonly Block['kind'][] | undefined {
  const parsed = parseDocument(path, text)
  if (!parsed.ok) return undefined
  const kinds: Block['kind'][] = []
  const lines = scanLines(text)
  let end = 0
  for (const block of parsed.value.blocks) {
    end += block.kind === 'loose' ? block.text.length : block.open.length + block.inner.length + block.close.length
    for (let line = lines[kinds.length]; line !== undefined && line.start < end; line = lines[kinds.length]) {
      kinds.push(block.kind)
    }
  }
  return kinds
}

/** No mark and metadata line together come near this; a block may be megabytes long. */
const HEAD_LENGTH = 1_000
const HEAD_LINES = 4
const METADATA_LINE = /^ {0,3}<!-- blockVersion: *\d{1,15} *((?:\|[^|>]*)*)-->[ \t]*$/

/** When an older program wrote this block, if it still is what that program wrote. */
export function writtenByOlder(block: string): string | undefined {
  const fields = fieldsOf(block)
  return fields !== undefined && fields.get('hash') === hashOfBlock(block) ? fields.get('lastUpdated') : undefined
}

/** When an older program last wrote this block, whatever became of it since. */
export function lastUpdatedByOlder(block: string): string | undefined {
  return fieldsOf(block)?.get('lastUpdated')
}

/** Such lines among the first of a machine block, given with its marker. */
export function metadataLines(lines: readonly Line[]): readonly Line[] {
  return lines.slice(0, HEAD_LINES + 1).filter((line) => !line.fenced && METADATA_LINE.test(line.text))
}

/** Two merged branches may have left several. */
export function withoutMetadata(block: string): string {
  let text = block
  for (let line = metadataLine(text); line !== undefined; line = metadataLine(text))
    text = splice(text, line.start, line.end, '')
  return text
}

/** It stands right below the version mark; looking no further keeps a text that quotes one from being taken for it. */
function metadataLine(block: string): Line | undefined {
  const head = block.slice(0, HEAD_LENGTH)
  const line = scanLines(head)
    .slice(0, HEAD_LINES)
    .find((candidate) => !candidate.fenced && METADATA_LINE.test(candidate.text))
  return line !== undefined && line.end === head.length && head.length < block.length ? undefined : line
}

function fieldsOf(block: string): ReadonlyMap<string, string> | undefined {
  const line = metadataLine(block)
  const match = line === undefined ? null : METADATA_LINE.exec(line.text)
  if (match === null) return undefined
  return new Map(
    (match[1] ?? '').split('|').map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).trim(), field.slice(colon + 1).trim()] as const
    }),
  )
}

function hashOfBlock(block: string): string {
  const line = metadataLine(block)
  const content = line === undefined ? block : splice(block, line.start, line.end, '')
  return hashOfText(content.replace(/\r\n?/g, '\n'))
}

const MARK_LINE = /^ {0,3}<!-- MEMORY_BANK_TEMPLATE:v(\d+(?:\.\d+)*) -->[ \t]*$/

/** The version a block's mark names; undefined without a well-formed mark outside code fences. */
export function readVersion(block: string): string | undefined {
  return findMark(block)?.version
}

/** The block with this version's mark: in the place of the old one, else as its first line. */
export function stampVersion(block: string, version: string): string {
  const mark = `<!-- MEMORY_BANK_TEMPLATE:v${version} -->`
  const found = findMark(block)
  if (found !== undefined) return splice(block, found.start, found.end, mark)
  return mark + endingOf(block) + block
}

/** Negative when `a` is older than `b`, zero when they are the same version. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = comparePart(left[i] ?? '0', right[i] ?? '0')
    if (difference !== 0) return difference
  }
  return 0
}

/** Digits of any length: longer is larger once leading zeros are gone. */
function comparePart(a: string, b: string): number {
  const left = a.replace(/^0+(?=\d)/, '')
  const right = b.replace(/^0+(?=\d)/, '')
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}

function findMark(
  block: string,
): { readonly version: string; readonly start: number; readonly end: number } | undefined {
  for (const line of scanLines(block)) {
    const version = line.fenced ? undefined : MARK_LINE.exec(line.text)?.[1]
    if (version !== undefined) {
      const start = block.charCodeAt(line.start) === 0xfeff ? line.start + 1 : line.start
      return { version, start, end: start + line.text.length }
    }
  }
  return undefined
}
