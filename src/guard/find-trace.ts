/** Makes the trace of a proposal, and finds a declined proposal in text that is written to the bank (S36). */

import { withoutMarkup } from '../bank/labels.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { withoutDates } from '../base/dates.ts'
import { holdsMost, isAt, type Trace } from './trace.ts'

export function traceOf(title: string, text: string, targets: readonly BankPath[]): Trace {
  return { targets, title: titleHash(title), words: termsOf(text).slice(0, MOST_WORDS) }
}

/** Whether these lines, added to this file, repeat the proposal. */
export function isWrittenIn(before: Trace, path: BankPath, lines: readonly string[]): boolean {
  if (isAt(before, path) && lines.some((line) => segmentsOf(line).some((text) => titleHash(text) === before.title)))
    return true
  return passagesOf(lines, before.words.length * WIDEST).some((terms) => holdsMost(before, terms))
}

/** Lines that only the second text contains. */
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
/** A passage with more than this many times the words of the proposal is not a repetition of it. */
const WIDEST = 4

/** Parts of a line that may be a title: the whole line, a cell, the text after a label. */
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

/** For each line, the terms of a run of lines that begins with it. `most` limits the terms of a run. */
function passagesOf(lines: readonly string[], most: number): readonly ReadonlySet<string>[] {
  const terms = lines.map((line) => termsOf(line))
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

/** The content words of a text as short hashes. Latin words count whole, Han characters in pairs. */
function termsOf(text: string): readonly string[] {
  const found = new Set<string>()
  const said = text.slice(0, LONGEST).toLowerCase().replace(EMPTY_HAN, ' ')
  for (const [word] of said.matchAll(/[a-z][a-z0-9_]*(?:[./@-][a-z0-9_]+)*|\p{Script=Han}{2,}/gu)) {
    if (!/^[a-z]/.test(word)) for (let at = 0; at + 1 < word.length; at += 1) found.add(word.slice(at, at + 2))
    else if (word.length > 1 && !EMPTY.has(word)) found.add(word)
  }
  return [...found].map(termOf)
}

/** Eight characters are enough. A session keeps many, so they are short. */
function termOf(word: string): string {
  return hashOfText(word).slice(0, 8)
}

const LONGEST = 20_000

/** Words that occur in any sentence and so distinguish nothing. */
const EMPTY = new Set(
  (
    'the and for that this with from have has had was were are is it its we our us you your they them then than not but all any can will would should could must ' +
    'be been being do does did done to of in on at by as so if or an my me now also just only very more most some one two let lets go use used using make made ' +
    'decided decide decision agreed turns turned fine take break always never into out up down over because due when where which what who why how there here these those'
  ).split(' '),
)
const EMPTY_HAN =
  /我们|咱们|大家|最终|最后|决定|这个|那个|就是|因为|所以|以后|今后|统一|一律|必须|需要|可以|使用|采用|已经|现在|然后|但是|不再|还是|一个|一下|原因|根因|问题|这样|那样|什么|怎么|的|了|吧|用|做|把|就/gu
