/**
 * A pack with its *Conflicts* (S23): facts in the cited lines that the code contradicts.
 *
 * Only the evidence is looked at, and the repository only where a cheap look leaves a doubt: a question whose
 * facts hold costs a few stats.
 */

import type { ContextPack, Evidence, PackConflict } from '../core/pack.ts'
import { findDrift } from '../drift/find-drift.ts'
import { readClaims } from '../drift/read-claims.ts'
import { suspects } from '../drift/suspects.ts'
import { readNow } from '../workspace/preconditions.ts'
import { DiskRepository } from '../workspace/repository.ts'
import type { Workspace } from '../workspace/workspace.ts'

export function withConflicts(pack: ContextPack, workspace: Workspace): ContextPack {
  const { root, gitFolder } = workspace.project
  const cited = [...new Set(pack.evidence.map((one) => one.path))].flatMap((path) => {
    const ranges = pack.evidence.filter((one) => one.path === path)
    // Whole, since the headings above say whether a sentence speaks of now.
    const text = readNow(workspace.place.bank, path)
    return text === undefined ? [] : readClaims(path, text).filter((claim) => isShown(claim.line, ranges))
  })
  const doubtful = suspects(cited, DiskRepository.ofRoot(root))
  if (doubtful.length === 0) return pack
  const found = findDrift(doubtful, new DiskRepository(root, gitFolder !== undefined))
  const conflicts = found.map(
    ({ path, line, claim, now, evidence }): PackConflict => ({
      path,
      line,
      claim,
      found: now === undefined ? evidence[pack.language] : `${now} (${evidence[pack.language]})`,
    }),
  )
  return { ...pack, conflicts: [...pack.conflicts, ...conflicts] }
}

function isShown(line: number, ranges: readonly Evidence[]): boolean {
  return ranges.some((one) => line >= one.startLine && line <= one.endLine)
}
