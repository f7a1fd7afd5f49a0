/** Whether the bank, its proposals or the commit are still as they were, for a process that shows them for hours. */

import { markOf, noticeChanges } from '../disk/bank/notice-changes.ts'
import type { Workspace } from '../disk/workspace.ts'

/** The same as long as nothing has changed. */
export function bankMark({ project, place }: Workspace): string {
  return markOf(project, place)
}

/** Calls back at each change; the answer ends it. */
export function watchBank({ project, place }: Workspace, changed: () => void): () => void {
  return noticeChanges(project, place, changed)
}
