/**
 * What the code contradicts in lines that somebody is about to read: the note at a file (S28). The judge is the one of
 * check (S51).
 *
 * Only the cited lines are looked at, and claims are read and judged only where a cheap look leaves a doubt: a
 * question whose facts hold costs a few stats.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import type { PackConflict, PackSource } from '../core/pack.ts'
import type { Codebase } from '../drift/codebase.ts'
import { raisesDoubt } from '../drift/raises-doubt.ts'
import { pageNow } from '../workspace/bank/preconditions.ts'
import { rootFiles } from '../workspace/project/root-files.ts'
import type { Workspace } from '../workspace/workspace.ts'

interface Lines {
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
}

/** Lines that somebody is shown; only those of the bank are judged. */
type Cited = Lines & PackSource & { readonly text: string }
type CitedOfBank = Extract<Cited, { source: 'bank' }>

/** What was judged lately. Judging asks git and lists the repository, so who asks again within the minute hears the same. */
export class JudgedLines {
  #since = Number.NEGATIVE_INFINITY
  #codebase: Codebase | undefined
  readonly #found = new Map<string, readonly PackConflict[]>()

  async conflictsIn(
    cited: readonly Cited[],
    workspace: Workspace,
    language: Language,
  ): Promise<readonly PackConflict[]> {
    this.#forget(workspace.now().getTime())
    const near = rootFiles(workspace.project.root)
    const keyOf = ({ path, startLine, endLine, text }: Cited) => `${path}:${startLine}-${endLine} ${language} ${text}`
    const isOpen = (one: Cited) => !this.#found.has(keyOf(one)) && raisesDoubt(one.text, near)
    const open = cited.flatMap((one): readonly CitedOfBank[] => (one.source === 'bank' && isOpen(one) ? [one] : []))
    if (open.length > 0) {
      const found = await this.#judge(open, workspace, language)
      if (this.#found.size > MOST_KEPT) this.#found.clear()
      for (const one of open)
        this.#found.set(
          keyOf(one),
          found.filter((conflict) => isIn(conflict, one)),
        )
    }
    return [...new Set(cited.flatMap((one) => this.#found.get(keyOf(one)) ?? []))]
  }

  #forget(now: number): void {
    if (now - this.#since <= KEPT_MILLISECONDS) return
    this.#since = now
    this.#codebase = undefined
    this.#found.clear()
  }

  async #judge(
    cited: readonly CitedOfBank[],
    workspace: Workspace,
    language: Language,
  ): Promise<readonly PackConflict[]> {
    const [{ readClaims }, { findDrift }, { Codebase }, { openRepository }] = await Promise.all([
      import('../drift/read-claims.ts'),
      import('../drift/find-drift.ts'),
      import('../drift/codebase.ts'),
      import('./drift.ts'),
    ])
    this.#codebase ??= new Codebase(openRepository(workspace))
    const codebase = this.#codebase
    const claims = [...new Set(cited.map(({ path }) => path))].flatMap((path) => {
      // Whole, since the headings above say whether a sentence speaks of now.
      const text = pageNow(workspace.place.bank, path)
      return text === undefined ? [] : readClaims(path, text, codebase.lost())
    })
    const found = findDrift(
      claims.filter((claim) => cited.some((one) => isIn(claim, one))),
      codebase,
    )
    return found.map(({ path, line, claim, now, evidence: why }) => ({
      path,
      line,
      claim,
      found: now === undefined ? why[language] : `${now} (${why[language]})`,
    }))
  }
}

const KEPT_MILLISECONDS = 60_000
const MOST_KEPT = 500

/** Whether the code contradicts what these lines of the bank say. */
export async function isDoubtful(
  cited: Lines & { readonly path: BankPath; readonly text: string },
  workspace: Workspace,
  judged: JudgedLines,
): Promise<boolean> {
  return (await judged.conflictsIn([{ ...cited, source: 'bank' }], workspace, 'en')).length > 0
}

function isIn({ path, line }: { readonly path: string; readonly line: number }, one: Cited): boolean {
  return one.path === path && line >= one.startLine && line <= one.endLine
}
