/** The exit codes of commands. Scripts rely on them, so they are never renumbered. */

export const EXIT = {
  done: 0,
  /** Findings, or something failed. */
  failure: 1,
  usage: 2,
  /** A plan was shown and nobody agreed to it. */
  notConfirmed: 3,
  /** Somebody else's change is in the way. */
  conflict: 4,
  /** Tells git that a merge driver failed, which is no conflict. */
  driverFailed: 129,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
