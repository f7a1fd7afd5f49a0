/** What a command's exit says. Scripts rely on it: never renumber. */

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

const EXITS: Readonly<Record<Problem['code'], keyof typeof EXIT>> = {
  usage: 'usage',
  'config-invalid': 'usage',
  'project-missing': 'usage',
  'no-project': 'usage',
  'undo-unknown': 'usage',
  'addition-invalid': 'usage',
  'addition-incomplete': 'usage',
  'proposal-unknown': 'usage',
  'since-unavailable': 'usage',
  'person-needed': 'notConfirmed',
  'block-edited': 'conflict',
  'undo-stale': 'conflict',
  'undo-secret': 'conflict',
  'stale-file': 'conflict',
  'path-taken': 'conflict',
  'markers-broken': 'failure',
  'markers-missing': 'failure',
  'bank-newer': 'failure',
  'bank-foreign': 'failure',
  'file-unreadable': 'failure',
  'folder-expected': 'failure',
  'file-expected': 'failure',
  'outside-bank': 'failure',
  'write-failed': 'failure',
  locked: 'failure',
  'state-unavailable': 'failure',
  'journal-unreadable': 'failure',
  'nothing-to-undo': 'failure',
  'bank-absent': 'failure',
  'bank-outdated': 'failure',
  'not-in-bank': 'failure',
  'addition-secret': 'failure',
  'addition-breaks': 'failure',
  'proposal-settled': 'failure',
  'asked-already': 'failure',
}

export function exitCodeFor(problem: Problem): ExitCode {
  return EXIT[EXITS[problem.code]]
}
