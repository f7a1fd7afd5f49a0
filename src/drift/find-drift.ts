/**
 * Claims + repository → what has drifted (S51). Precision comes before recall: a claim is reported only if the
 * repository plainly contradicts it.
 */

import type { ClaimKind, Drift } from '../core/drift.ts'
import { judgeAnchor } from './anchors.ts'
import type { Claim, Place } from './claim.ts'
import type { Codebase, Judged, Verdict } from './codebase.ts'
import { disputesIn } from './disputes.ts'
import { judgeMember, judgeScript, judgeTarget } from './judge-commands.ts'
import { judgePackage, judgeVersion, packageWords } from './judge-packages.ts'
import { judgePaths } from './judge-paths.ts'
import { judgeQuotes } from './judge-quotes.ts'
import { judgeRuntime, runtimeWords } from './judge-runtime.ts'
import { judgeSymbols, suspectSymbols, symbolWords } from './judge-symbols.ts'

/** Every claim with its verdict. */
export function judge(all: readonly Claim[], codebase: Codebase): readonly Judged[] {
  const claims = all.filter((claim) => !isQuoted(claim, codebase))
  const judged: Judged[] = []
  const say = (claim: Place, about: ClaimKind, verdict: Verdict) => judged.push({ claim, about, verdict })
  for (const claim of claims) {
    if (claim.kind === 'anchor') say(claim, 'anchor', judgeAnchor(claim.anchor, codebase))
    // A command or a version in an example claims nothing.
    if (claim.strength === 'weak') continue
    if (claim.kind === 'script') say(claim, 'script', judgeScript(claim, codebase.declarations()))
    if (claim.kind === 'target') say(claim, 'target', judgeTarget(claim, codebase))
    if (claim.kind === 'member') say(claim, 'command', judgeMember(claim, codebase))
    if (claim.kind === 'version') say(claim, 'version', judgeVersion(claim, codebase))
  }
  const suspects = suspectSymbols(claims, codebase)
  askOnce([...symbolWords(suspects), ...runtimeWords(claims), ...packageWords(claims, codebase)], codebase)
  judged.push(...judgePaths(claims, codebase))
  judged.push(...judgeSymbols(claims, suspects, codebase))
  judged.push(...judgeRuntime(claims, codebase))
  judged.push(...judgePackage(claims, codebase), ...judgeQuotes(claims, codebase))
  return judged
}

/** Searching all files for many words takes as long as for one, so all words are looked up together. */
function askOnce(words: readonly string[], codebase: Codebase): void {
  if (words.length > 0) codebase.repository.holders([...new Set(words)])
}

/** Whether a script of the project runs this command word for word. Then the bank is right, whatever the command names. */
function isQuoted(claim: Claim, codebase: Codebase): boolean {
  const isCommand = (claim.kind === 'path' && claim.text.includes(' ')) || claim.kind === 'member'
  return isCommand && codebase.declarations().commands.some((command) => command.includes(claim.text))
}

/** One drift for each thing and line, in reading order. */
export function findDrift(claims: readonly Claim[], codebase: Codebase): readonly Drift[] {
  const seen = new Set<string>()
  const judged = judge(claims, codebase)
  return [
    ...disputesIn(claims, judged),
    ...judged.flatMap(({ claim, about, verdict }): readonly Drift[] => {
      if (verdict.kind === 'valid' || verdict.kind === 'unknown') return []
      const key = `${claim.path}:${claim.line}:${claim.text}`
      if (seen.has(key)) return []
      seen.add(key)
      const now = verdict.kind === 'gone' ? undefined : verdict.now
      const { path, line, text } = claim
      return [{ path, line, about, claim: text, verdict: verdict.kind, now, evidence: verdict.evidence }]
    }),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
}
