/** Whether an agent may run a Memory Bank command from its shell. A person always may. */

export type AgentRule =
  /** The command only reads. */
  | { readonly kind: 'always' }
  /** The command reads, unless one of these options makes it write or start a program. */
  | { readonly kind: 'without'; readonly options: readonly string[] }
  /**
   * The command reads if its first operand is one of `reads`, or if it has none. The words under `asks` write once a
   * person has agreed, those under `acts` at once.
   */
  | {
      readonly kind: 'only'
      readonly reads: readonly string[]
      readonly asks: readonly string[]
      readonly acts: readonly string[]
    }
  /** Without an answer the command only prints its plan, so --yes and piped input are not allowed. */
  | { readonly kind: 'unanswered' }
  /** Git and hosts start this command, sometimes in an agent's shell. It is never typed. */
  | { readonly kind: 'started' }
  | { readonly kind: 'never' }

/** The parts of a call that a rule looks at. */
export interface RuledCall {
  readonly operands: readonly string[]
  has(option: string): boolean
  /** `--yes` or piped input answers the questions of the command. */
  readonly isAnswered: boolean
}

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
