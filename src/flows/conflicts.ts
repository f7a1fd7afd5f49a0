/**
 * A pack with its *Conflicts* (S23): facts in the cited lines that the code contradicts.
 *
 * Only the evidence is looked at, and claims are read and judged only where a cheap look leaves a doubt: a
 * question whose facts hold costs a few stats.
 */

import type { ContextPack, Evidence, PackConflict } from '../core/pack.ts'
import { raisesDoubt } from '../drift/first-look.ts'
import { readNow } from '../workspace/preconditions.ts'
import { rootFiles } from '../workspace/root-files.ts'
import type { Workspace } from '../workspace/workspace.ts'

export async function withConflicts(pack: ContextPack, workspace: Workspace): Promise<ContextPack> {
  const near = rootFiles(workspace.project.root)
  const doubtful = pack.evidence.filter(({ excerpt }) => raisesDoubt(excerpt, near))
  if (doubtful.length === 0) return pack
  const [{ readClaims }, { findDrift }, { openRepository }] = await Promise.all([
    import('../drift/read-claims.ts'),
    import('../drift/find-drift.ts'),
    import('./drift.ts'),
  ])
  const cited = [...new Set(doubtful.map((one) => one.path))].flatMap((path) => {
    // Whole, since the headings above say whether a sentence speaks of now.
    const text = readNow(workspace.place.bank, path)
    return text === undefined ? [] : readClaims(path, text).filter((claim) => isShown(claim.line, path, doubtful))
  })
  const found = findDrift(cited.filter(isCheap), openRepository(workspace))
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

function isShown(line: number, path: string, evidence: readonly Evidence[]): boolean {
  return evidence.some((one) => one.path === path && line >= one.startLine && line <= one.endLine)
}

/** What is judged without a search of all files. */
function isCheap(claim: { readonly kind: string; readonly file?: string | undefined }): boolean {
  return claim.kind === 'symbol' ? claim.file !== undefined : CHEAP.has(claim.kind)
}

const CHEAP: ReadonlySet<string> = new Set(['path', 'anchor', 'script', 'target', 'version'])
