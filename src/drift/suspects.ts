/**
 * The claims that a cheap look does not confirm: a stat, the cited file, the manifests at the root.
 *
 * For those who cannot wait for the whole repository to be listed; what is left over is worth a judgement.
 */

import type { Claim } from './claim.ts'
import { holdsWord } from './code-words.ts'
import { Ground, type Verdict } from './ground.ts'
import { judgeScript, judgeTarget, judgeVersion } from './judge-declared.ts'
import type { Repository } from './repository.ts'

/** `shallow` lists the root's own files only. */
export function suspects(claims: readonly Claim[], shallow: Repository): readonly Claim[] {
  const ground = new Ground(shallow)
  return claims.filter((claim) => isSuspect(claim, ground))
}

function isSuspect(claim: Claim, ground: Ground): boolean {
  const { repository } = ground
  switch (claim.kind) {
    case 'path':
      return claim.lines !== undefined || repository.kindOf(claim.file) === undefined
    case 'anchor':
      return true
    case 'symbol': {
      const text = claim.file === undefined ? undefined : repository.read(claim.file)
      return text !== undefined && !holdsWord(text, claim.name)
    }
    case 'script':
      return contradicts(judgeScript(claim, ground.declarations))
    case 'target':
      return contradicts(judgeTarget(claim, ground.declarations))
    case 'version':
      return contradicts(judgeVersion(claim, ground.declarations))
    // These ask for a search of all files.
    case 'member':
    case 'dependency':
    case 'variable':
    case 'port':
    case 'route':
    case 'tree':
      return false
  }
}

function contradicts({ kind }: Verdict): boolean {
  return kind !== 'valid' && kind !== 'unknown'
}
