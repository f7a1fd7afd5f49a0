/**
 * Claims + repository → what has drifted (S51). Precision before recall: where the repository does not
 * plainly contradict a claim, nothing is said.
 */

import type { ClaimKind, Drift } from '../core/drift.ts'
import type { Claim, Place } from './claim.ts'
import type { Ground, Judged, Verdict } from './ground.ts'
import { judgeAnchor } from './judge-anchor.ts'
import { judgeMember, judgePackage, judgeScript, judgeTarget, judgeVersion, packageWords } from './judge-declared.ts'
import { judgePaths } from './judge-paths.ts'
import { judgeRuntime, runtimeWords } from './judge-runtime.ts'
import { judgeSymbols, suspectSymbols, symbolWords } from './judge-symbols.ts'

/** Every claim with what became of it. */
export function judge(all: readonly Claim[], ground: Ground): readonly Judged[] {
  const claims = all.filter((claim) => !isQuoted(claim, ground))
  const judged: Judged[] = []
  const say = (claim: Place, about: ClaimKind, verdict: Verdict) => judged.push({ claim, about, verdict })
  for (const claim of claims) {
    if (claim.kind === 'anchor') say(claim, 'anchor', judgeAnchor(claim.anchor, ground))
    // An example of a command or a version claims nothing.
    if (claim.standing === 'weak') continue
    if (claim.kind === 'script') say(claim, 'script', judgeScript(claim, ground.declarations))
    if (claim.kind === 'target') say(claim, 'target', judgeTarget(claim, ground))
    if (claim.kind === 'member') say(claim, 'command', judgeMember(claim, ground))
    if (claim.kind === 'version') say(claim, 'version', judgeVersion(claim, ground))
  }
  const suspects = suspectSymbols(claims, ground)
  askOnce([...symbolWords(suspects), ...runtimeWords(claims), ...packageWords(claims, ground)], ground)
  judged.push(...judgePaths(claims, ground))
  judged.push(...judgeSymbols(claims, suspects, ground))
  judged.push(...judgeRuntime(claims, ground))
  judged.push(...judgePackage(claims, ground))
  return judged
}

/** Looking through all files takes as long for many words as for one. */
function askOnce(words: readonly string[], ground: Ground): void {
  if (words.length > 0) ground.repository.holders([...new Set(words)])
}

/** A command that a script of the project runs word for word: the bank tells it truly, whatever it leads to. */
function isQuoted(claim: Claim, ground: Ground): boolean {
  const isCommand = (claim.kind === 'path' && claim.text.includes(' ')) || claim.kind === 'member'
  return isCommand && ground.declarations.commands.some((command) => command.includes(claim.text))
}

/** One drift for each thing and line, in reading order. */
export function findDrift(claims: readonly Claim[], ground: Ground): readonly Drift[] {
  const seen = new Set<string>()
  return judge(claims, ground)
    .flatMap(({ claim, about, verdict }): readonly Drift[] => {
      if (verdict.kind === 'valid' || verdict.kind === 'unknown') return []
      const key = `${claim.path}:${claim.line}:${claim.text}`
      if (seen.has(key)) return []
      seen.add(key)
      const now = verdict.kind === 'gone' ? undefined : verdict.now
      const { path, line, text } = claim
      return [{ path, line, about, claim: text, verdict: verdict.kind, now, evidence: verdict.evidence }]
    })
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
}
