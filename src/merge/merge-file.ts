/**
 * Two descendants of one bank file → the file that holds what both say (S55).
 *
 * Whatever either side added stands in the result or in a conflict that is shown; a file that one side left alone becomes
 * the other side's, byte for byte.
 */

import type { BankPath } from '../core/bank-path.ts'
import { endingOf } from '../text/lines.ts'
import { mergeLines } from './merge-lines.ts'
import { type MarkerStyle, type PrintedMerge, printMerged, type Sides, unlessBoth } from './merged.ts'

export interface FileMerge extends MarkerStyle {
  readonly path: BankPath
  /** What both sides come from; undefined where each made the file on its own. */
  readonly base: string | undefined
  readonly ours: string
  readonly theirs: string
}

export function mergeFile({ base = '', ours, theirs, ...file }: FileMerge): PrintedMerge {
  const settled = unlessBoth({ base, ours, theirs })
  if (settled !== undefined) return { text: settled, conflicts: [] }
  const { texts, ending, restore } = alike({ base, ours, theirs })
  const merged = mergeLines(texts)
  const { text, conflicts } = printMerged(merged, ending, file)
  return { text: restore(text, typeof merged.at(-1) === 'string'), conflicts }
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
  const ending = choose(sides, uniformEnding)
  const isClosed = choose(sides, (text) => /[\r\n]$/.test(text))
  const isUniform = [sides.base, sides.ours, sides.theirs].every((text) => uniformEnding(text) !== undefined)
  const used = isUniform ? '\n' : endingOf(sides.ours)
  const bare = (text: string): string => {
    const body = text.replace(/^\ufeff/, '')
    const lines = isUniform ? body.replaceAll(/\r\n|\r/g, '\n') : body
    return lines === '' || /[\r\n]$/.test(lines) ? lines : lines + used
  }
  return {
    texts: { base: bare(sides.base), ours: bare(sides.ours), theirs: bare(sides.theirs) },
    ending: used,
    restore: (text, mayBeOpen) => {
      const body = isClosed || !mayBeOpen ? text : text.replace(/(?:\r\n|\n|\r)$/, '')
      return (bom ? '\ufeff' : '') + (isUniform ? body.replaceAll('\n', ending ?? '\n') : body)
    },
  }
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
