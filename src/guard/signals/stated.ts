/**
 * What is worth keeping and said plainly, without a word that announces it: known by the shape of its sentence.
 *
 * A shape is a few tables that one sentence must all meet: what is spoken of, what is said of it, what makes it last.
 * Each alone is in every second sentence of a working day, so a shape without its second table is rare here.
 */

import { isOrder } from './norms.ts'
import { isSettled } from './settled.ts'
import type { SignalKind } from './signal.ts'
import { isMet, SAYS_THE_BANK_IS_WRONG, type Shape, shape, TELLS_FIGURES } from './signs.ts'
import {
  ACCEPTED_WHEN,
  BOUND_BY,
  CHOOSES,
  EVERY,
  EXPLAINED,
  IS_OF_SORT,
  LIMIT,
  NOT_NOW,
  OURS,
  RULES_OUT,
  STANDING,
  STAYS_WITH,
  TILL_WHEN,
  WANTED,
  WANTS,
  WHY,
} from './signs-of-choices.ts'
import {
  A_COMMAND,
  EXTERNAL,
  HAPPENS,
  LIMITED,
  ORDERED,
  OTHERWISE,
  PROJECT,
  TOLD_AFTERWARDS,
  TRAP,
  WARNS,
} from './signs-of-finds.ts'
import {
  A_STANDING_WORD,
  AT_TIMES,
  BEFOREHAND,
  DESIGN_READY,
  FINISHED,
  FINISHES_LITTLE,
  GOES_SO,
  HAS_TO_RUN,
  IN_STEPS,
  NEXT,
  PLACED,
  STATES_A_COMMAND,
  STATES_A_PROCESS,
  TO_DO_SO,
  WISHED,
} from './signs-of-work.ts'

export function statedKind(line: string, sentence: string): SignalKind | undefined {
  return SHAPES.find((one) => isMet(one, line, sentence))?.kind
}

/** The answer to a question that offered a choice: what was taken, and why. */
export function isReasonedChoice(line: string, sentence: string): boolean {
  const isReasoned = [WHY, OURS, EXPLAINED].some((sign) => sign.in(line, sentence) !== -1)
  return isReasoned && line.includes(' , ') && !isOrder(line) && isSettled({ kind: 'decision', line, sentence, end: 0 })
}

const SHAPES: readonly Shape[] = [
  SAYS_THE_BANK_IS_WRONG,
  shape('decision', [STANDING]),
  shape('decision', [RULES_OUT, PROJECT]),
  shape('design', [DESIGN_READY], { forNow: true }),
  shape('decision', [CHOOSES, WHY]),
  shape('decision', [STAYS_WITH, EXPLAINED]),
  shape('finding', [TRAP], { none: [ORDERED] }),
  shape('finding', [TOLD_AFTERWARDS], { none: [ORDERED] }),
  TELLS_FIGURES,
  shape('finding', [WARNS, HAPPENS, PROJECT], { none: [ORDERED] }),
  shape('finding', [EXTERNAL, LIMITED], { none: [ORDERED] }),
  shape('finding', [OTHERWISE, PROJECT], { none: [ORDERED] }),
  shape('workflow', [STATES_A_COMMAND, A_COMMAND], { none: [ORDERED, WISHED] }),
  shape('workflow', [STATES_A_PROCESS, IN_STEPS], { forNow: true }),
  shape('workflow', [GOES_SO, IN_STEPS]),
  shape('workflow', [GOES_SO, A_COMMAND]),
  shape('workflow', [GOES_SO, PLACED]),
  shape('decision', [AT_TIMES]),
  shape('workflow', [HAS_TO_RUN, A_COMMAND]),
  shape('workflow', [TO_DO_SO, A_COMMAND]),
  shape('workflow', [TO_DO_SO, IN_STEPS]),
  shape('workflow', [BEFOREHAND, A_COMMAND], { forNow: true }),
  shape('workflow', [BEFOREHAND, A_STANDING_WORD], { forNow: true }),
  shape('requirement', [ACCEPTED_WHEN], { none: [ORDERED], forNow: true }),
  shape('requirement', [WANTED]),
  shape('requirement', [WANTS, LIMIT]),
  shape('requirement', [BOUND_BY], { none: [ORDERED] }),
  shape('decision', [EVERY, IS_OF_SORT], { none: [ORDERED] }),
  shape('decision', [NOT_NOW, WHY], { forNow: true }),
  shape('decision', [NOT_NOW, TILL_WHEN], { forNow: true }),
  shape('decision', [NOT_NOW, EXPLAINED], { forNow: true }),
  shape('decision', [CHOOSES, OURS]),
  shape('focus', [NEXT], { forNow: true }),
  shape('focus', [FINISHED], { forNow: true, none: [FINISHES_LITTLE] }),
]
