/**
 * What is worth keeping and said plainly, without a word that announces it: known by the shape of its sentence.
 *
 * A shape is a few tables that one sentence must all meet: what is spoken of, what is said of it, what makes it last.
 * Each alone is in every second sentence of a working day, so a shape without its second table is rare here.
 */

import { isOrder } from './norms.ts'
import { isHeld, isSettled } from './settled.ts'
import type { SignalKind } from './signal.ts'
import {
  A_COMMAND,
  EXTERNAL,
  FIGURES,
  HAPPENS,
  LIMITED,
  ORDERED,
  OTHERWISE,
  PROJECT,
  SETS_A_VALUE,
  type Sign,
  TOLD_AFTERWARDS,
  TRAP,
  WARNS,
} from './signs.ts'
import {
  ACCEPTED_WHEN,
  BOUND_BY,
  CHOOSES,
  EVERY,
  EXPLAINED,
  IS_OF_SORT,
  LIMIT,
  MEMORY_SAYS,
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

export function statedKind(line: string, sentence: string, by: 'user' | 'assistant'): SignalKind | undefined {
  return SHAPES.find((shape) => (shape.by === 'both' || by === 'user') && isMet(shape, line, sentence))?.kind
}

/** The answer to a question that offered a choice: what was taken, and why. */
export function isReasonedChoice(line: string, sentence: string): boolean {
  const isReasoned = [WHY, OURS, EXPLAINED].some((sign) => sign.in(line, sentence) !== -1)
  return isReasoned && line.includes(' , ') && !isOrder(line) && isSettled({ kind: 'decision', line, sentence, end: 0 })
}

interface Shape {
  readonly kind: SignalKind
  readonly by: 'user' | 'both'
  /** The first is what the sentence is known by: a guess before it takes it back. */
  readonly all: readonly Sign[]
  readonly none: readonly Sign[]
  /** It says itself for how long it holds. */
  readonly forNow: boolean
}

function isMet({ kind, all, none, forNow }: Shape, line: string, sentence: string): boolean {
  // One table after the other: the first that is not met spares making the patterns of the rest.
  const [first, ...others] = all
  const end = first === undefined ? 0 : first.in(line, sentence)
  if (end === -1 || others.some((sign) => sign.in(line, sentence) === -1)) return false
  if (none.some((sign) => sign.in(line, sentence) !== -1)) return false
  const announced = { kind, line, sentence, end }
  return forNow ? isHeld(announced) : isSettled(announced)
}

function shape(
  kind: SignalKind,
  all: readonly Sign[],
  more: { readonly by?: 'both'; readonly none?: readonly Sign[]; readonly forNow?: true } = {},
): Shape {
  return { kind, all, by: more.by ?? 'user', none: more.none ?? [], forNow: more.forNow ?? false }
}

const SHAPES: readonly Shape[] = [
  shape('conflict', [MEMORY_SAYS], { by: 'both' }),
  shape('decision', [STANDING]),
  shape('decision', [RULES_OUT, PROJECT]),
  shape('design', [DESIGN_READY], { forNow: true }),
  shape('decision', [CHOOSES, WHY]),
  shape('decision', [STAYS_WITH, EXPLAINED]),
  shape('finding', [TRAP], { none: [ORDERED] }),
  shape('finding', [TOLD_AFTERWARDS], { none: [ORDERED] }),
  shape('finding', [FIGURES], { by: 'both', none: [SETS_A_VALUE] }),
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
