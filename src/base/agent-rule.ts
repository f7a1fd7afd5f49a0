/** Whether an agent may run a command of ours from its shell. A person always may. */

export type AgentRule =
  /** It only reads. */
  | { readonly kind: 'always' }
  /** It reads, unless one of these options makes it write or start a program. */
  | { readonly kind: 'without'; readonly options: readonly string[] }
  /**
   * It reads if its first operand is one of `reads`, or if it has none. The words under `asks` write once a person has
   * agreed, those under `acts` at once.
   */
  | {
      readonly kind: 'only'
      readonly reads: readonly string[]
      readonly asks: readonly string[]
      readonly acts: readonly string[]
    }
  /** Without an answer it only prints its plan, so nothing may answer for the person: no --yes, no input. */
  | { readonly kind: 'unanswered' }
  /** Other programs start it, among them git and hosts in an agent's shell; nobody types it. */
  | { readonly kind: 'started' }
  | { readonly kind: 'never' }

/** A call, as far as a rule asks about it. */
export interface RuledCall {
  readonly operands: readonly string[]
  has(option: string): boolean
  /** Something answers for the person. */
  readonly isAnswered: boolean
}

/** Whether an agent may type this. */
export function mayAgentRun(rule: AgentRule, { operands, has, isAnswered }: RuledCall): boolean {
  switch (rule.kind) {
    case 'always':
      return true
    case 'without':
      return !rule.options.some(has)
    case 'only': {
      const [first] = operands
      const isRead = first === undefined || rule.reads.includes(first)
      return isRead && !operands.some((word) => rule.asks.includes(word) || rule.acts.includes(word))
    }
    case 'unanswered':
      return !isAnswered
    case 'started':
    case 'never':
      return false
  }
}
