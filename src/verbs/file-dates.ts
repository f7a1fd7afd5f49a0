/** Date and author of the last change of each file. */

import type { Page } from '../bank/page.ts'
import type { FileDate, Snapshot } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import { dayOf } from '../base/day-of.ts'
import { folderPath, INDEXED_FOLDERS, indexPath } from '../base/layout.ts'
import { type Memo, NO_MEMO } from '../base/memo.ts'
import { once } from '../base/once.ts'
import { type LastCommit, lastCommits } from '../disk/git/commits.ts'
import { userName } from '../disk/git/git.ts'
import { type GitStatus, statusOfBank } from '../disk/git/status.ts'
import type { Workspace } from '../disk/workspace.ts'

/**
 * The last commit of a file that is tracked and clean, else its mtime (S6). The author of an uncommitted file is git's
 * configured user, so that a commit alone never changes an index.
 */
export function fileDates(
  workspace: Workspace,
  snapshot: Snapshot,
  /** The status of the whole project, if it is known already. */
  status: (() => GitStatus | undefined) | undefined = undefined,
  memo: Memo = NO_MEMO,
  onTimeout?: () => void,
): ReadonlyMap<BankPath, FileDate> {
  const inGit = snapshot.exists && workspace.project.gitFolder !== undefined && needsDates(snapshot)
  const commits: ReadonlyMap<BankPath, LastCommit> = inGit
    ? lastCommits(workspace.place.bank, statusOfBank(workspace.project, status?.(), workspace.now, onTimeout), memo)
    : new Map()
  const writer = once(() => (inGit ? userName(workspace.place.bank) : undefined))
  const dates = new Map<BankPath, FileDate>()
  for (const file of snapshot.files.values()) {
    const commit = commits.get(file.path)
    const touched = dayOf(file.mtime)
    dates.set(
      file.path,
      commit === undefined
        ? { updated: touched, touched, author: commits.size > 0 ? writer() : undefined }
        : { updated: commit.date, touched, author: commit.author, isAsIndexed: isAsIndexed(file, snapshot, commits) },
    )
  }
  return dates
}

/** True if the folder's index is at least as new as the file, by commits, else by mtime. */
function isAsIndexed(file: Page, snapshot: Snapshot, commits: ReadonlyMap<BankPath, LastCommit>): boolean {
  const folder = INDEXED_FOLDERS.find((one) => file.path.startsWith(`${folderPath(one)}/`))
  const index = folder === undefined ? undefined : snapshot.files.get(indexPath(folder))
  const own = commits.get(file.path)
  if (index === undefined || own === undefined) return false
  const indexed = commits.get(index.path)
  return indexed === undefined ? file.mtime <= index.mtime : own.age >= indexed.age
}

/** Only indexes show dates, and asking git takes time. */
function needsDates(snapshot: Snapshot): boolean {
  return [...snapshot.files.keys()].some((path) =>
    /^(?:details\/(?:design|requirements|learnings)|docs|requirements|learnings)\//.test(path),
  )
}
