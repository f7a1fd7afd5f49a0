/** What an agent says that is worth a proposal (S40): what it found, and what was agreed. */

import { AGREED, FOUND } from './cues.ts'
import { isOfTheProject } from './project-things.ts'
import { cueIn, signalInSentences } from './sentences.ts'
import type { Signal, SignalKind } from './signal.ts'
import { isMet, SAYS_THE_BANK_IS_WRONG, TELLS_FIGURES } from './signs.ts'
import { isAboutTheBank } from './statements.ts'

export function signalByAgent(text: string): Signal | undefined {
  const signal = signalInSentences(text, kindOf)
  // What an agent says of the bank is its report of reading or writing there.
  return signal !== undefined && signal.kind !== 'conflict' && isAboutTheBank(text) ? undefined : signal
}

function kindOf(line: string, sentence: string): SignalKind | undefined {
  const cue = cueIn(CUES, line, sentence)
  // "We agreed to rename it": agents speak so of what they were told to do.
  if (cue !== undefined) return cue.kind === 'decision' && !isOfTheProject(sentence) ? undefined : cue.kind
  return SHAPES.find((one) => isMet(one, line, sentence))?.kind
}

const CUES = [...FOUND, ...AGREED]
const SHAPES = [SAYS_THE_BANK_IS_WRONG, TELLS_FIGURES]
