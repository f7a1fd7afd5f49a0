/**
 * Records the agent's writes at the end of a turn, in the journal and as generated text (S4), and updates the indexes
 * (S6). A file that was changed again by something else is left out.
 */

import type { ToolFacts } from '../bank/event.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import { indexedFolderOf } from '../base/layout.ts'
import { readNow } from '../disk/bank/read-now.ts'
import { idOf, type Ledger } from '../disk/state/ledger.ts'
import type { SessionValues } from '../disk/state/session-values.ts'
import { encodeText } from '../disk/text-codec.ts'
import type { Workspace } from '../disk/workspace.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import type { Followed } from './follow-index.ts'
import type { GuardMemory, TurnFiles } from './guard-memory.ts'

const NOTHING: EndedTurn = { changes: [], notes: [], written: [] }

/** `written`: the agent's writes of the turn with the index changes that follow, or nothing if it wrote nothing. */
interface EndedTurn extends Followed {
  readonly written: readonly Change[]
}

type Left = Extract<Change, { kind: 'create' | 'edit' }>

export class TurnWrites {
  readonly #workspace: Workspace
  readonly #written: SessionValues<TurnFiles>
  readonly #ledger: Ledger

  constructor(workspace: Workspace, { writes }: Pick<GuardMemory, 'writes'>, ledger: Ledger) {
    this.#workspace = workspace
    this.#written = writes
    this.#ledger = ledger
  }

  /** Remembers the texts of a write that was permitted or is done. */
  remember(session: string, facts: ToolFacts): void {
    const files = bankWrites(facts)
    if (files.length === 0) return
    const written = new Map(this.#written.get(session) ?? [])
    let isNews = false
    for (const { path, before, after } of files) {
      const first = written.get(path)
      const left = after === undefined ? undefined : hashOfText(after)
      // A write is remembered when it is permitted, and again when it is done.
      if (first !== undefined && first.left === left) continue
      const was = before === undefined ? undefined : idOf(encodeText(before))
      written.set(path, { before: first === undefined ? was : first.before, left })
      isNews = true
    }
    if (isNews) this.#written.put(session, [...written])
  }

  forget(session: string): void {
    this.#written.remove(session)
  }

  /**
   * `asked`: documents read in the turn that their index does not list (S26). `isConfirmed`: whether the user agreed to a
   * write of this file.
   */
  async end(session: string, asked: readonly BankPath[], isConfirmed: (path: BankPath) => boolean): Promise<EndedTurn> {
    if (this.#written.get(session) === undefined && asked.length === 0) return NOTHING
    // The writer is loaded only for the few turns that leave something to do.
    const isOver = this.#left(session).length === 0 && asked.length === 0
    const writer = isOver ? undefined : await import('../disk/bank/apply-changes.ts')
    const left = this.#left(session)
    this.forget(session)
    if (writer === undefined || (await this.#isUnmerged(left.map(({ text }) => text)))) return NOTHING
    const { place, now } = this.#workspace
    const followed = await this.#follow(left, asked)
    for (const { changes, notes } of [followed, NOTHING]) {
      // The agent's texts are in place and are only recorded.
      const recorded = [...left, ...changes]
      if (recorded.length === 0) break
      const intent = left.length === 0 ? 'index' : 'write'
      const applied = writer.applyChanges({ intent, changes, recorded }, place, now())
      if (applied.ok)
        this.#listUnconfirmed(
          left.filter(({ path }) => !isConfirmed(path)),
          applied.value.id,
        )
      if (applied.ok) return { changes, notes, written: left.length === 0 ? [] : recorded }
      // If an index cannot be written, the next refresh updates it. The agent's texts are recorded anyway.
      if (changes.length === 0) break
    }
    return NOTHING
  }

  /** Lists writes that only a warning preceded, so that a person can keep or undo them. */
  #listUnconfirmed(left: readonly Left[], journal: string): void {
    if (left.length === 0) return
    const at = this.#workspace.now().toISOString()
    const listed = left.map((one) => ({
      ...{ path: one.path, at, cause: 'agent' as const, journal },
      ...(one.kind === 'edit' ? { before: idOf(encodeText(one.was)) } : {}),
    }))
    this.#ledger.recordCompared([], () => false, listed)
  }

  /** Updates the indexes of folders in which documents were written or read. */
  async #follow(left: readonly Left[], asked: readonly BankPath[]): Promise<Followed> {
    const folders = [...left.map(({ path }) => path), ...asked].flatMap((path) => indexedFolderOf(path) ?? [])
    if (folders.length === 0) return NOTHING
    const { followIndexes } = await import('./follow-index.ts')
    const written = new Map(left.map(({ path, text }) => [path, text]))
    return followIndexes(this.#workspace, [...new Set(folders)], written) ?? NOTHING
  }

  /** Files that are still as the turn left them. */
  #left(session: string): readonly Left[] {
    const written = this.#written.get(session) ?? []
    const former = this.#ledger.textsOf(written.flatMap(([, { before }]) => before ?? []))
    return written.flatMap(([path, { before, left }]): readonly Left[] => {
      const text = readNow(this.#workspace.place.bank, path)
      const was = before === undefined ? undefined : former.get(before)
      if (text === undefined || text === was || hashOfText(text) !== left) return []
      if (before === undefined) return [{ kind: 'create', path, text }]
      // A former text with a secret is not kept anywhere, so the journal could not undo the change.
      return was === undefined ? [] : [{ kind: 'edit', path, was, text }]
    })
  }

  /** Whether a merge is unfinished. Its files are left to git and the person (S10). */
  async #isUnmerged(texts: readonly string[]): Promise<boolean> {
    const [{ hasConflict }, { pageOf }, { readBankInGit }] = await Promise.all([
      import('../bank/conflicts.ts'),
      import('../bank/page.ts'),
      import('../disk/git/status.ts'),
    ])
    return texts.some((text) => hasConflict(pageOf(text))) || readBankInGit(this.#workspace.project).unmerged.length > 0
  }
}
