/**
 * Compares the statements of the bank with the repository (S51).
 *
 * Precision comes before recall: a statement is reported only if the repository contradicts it. If the code lost a name
 * before the line was written, the mention is taken as intentional.
 */

import type { Drift } from '../bank/drift.ts'
import { judgeAnchors } from './anchors.ts'
import type { Codebase } from './codebase.ts'
import type { DriftFinding } from './drift-finding.ts'
import { judgePackages } from './judge-packages.ts'
import { judgePaths } from './judge-paths.ts'
import { judgeScripts } from './judge-scripts.ts'
import { judgeSymbols } from './judge-symbols.ts'
import type { Statement } from './statements.ts'

/** The findings in reading order, at most one for each claim on a line. */
export function findDrift(statements: readonly Statement[], codebase: Codebase): readonly Drift[] {
  const found = [judgeAnchors, judgePaths, judgeScripts, judgePackages, judgeSymbols].flatMap((judge) =>
    judge(statements, codebase),
  )
  const seen = new Set<string>()
  return found
    .filter(({ statement: { path, line }, claim }) => {
      const key = `${path}:${line}:${claim.toLowerCase()}`
      return !seen.has(key) && seen.add(key)
    })
    .filter((finding) => !isNamedOnPurpose(finding, codebase))
    .map(({ statement: { path, line }, about, claim, verdict, now, evidence }) => ({
      path,
      line,
      about,
      claim,
      verdict,
      now,
      evidence,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
}

function isNamedOnPurpose({ statement, taken, verdict }: DriftFinding, { repository }: Codebase): boolean {
  if (taken === undefined || taken.commit === '' || verdict === 'moved') return false
  if (statement.date !== undefined && taken.date <= statement.date) return true
  const written = repository.linesWritten(statement.path).get(statement.line)
  return written !== undefined && (taken.date < written.date || written.commit.startsWith(taken.commit))
}
