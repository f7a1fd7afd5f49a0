/** Tracked files that moved keep their history: git's index learns of the move after the files have it (S14). */

import type { AfterMoves } from '../workspace/bank/apply-changes.ts'
import { moveInIndex } from '../workspace/git/git.ts'

/** An index that is locked or damaged costs the staged rename, never the move: git finds it by content. */
export function tellGit(bank: string): AfterMoves {
  return (changes) => {
    moveInIndex(bank, changes)
  }
}
