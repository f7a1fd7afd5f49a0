/** When each file of the bank was last changed, and by whom. */

import type { BankPath } from '../core/bank-path.ts'
import { type Memo, NO_MEMO } from '../core/memo.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { FileDate } from '../refresh/plan-index.ts'
import { type GitStatus, lastCommits, statusOfBank } from '../workspace/git/status.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** S6: git's last commit of a file that is tracked and clean, else the time on the disk. */
export function fileDates(
  workspace: Workspace,
  snapshot: Snapshot,
  /** The status of the whole project, where somebody has asked for it anyway. */
  status: (() => GitStatus | undefined) | undefined = undefined,
  memo: Memo = NO_MEMO,
): ReadonlyMap<BankPath, FileDate> {
  const inGit = snapshot.exists && workspace.project.gitFolder !== undefined && needsDates(snapshot)
  const commits = inGit
    ? lastCommits(workspace.place.bank, statusOfBank(workspace.project, status?.(), workspace.now), memo)
    : new Map()
  const dates = new Map<BankPath, FileDate>()
  for (const file of snapshot.files.values()) {
    const commit = commits.get(file.path)
    dates.set(
      file.path,
      commit === undefined
        ? { updated: dayOf(file.mtime), author: undefined }
        : { updated: commit.date, author: commit.author },
    )
  }
  return dates
}

/** Only an index shows dates, and asking git takes time. */
function needsDates(snapshot: Snapshot): boolean {
  return [...snapshot.files.keys()].some((path) =>
    /^(?:details\/(?:design|requirements|learnings)|docs|requirements|learnings)\//.test(path),
  )
}

/** The day by the local clock, as git writes the day of a commit. */
export function dayOf(time: number): string {
  const at = new Date(time)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}
