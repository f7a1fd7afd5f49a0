/**
 * What an agent says that is worth a proposal (S40): what it found, and what was agreed. What calls show is in `in-call.ts`.
 *
 * Precision first: a question, a guess, a plan to look, a quotation and small talk are no signals. A signal
 * carries no text; its terms are hashes, so that the same matter is known again and the log stays free of words.
 */

import { lineOf } from '../words/request.ts'
import { type Span, spansOf } from '../words/units.ts'
import { AGREED, type Cue, FOUND } from './cues.ts'
import { isOfTheProject } from './project-things.ts'
import { isSettled } from './settled.ts'
import type { Signal, SignalKind } from './signal.ts'
import { isMet, SAYS_THE_BANK_IS_WRONG, TELLS_FIGURES } from './signs.ts'
import { asks, FEWEST_TERMS, handsOverText, isAboutTheBank, sentencesOf } from './statements.ts'
import { termsOf } from './terms.ts'

export function signalByAgent(text: string): Signal | undefined {
  const signal = signalInSentences(text)
  // What an agent says of the bank is its report of reading or writing there.
  return signal !== undefined && signal.kind !== 'conflict' && isAboutTheBank(text) ? undefined : signal
}

function signalInSentences(text: string): Signal | undefined {
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

/** What a sentence announces, which is given as one line of plain words and as it was written. */
function kindOf(line: string, sentence: string): SignalKind | undefined {
  const cue = cueIn(CUES, line, sentence)
  // "We agreed to rename it": agents speak so of what they were told to do.
  if (cue !== undefined) return cue.kind === 'decision' && !isOfTheProject(sentence) ? undefined : cue.kind
  return SHAPES.find((one) => isMet(one, line, sentence))?.kind
}

const CUES = [...FOUND, ...AGREED]
const SHAPES = [SAYS_THE_BANK_IS_WRONG, TELLS_FIGURES]

/** The spans of a sentence as one line: labels keep their colon, all other marks are one. */
function plainSentence(spans: readonly Span[]): string {
  return spans
    .map((span, index) => lineOf(span.units) + (index === spans.length - 1 ? '' : span.label ? ' : ' : ' , '))
    .join('')
}

/** The first of the cues that the sentence is announced by. */
function cueIn(cues: readonly Cue[], line: string, sentence: string): Cue | undefined {
  return cues.find((one) => isSaid(one, line, sentence))
}

function isSaid({ kind, needs, pattern, beside }: Cue, line: string, sentence: string): boolean {
  if (!needs.some((word) => line.includes(word))) return false
  const match = pattern(line).exec(line)
  if (match === null || !isSettled({ kind, line, sentence, end: match.index + match[0].length })) return false
  if (beside === undefined) return true
  return beside === 'a project matter' ? isOfTheProject(sentence) : beside().test(line)
}
