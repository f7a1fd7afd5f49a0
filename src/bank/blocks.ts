/**
 * The blocks of a bank file: the machine block, the user block, and the loose text between them. Also the version mark,
 * and the metadata line of older programs.
 *
 * Blocks are verbatim slices of the file. Printing a parsed file gives the same bytes back, so an edit of one block
 * cannot disturb another.
 */

import type { MarkerFault } from '../base/bank-problems.ts'
import { hashOfText } from '../base/content-hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Span } from '../base/splice.ts'
import { endingOf, type Line, splice } from './lines.ts'
import type { Page } from './page.ts'

export const MARKER = {
  machineStart: '<!-- MACHINE_BLOCK_START -->',
  machineEnd: '<!-- MACHINE_BLOCK_END -->',
  userStart: '<!-- USER_BLOCK_START -->',
  userEnd: '<!-- USER_BLOCK_END -->',
} as const

export type Block = MarkedText | { readonly kind: 'loose'; readonly start: number; readonly text: string }

interface MarkedText {
  readonly kind: 'machine' | 'user'
  readonly start: number
  /** The marker line that opens the block, with its line end. */
  readonly open: string
  readonly inner: string
  readonly close: string
}

/** `Page.parsed` is the only caller. */
export function parseBlocks({ path, text, lines }: Pick<Page, 'path' | 'text' | 'lines'>): Result<readonly Block[]> {
  const marks = lines.flatMap(markerAt)
  const faults = faultsIn(marks, lines)
  if (faults.length > 0) return fail({ code: 'markers-broken', path, faults })

  const blocks: Block[] = []
  let at = 0
  for (let i = 0; i < marks.length; i += 2) {
    const open = marks[i]
    const close = marks[i + 1]
    if (open === undefined || close === undefined) break
    if (open.line.start > at) blocks.push({ kind: 'loose', start: at, text: text.slice(at, open.line.start) })
    blocks.push({
      kind: open.kind,
      start: open.line.start,
      open: text.slice(open.line.start, open.line.end),
      inner: text.slice(open.line.end, close.line.start),
      close: text.slice(close.line.start, close.line.end),
    })
    at = close.line.end
  }
  if (at < text.length) blocks.push({ kind: 'loose', start: at, text: text.slice(at) })
  return ok(blocks)
}

export function printBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.kind === 'loose' ? block.text : block.open + block.inner + block.close)).join('')
}

/** The part of a block that is not a marker line. */
export function innerSpan(block: Block): Span {
  if (block.kind === 'loose') return { start: block.start, end: block.start + block.text.length }
  const start = block.start + block.open.length
  return { start, end: start + block.inner.length }
}

/** The text outside both blocks. */
export function looseText(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.kind === 'loose' ? block.text : '')).join('')
}

/** The markers that the file lacks and an upgrade adds. */
export function missingMarkers(blocks: readonly Block[]): readonly MarkerFault[] {
  const has = (kind: Block['kind']) => blocks.some((block) => block.kind === kind)
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
}

const MARKER_LINE = /^ {0,3}(<!-- (MACHINE|USER)_BLOCK_(START|END) -->)[ \t]*$/
const MARKER_LOOKALIKE = /^\s*<!--\s*(MACHINE|USER)[_ -]BLOCK[_ -](START|END)\s*-->\s*$/i

function markerAt(line: Line): readonly Mark[] {
  if (line.fenced) return []
  const match = MARKER_LINE.exec(line.text)
  if (match?.[1] === undefined) return []
  const kind = match[2] === 'MACHINE' ? 'machine' : 'user'
  return [{ kind, edge: match[3] === 'START' ? 'start' : 'end', marker: match[1], line }]
}

function faultsIn(marks: readonly Mark[], lines: readonly Line[]): readonly MarkerFault[] {
  const faults: MarkerFault[] = []
  const seen = new Set<string>()
  const lastStart = new Map(
    marks.flatMap((mark) => (mark.edge === 'start' ? [[mark.kind, mark.line.number] as const] : [])),
  )
  let open: Mark | undefined
  for (const mark of marks) {
    const startsLater = (lastStart.get(mark.kind) ?? 0) > mark.line.number
    const kind = faultOf(mark, open, seen.has(mark.kind), startsLater)
    if (kind !== undefined) faults.push({ kind, marker: mark.marker, line: mark.line.number })
    if (mark.edge === 'start') {
      open ??= mark
      seen.add(mark.kind)
    } else if (open?.kind === mark.kind) open = undefined
  }
  if (open !== undefined) faults.push(whyUnclosed(open, lines))
  return faults
}

/** The fault of a marker, if it has one. `open` is the start marker of the block around it. */
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

