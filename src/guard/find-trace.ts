/** The trace of a proposal, and whether what is written to the bank is what left it (S36). */

import { withoutMarkup } from '../bank/labels.ts'
import type { BankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { withoutDates } from '../text/dates.ts'
import { allTermsOf } from './terms.ts'
import { holdsMost, isAt, type Trace } from './trace.ts'

export function traceOf(title: string, text: string, targets: readonly BankPath[]): Trace {
  return { targets, title: titleHash(title), words: allTermsOf(text).slice(0, MOST_WORDS) }
}

/** Do these lines, added to this file, say what was proposed? */
export function isWrittenIn(before: Trace, path: BankPath, lines: readonly string[]): boolean {
  if (isAt(before, path) && lines.some((line) => segmentsOf(line).some((text) => titleHash(text) === before.title)))
    return true
  return passagesOf(lines, before.words.length * WIDEST).some((terms) => holdsMost(before, terms))
}

/** The lines that a text has gained. */
export function addedLines(before: string, after: string): readonly string[] {
  const left = new Map<string, number>()
  for (const line of before.split('\n')) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  return after.split('\n').filter((line) => {
    const count = left.get(line.trim()) ?? 0
    left.set(line.trim(), count - 1)
    return count <= 0 && line.trim() !== ''
  })
}

const MOST_WORDS = 120
/** How many times the words of a proposal a passage may have that says it. */
const WIDEST = 4

/** Where a title may stand in a line: as all of it, in a cell, behind a label. */
function segmentsOf(line: string): readonly string[] {
  const parts = line.includes('|') ? line.split('|') : [line]
  return parts
    .flatMap((part) => [part, part.replace(/^[^:：]{0,40}[:：]/u, '')])
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

function titleHash(text: string): string {
  const bare = withoutDates(withoutMarkup(text)).toLowerCase()
  return hashOfText(bare.replace(/[^\p{L}\p{N}]/gu, '')).slice(0, 12)
}

/** The terms of runs of lines, each as long as the limit lets it grow. */
function passagesOf(lines: readonly string[], most: number): readonly ReadonlySet<string>[] {
  const terms = lines.map((line) => allTermsOf(line))
  return terms.map((_, start) => {
    const held = new Set<string>()
    for (const line of terms.slice(start, start + LONGEST_RUN)) {
      if (held.size > 0 && held.size + line.length > most) break
      for (const term of line) held.add(term)
    }
    return held
  })
}

const LONGEST_RUN = 200
