/** Judges a call that writes the bank, by the rules about calls and those about written text. */

import { inOrder, judgeBy, type RulesJudgement } from './judge.ts'
import type { Judged } from './rule.ts'
import { RULES } from './rules/index.ts'
import { withoutResolutions } from './write-rules/conflict-from-its-sides.ts'
import { WRITE_RULES } from './write-rules/index.ts'

export function judgeWrite(asked: Judged): RulesJudgement {
  return judgeBy(IN_ORDER, { ...asked, facts: withoutResolutions(asked.facts) })
}

const IN_ORDER = inOrder([...RULES, ...WRITE_RULES])
