/** Offsets of a text as lines and columns, both from 1 as editors count them. */

import { scanLines } from '../text/lines.ts'
import { lastAtMost } from './mapped-text.ts'

export interface TextPlace {
  readonly line: number
  readonly column: number
}

export function placesIn(text: string): (offset: number) => TextPlace {
  const starts = scanLines(text).map((line) => line.start)
  return (offset) => {
    const line = lastAtMost(starts, offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}
