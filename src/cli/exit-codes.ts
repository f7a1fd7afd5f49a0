/** What a command's exit says. An interface that scripts rely on: never renumber. */

import type { Problem } from '../core/problem.ts'

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

export function exitCodeFor(problem: Problem): ExitCode {
  switch (problem.code) {
    case 'usage':
    case 'config-invalid':
    case 'project-missing':
    case 'no-project':
    case 'undo-unknown':
    case 'addition-invalid':
    case 'addition-incomplete':
    case 'proposal-unknown':
      return EXIT.usage
    case 'person-needed':
      return EXIT.notConfirmed
    case 'block-edited':
    case 'undo-stale':
    case 'stale-file':
    case 'path-taken':
      return EXIT.conflict
    case 'markers-broken':
    case 'markers-missing':
    case 'bank-newer':
    case 'bank-foreign':
    case 'file-unreadable':
    case 'folder-expected':
    case 'file-expected':
    case 'outside-bank':
    case 'write-failed':
    case 'locked':
    case 'state-unavailable':
    case 'journal-unreadable':
    case 'nothing-to-undo':
    case 'bank-absent':
    case 'bank-outdated':
    case 'not-in-bank':
    case 'addition-secret':
    case 'addition-breaks':
    case 'proposal-settled':
      return EXIT.failure
  }
}
