/** What a person says that is worth a proposal (S40). */

import { lineOf } from '../words/request.ts'
import { spansOf } from '../words/units.ts'
import { CUES } from './cues-of-people.ts'
import { isNorm } from './norms.ts'
import { asks, cueIn, FEWEST_TERMS, handsOverText, signalInSentences } from './sentences.ts'
import { isSettled } from './settled.ts'
import type { Signal, SignalKind } from './signal.ts'
import { isOutside } from './signs-of-finds.ts'
import { isReasonedChoice, statedKind } from './stated.ts'
import { termsOf } from './terms.ts'
import { weighedKind } from './weighed.ts'

/** `offered`: they answer a question that left a choice. */
export function signalByPerson(text: string, offered = false): Signal | undefined {
  return signalInSentences(text, kindOf) ?? (handsOverText(text) ? undefined : signalInWhole(text, offered))
}

/** A short message says in two sentences what neither says alone; the answer to a question begins with a bare name. */
function signalInWhole(text: string, offered: boolean): Signal | undefined {
  const spans = spansOf(text)
  if (text.length > LONGEST_WHOLE || spans.some((span) => span.asked)) return undefined
  const line = spans.map(({ units }) => lineOf(units)).join(' , ')
  const terms = termsOf(text)
  if (terms.length < FEWEST_TERMS || line.length < shortestIn(line) || asks(line)) return undefined
  const kind = offered && isReasonedChoice(line, text) ? 'decision' : weighedKind(line, text)
  return kind === undefined ? undefined : { kind, terms }
}

/** Han says in ten characters what takes thirty letters. */
function shortestIn(line: string): number {
  return /\p{Script=Han}/u.test(line) ? 10 : 28
}

function kindOf(line: string, sentence: string): SignalKind | undefined {
  const cue = cueIn(CUES, line, sentence)
  const stated = statedKind(line, sentence)
  // A design that was approved is no requirement, and what the bank has wrong no decision; what a vendor allows is no wish of ours.
  const isOther =
    stated === 'design' ||
    stated === 'conflict' ||
    (stated === 'finding' && cue?.kind === 'requirement' && isOutside(line))
  if (cue !== undefined && !isOther) return cue.kind
  if (stated !== undefined) return stated
  return isNorm(line, sentence) && isSettled({ kind: 'decision', line, sentence, end: line.length })
    ? 'decision'
    : undefined
}

/** In more characters it is told sentence by sentence. */
const LONGEST_WHOLE = 300
