/**
 * What in the words of a session is worth a proposal (S40): found by code, sentence by sentence. What calls show is in
 * `in-call.ts`.
 *
 * Precision first: a question, a guess, a plan to look, a quotation and small talk are no signals. A signal
 * carries no text; its terms are hashes, so that the same matter is known again and the log stays free of words.
 */

import { lineOf } from '../words/request.ts'
import { type Span, spansOf } from '../words/units.ts'
import type { Cue } from './cues.ts'
import { isOfTheProject } from './project-things.ts'
import { isSettled } from './settled.ts'
import type { Signal, SignalKind } from './signal.ts'
import { asks, FEWEST_TERMS, handsOverText, sentencesOf } from './statements.ts'
import { termsOf } from './terms.ts'

/** What a sentence announces, which is given as one line of plain words and as it was written. */
type KindOf = (line: string, sentence: string) => SignalKind | undefined

export function signalInSentences(text: string, kindOf: KindOf): Signal | undefined {
  if (handsOverText(text)) return undefined
  for (const sentence of sentencesOf(text)) {
    const spans = spansOf(sentence)
    if (spans.some((span) => span.asked)) continue
    const line = plainSentence(spans)
    const kind = asks(line) ? undefined : kindOf(line, sentence)
    const named = kind === undefined ? [] : termsOf(sentence)
    // "Let's go with that one" names nothing that could be written down; a short sentence is about what stands beside it.
    const terms = named.length === 1 ? termsOf(text) : named
    if (kind !== undefined && terms.length >= FEWEST_TERMS) return { kind, terms }
  }
  return undefined
}

/** The spans of a sentence as one line: labels keep their colon, all other marks are one. */
function plainSentence(spans: readonly Span[]): string {
  return spans
    .map((span, index) => lineOf(span.units) + (index === spans.length - 1 ? '' : span.label ? ' : ' : ' , '))
    .join('')
}

/** The first of the cues that the sentence is announced by. */
export function cueIn(cues: readonly Cue[], line: string, sentence: string): Cue | undefined {
  return cues.find((one) => isSaid(one, line, sentence))
}

function isSaid({ kind, needs, pattern, beside }: Cue, line: string, sentence: string): boolean {
  if (!needs.some((word) => line.includes(word))) return false
  const match = pattern(line).exec(line)
  if (match === null || !isSettled({ kind, line, sentence, end: match.index + match[0].length })) return false
  if (beside === undefined) return true
  return beside === 'a project matter' ? isOfTheProject(sentence) : beside().test(line)
}
