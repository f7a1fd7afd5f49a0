/** Whether an agent may run a command of ours from its shell. A person always may. */

export type AgentRule =
  /** It only reads. */
  | { readonly kind: 'always' }
  /** It reads, unless one of these options makes it write or start a program. */
  | { readonly kind: 'without'; readonly options: readonly string[] }
  /** It reads if its first operand is one of these, or if it has none, and no operand is one of the words under `never`. */
  | { readonly kind: 'only'; readonly operands: readonly string[]; readonly never: readonly string[] }
  /** Without an answer it only prints its plan, so nothing may answer for the person: no --yes, no input. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'never' }
