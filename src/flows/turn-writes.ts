/**
 * The agent's own writes of a turn: remembered as ours and put into the journal when it is over (S4), never
 * in between. What somebody else wrote over one of them meanwhile is theirs, and is neither.
 */

import type { Change } from '../core/change.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { ToolFacts } from '../core/event.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { hasConflict } from '../text/conflict-markers.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import { readBankInGit } from '../workspace/git/bank-in-git.ts'
import type { SessionValues } from '../workspace/state/session-values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { GuardMemory, TurnsWrites } from './guard-memory.ts'

export class TurnWrites {
  readonly #workspace: Workspace
  readonly #written: SessionValues<TurnsWrites>
  /** Before something of the bank is kept. */
  readonly #ready: () => Promise<void>

  constructor(workspace: Workspace, { writes, ready }: Pick<GuardMemory, 'writes' | 'ready'>) {
    this.#workspace = workspace
    this.#written = writes
    this.#ready = ready
  }

  /** Permitted, or done: what the files would read, or read now. */
  async remember(session: string, facts: ToolFacts): Promise<void> {
    const files = bankWrites(facts)
    if (files.length === 0) return
    await this.#ready()
    const written = new Map(this.#written.get(session) ?? [])
    let isNews = false
    for (const { path, before, after } of files) {
      const first = written.get(path)
      const left = after === undefined ? undefined : hashOfText(after)
      // A call that did what was permitted is told twice.
      if (first !== undefined && first.left === left) continue
      written.set(path, { before: first === undefined ? before : first.before, left })
      isNews = true
    }
    if (isNews) this.#written.put(session, [...written])
  }

  forget(session: string): void {
    this.#written.remove(session)
  }

  async end(session: string): Promise<void> {
    if (this.#written.get(session) === undefined) return
    // Few turns leave something to record: what writes is loaded for those.
    const writer = this.#left(session).length === 0 ? undefined : await import('../workspace/bank/apply-changes.ts')
    const recorded = this.#left(session)
    this.forget(session)
    const texts = recorded.flatMap((change) => ('text' in change ? [change.text] : []))
    if (writer === undefined || recorded.length === 0 || this.#isUnmerged(texts)) return
    const { place, now } = this.#workspace
    // The files stand as they should: there is nothing to do but to record it.
    writer.applyChanges({ intent: 'write', changes: [], recorded }, place, now())
  }

  /** What is still as the turn left it. */
  #left(session: string): readonly Change[] {
    return (this.#written.get(session) ?? []).flatMap(([path, { before, left }]): readonly Change[] => {
      const text = readNow(this.#workspace.place.bank, path)
      if (text === undefined || text === before || hashOfText(text) !== left) return []
      return [before === undefined ? { kind: 'create', path, text } : { kind: 'edit', path, was: before, text }]
    })
  }

  /** While a merge is not finished, its files are git's and the person's (S10). */
  #isUnmerged(texts: readonly string[]): boolean {
    return texts.some(hasConflict) || readBankInGit(this.#workspace.project).unmerged.length > 0
  }
}
