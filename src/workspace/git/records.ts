/** From where all that version control has recorded can be reached, when a call begins (S34). */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { TimedGit } from './git.ts'

/** Commits from which all that is recorded can be reached, and how the logs of HEAD and the stash looked when they were listed. */
export interface Records {
  readonly commits: readonly string[]
  readonly logStamp?: string | undefined
}

/** What is not known to have been recorded before a call was not. */
export const NOTHING_RECORDED: Records = { commits: [] }

/** A call waits for it. */
const MILLISECONDS = 3_000

/** Branches, tags, stashes and where they stood before; undefined outside git. */
export function recordsNow(git: TimedGit): Records | undefined {
  const commits = git.lines(['rev-list', '--no-walk', '--all', '--reflog'])
  return commits === undefined ? undefined : { commits }
}

/** The records now, or the last ones where HEAD and the stash of the repository in `gitFolder` have not moved since. */
export function recordsSince(bank: string, gitFolder: string | undefined, last?: Records): Records | undefined {
  const stamps = gitFolder === undefined ? [] : LOGS.map((log) => stampOf(join(gitFolder, 'logs', log)))
  const logStamp = stamps[0] === undefined ? undefined : stamps.join(' ')
  if (last !== undefined && logStamp !== undefined && last.logStamp === logStamp) return last
  const git = new TimedGit(bank, MILLISECONDS)
  const records = recordsNow(git)
  if (records === undefined) return git.isLate ? NOTHING_RECORDED : undefined
  return { ...records, logStamp }
}

const LOGS = ['HEAD', 'refs/stash'] as const

function stampOf(log: string): string | undefined {
  const stat = statSync(log, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.mtimeMs}:${stat.size}`
}
