/**
 * The metadata line that older programs wrote into a machine block: when they wrote it, and the hash of what they wrote.
 *
 * It is read where it stands, and never written: a line that changes with every write is in conflict with every branch
 * (S4). The hash is of the block without that line and with `\n` line ends.
 */

import { hashOfText } from '../core/content-hash.ts'
import { type Line, scanLines, splice } from './lines.ts'

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
