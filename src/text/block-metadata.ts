/**
 * The metadata line of a machine block: how often we wrote it, when, and the hash of what we wrote.
 *
 * The hash is of the block without that line and with `\n` line ends, so it survives git's conversion
 * of line ends. A block that no longer matches its hash was edited by somebody else (S4).
 */

import { hashOfText } from '../core/content-hash.ts'
import { endingOf, type Line, scanLines, splice } from './lines.ts'
import { readVersion } from './template-version.ts'

export interface BlockMetadata {
  readonly blockVersion: number
  readonly lastUpdated: string
  readonly hash: string | undefined
}

/** No mark and metadata line together come near this; a block may be megabytes long. */
const HEAD_LENGTH = 1_000
const HEAD_LINES = 4
const METADATA_LINE = /^ {0,3}<!-- blockVersion: *(\d{1,15}) *((?:\|[^|>]*)*)-->[ \t]*$/

export function readMetadata(block: string): BlockMetadata | undefined {
  const line = metadataLine(block)
  const match = line === undefined ? null : METADATA_LINE.exec(line.text)
  if (match?.[1] === undefined) return undefined
  const fields = new Map(
    (match[2] ?? '').split('|').map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).trim(), field.slice(colon + 1).trim()] as const
    }),
  )
  return { blockVersion: Number(match[1]), lastUpdated: fields.get('lastUpdated') ?? '', hash: fields.get('hash') }
}

/** The block with its metadata line renewed: one version on, written now, hashed as it stands. */
export function stampMetadata(block: string, now: string): string {
  const before = readMetadata(block)
  const line = `<!-- blockVersion: ${(before?.blockVersion ?? 0) + 1} | lastUpdated: ${now} | hash: ${hashOfBlock(block)} -->`
  const old = metadataLine(block)
  if (old !== undefined) return splice(block, old.start, old.start + old.text.length, line)
  // Below a mark that stands further down nobody would find the line again.
  const mark = headLines(block.slice(0, HEAD_LENGTH / 2)).find(
    (candidate, index) => index < HEAD_LINES - 1 && candidate.end < HEAD_LENGTH / 2 && isMark(candidate),
  )
  const at = mark?.end ?? 0
  return splice(block, at, at, line + endingOf(block))
}

/** Whether the block still is what its hash says. Without a hash nobody can tell: yes. */
export function matchesHash(block: string): boolean {
  const hash = readMetadata(block)?.hash
  return hash === undefined || hash === hashOfBlock(block)
}

export function hashOfBlock(block: string): string {
  const line = metadataLine(block)
  const content = line === undefined ? block : splice(block, line.start, line.end, '')
  return hashOfText(content.replace(/\r\n?/g, '\n'))
}

/** It stands right below the version mark; looking no further keeps a text that quotes one from being taken for it. */
function metadataLine(block: string): Line | undefined {
  const head = block.slice(0, HEAD_LENGTH)
  const line = headLines(head).find((candidate) => !candidate.fenced && METADATA_LINE.test(candidate.text))
  return line !== undefined && line.end === head.length && head.length < block.length ? undefined : line
}

/** Where a mark and the line below it may stand; blank lines or a title above them are forgiven. */
function headLines(head: string): readonly Line[] {
  return scanLines(head).slice(0, HEAD_LINES)
}

function isMark(line: Line): boolean {
  return !line.fenced && readVersion(line.text) !== undefined
}
