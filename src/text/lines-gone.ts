/**
 * What changes take out of the bank: the lines that stand in no file any more once they are carried out.
 *
 * A line that only moves is no such line; nor are comments, what a template says where nothing is said yet, and the
 * rows of an index, which are made anew.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import { isIndexPath } from '../core/layout.ts'
import { scanLines } from './lines.ts'
import { isNothingYet } from './templates.ts'

export interface GoneLines {
  readonly path: BankPath
  readonly lines: readonly string[]
}

export function linesGone(changes: readonly Change[]): readonly GoneLines[] {
  const kept = new Map<string, number>()
  for (const change of changes)
    if ('text' in change) for (const line of saidLines(change.text)) kept.set(line, (kept.get(line) ?? 0) + 1)
  return changes.flatMap((change) => {
    if (!('was' in change) || isIndexPath(change.path)) return []
    const lines = saidLines(change.was).filter((line) => {
      const left = kept.get(line) ?? 0
      if (left > 0) kept.set(line, left - 1)
      return left === 0
    })
    return lines.length === 0 ? [] : [{ path: change.path, lines }]
  })
}

/** The lines that say something, without the spaces around them. */
function saidLines(text: string): readonly string[] {
  return scanLines(text)
    .map((line) => line.text.trim())
    .filter(saysSomething)
}

export function saysSomething(line: string): boolean {
  return line !== '' && !/^<!--.*-->$/.test(line) && !isNothingYet(line)
}
