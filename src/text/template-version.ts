/**
 * The version mark of a bank: read, compare, stamp.
 *
 * A version is detected from its mark, never assumed, and compared part by part: 7.10 is newer than 7.9.
 */

import { endingOf, scanLines, splice } from './lines.ts'

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
