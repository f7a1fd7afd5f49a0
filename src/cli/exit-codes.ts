/** What a command's exit says. Scripts rely on it: never renumber. */

export const EXIT = {
  done: 0,
  /** Findings, or something failed. */
  failure: 1,
  usage: 2,
  /** A plan was shown and nobody agreed to it. */
  notConfirmed: 3,
  /** Somebody else's change stands in the way. */
  conflict: 4,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
