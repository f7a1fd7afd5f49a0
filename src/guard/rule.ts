/** The shape of a rule: it answers from state, facts and policy alone. How loud it may be is decided in `step`. */

import type { ToolFacts } from '../core/event.ts'
import type { Words } from '../core/language.ts'
import type { Policy } from './policy.ts'
import type { GuardState } from './state.ts'

export interface Judged {
  readonly state: GuardState
  readonly facts: ToolFacts
  readonly policy: Policy
}

export interface Rule {
  readonly id: string
  /**
   * always: refuses in every mode. gate: refuses in block, notes in warn, silent in off.
   * turn / session: a note, once per turn or session, in warn and block.
   * setting: a note or a refusal, as the project has set it, in every mode.
   */
  readonly force: 'always' | 'gate' | 'turn' | 'session' | 'setting'
  /** What to do instead (one next step), or nothing. */
  check(judged: Judged): Words | undefined
}
