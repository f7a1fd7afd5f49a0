/**
 * A pack with its *Conflicts* (S23): facts in the cited lines that the code contradicts.
 *
 * Only the evidence is looked at, and claims are read and judged only where a cheap look leaves a doubt: a
 * question whose facts hold costs a few stats.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import type { ContextPack, Evidence, PackConflict, PackSource } from '../core/pack.ts'
import { raisesDoubt } from '../drift/raises-doubt.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import { rootFiles } from '../workspace/project/root-files.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What was judged lately, by the evidence it is about. */
export type JudgedEvidence = Map<string, { readonly at: number; readonly conflicts: readonly PackConflict[] }>

export async function withConflicts(
  pack: ContextPack,
  workspace: Workspace,
  judged: JudgedEvidence,
): Promise<ContextPack> {
  const now = workspace.now().getTime()
  const near = rootFiles(workspace.project.root)
  const doubtful = pack.evidence.filter((one) => {
    const known = judged.get(keyOf(one, pack.language))
    return known === undefined || now - known.at > KEPT_MILLISECONDS ? raisesDoubt(one.excerpt, near) : false
  })
  if (doubtful.length > 0) {
    const conflicts = await judge(doubtful, workspace, pack.language)
    if (judged.size > MOST_KEPT) judged.clear()
    for (const one of doubtful) {
      judged.set(keyOf(one, pack.language), { at: now, conflicts: conflicts.filter((found) => isIn(found, one)) })
    }
  }
  const found = pack.evidence.flatMap((one) => judged.get(keyOf(one, pack.language))?.conflicts ?? [])
  return found.length === 0 ? pack : { ...pack, conflicts: [...pack.conflicts, ...new Set(found)] }
}

/** Judging asks git; who asks again within the minute hears the same. */
const KEPT_MILLISECONDS = 60_000
const MOST_KEPT = 500

function keyOf({ path, startLine, endLine, hash }: Evidence, language: Language): string {
  return `${path}:${startLine}-${endLine}@${hash} ${language}`
}

interface Lines {
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
}

/** Lines that somebody is shown; only those of the bank are judged. */
type Cited = Lines & PackSource

/** Whether the code contradicts what these lines of the bank say. */
export async function isDoubtful(
  cited: Lines & { readonly path: BankPath; readonly text: string },
  workspace: Workspace,
): Promise<boolean> {
  if (!raisesDoubt(cited.text, rootFiles(workspace.project.root))) return false
  return (await judge([{ ...cited, source: 'bank' }], workspace, 'en')).length > 0
}

async function judge(
  evidence: readonly Cited[],
  workspace: Workspace,
  language: Language,
): Promise<readonly PackConflict[]> {
  const [{ readClaims }, { findDrift }, { Codebase }, { openRepository }] = await Promise.all([
    import('../drift/read-claims.ts'),
    import('../drift/find-drift.ts'),
    import('../drift/codebase.ts'),
    import('./drift.ts'),
  ])
  const codebase = new Codebase(openRepository(workspace))
  const paths = new Set(evidence.flatMap((one) => (one.source === 'bank' ? [one.path] : [])))
  const cited = [...paths].flatMap((path) => {
    // Whole, since the headings above say whether a sentence speaks of now.
    const text = readNow(workspace.place.bank, path)
    const claims = text === undefined ? [] : readClaims(path, text, codebase.lost())
    return claims.filter((claim) => evidence.some((one) => isIn(claim, one)))
  })
  const found = findDrift(cited, codebase)
  return found.map(({ path, line, claim, now, evidence: why }) => ({
    path,
    line,
    claim,
    found: now === undefined ? why[language] : `${now} (${why[language]})`,
  }))
}

function isIn({ path, line }: { readonly path: string; readonly line: number }, one: Cited): boolean {
  return one.path === path && line >= one.startLine && line <= one.endLine
}