/** Why the block never closes. Often its end marker is in a code fence or misspelt. */
function whyUnclosed(open: Mark, lines: readonly Line[]): MarkerFault {
  const end = open.marker.replace('START', 'END')
  for (const line of lines.slice(open.line.number)) {
    if (line.fenced && line.text.trim() === end) return { kind: 'fenced', marker: end, line: line.number }
    const lookalike = line.fenced ? null : MARKER_LOOKALIKE.exec(line.text)
    if (
      lookalike?.[1]?.toUpperCase() === (open.kind === 'machine' ? 'MACHINE' : 'USER') &&
      lookalike[2]?.toUpperCase() === 'END'
    ) {
      return { kind: 'misspelt', marker: end, line: line.number }
    }
  }
  return { kind: 'unpaired', marker: open.marker, line: open.line.number }
}

/** The version mark and the metadata line together are shorter. A block itself may be megabytes long. */
const HEAD_LENGTH = 1_000
const HEAD_LINES = 4
const METADATA_LINE = /^ {0,3}<!-- blockVersion: *\d{1,15} *((?:\|[^|>]*)*)-->[ \t]*$/

/**
 * The time at which an older program wrote this machine block. Undefined if the block has changed since.
 *
 * Older programs left a metadata line with the time and a hash. The hash is that of the block without this line and
 * with `\n` line ends. The line is read but never written, because a line that changes with every write conflicts
 * with every branch (S4).
 */
export function writtenByOlder(machine: Page): string | undefined {
  const line = metadataLine(machine)
  const fields = fieldsOf(line)
  if (line === undefined || fields === undefined) return undefined
  const content = splice(machine.text, line.start, line.end, '').replace(/\r\n?/g, '\n')
  return fields.get('hash') === hashOfText(content) ? fields.get('lastUpdated') : undefined
}

/** The time at which an older program last wrote this machine block, even if the block has changed since. */
export function lastUpdatedByOlder(machine: Page): string | undefined {
  return fieldsOf(metadataLine(machine))?.get('lastUpdated')
}

/** The metadata lines at the top of a machine block. The first of `lines` is the block's start marker. */
export function metadataLines(lines: readonly Line[]): readonly Line[] {
  return lines.slice(0, HEAD_LINES + 1).filter((line) => !line.fenced && METADATA_LINE.test(line.text))
}

/** Removes every metadata line at the top, because merged branches may have left several. */
export function withoutMetadata(machine: Page): string {
  let rest = machine
  for (let line = metadataLine(rest); line !== undefined; line = metadataLine(rest))
    rest = rest.with(splice(rest.text, line.start, line.end, ''))
  return rest.text
}

/** The line is right below the version mark. A metadata line further down may be a quotation. */
function metadataLine({ lines }: Page): Line | undefined {
  return lines
    .slice(0, HEAD_LINES)
    .find((line) => !line.fenced && line.end <= HEAD_LENGTH && METADATA_LINE.test(line.text))
}

function fieldsOf(line: Line | undefined): ReadonlyMap<string, string> | undefined {
  const match = line === undefined ? null : METADATA_LINE.exec(line.text)
  if (match === null) return undefined
  return new Map(
    (match[1] ?? '').split('|').map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).trim(), field.slice(colon + 1).trim()] as const
    }),
  )
}

const MARK_LINE = /^ {0,3}<!-- MEMORY_BANK_TEMPLATE:v(\d+(?:\.\d+)*) -->[ \t]*$/

/** The version in the mark of a block. Undefined without a well-formed mark outside code fences. */
export function readVersion({ lines }: Page): string | undefined {
  for (const line of lines) {
    const version = versionIn(line)
    if (version !== undefined) return version
  }
  return undefined
}

/** The version, if the line is a version mark. */
export function versionIn({ fenced, text }: Pick<Line, 'fenced' | 'text'>): string | undefined {
  return fenced ? undefined : MARK_LINE.exec(text)?.[1]
}

/** The block with this version: the old mark is replaced, or a new one becomes the first line. */
export function stampVersion(block: Page, version: string): string {
  const mark = `<!-- MEMORY_BANK_TEMPLATE:v${version} -->`
  const line = block.lines.find((one) => versionIn(one) !== undefined)
  if (line === undefined) return mark + endingOf(block.text) + block.text
  const start = block.text.charCodeAt(line.start) === 0xfeff ? line.start + 1 : line.start
  return splice(block.text, start, start + line.text.length, mark)
}

/** Negative if `a` is older than `b`, zero if they are the same version. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = comparePart(left[i] ?? '0', right[i] ?? '0')
    if (difference !== 0) return difference
  }
  return 0
}

/** Digits of any length: without leading zeros the longer number is larger. */
function comparePart(a: string, b: string): number {
  const left = a.replace(/^0+(?=\d)/, '')
  const right = b.replace(/^0+(?=\d)/, '')
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}
