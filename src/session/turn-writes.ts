/**
 * The agent's own writes of a turn: remembered as ours and put into the journal when it is over (S4), never
 * in between, and with them the indexes that follow (S6). What somebody else wrote over one of them meanwhile is theirs,
 * and is neither.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { ToolFacts } from '../bank/event.ts'
import { indexedFolderOf } from '../base/layout.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { readNow } from '../disk/bank/preconditions.ts'
import { idOf, type Ledger } from '../disk/state/ledger.ts'
import type { SessionValues } from '../disk/state/session-values.ts'
import { encodeText } from '../disk/text-codec.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type Followed, NOTHING_OWED } from './followed.ts'
import type { GuardMemory, TurnsWrites } from './guard-memory.ts'

type Left = Extract<Change, { kind: 'create' | 'edit' }>

export class TurnWrites {
  readonly #workspace: Workspace
  readonly #written: SessionValues<TurnsWrites>
  readonly #ledger: Ledger

  constructor(workspace: Workspace, { writes }: Pick<GuardMemory, 'writes'>, ledger: Ledger) {
    this.#workspace = workspace
    this.#written = writes
    this.#ledger = ledger
  }

  /** Permitted, or done: what the files would read, or read now. */
  remember(session: string, facts: ToolFacts): void {
    const files = bankWrites(facts)
    if (files.length === 0) return
    const written = new Map(this.#written.get(session) ?? [])
    let isNews = false
    for (const { path, before, after } of files) {
      const first = written.get(path)
      const left = after === undefined ? undefined : hashOfText(after)
      // A call that did what was permitted is told twice.
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

  /** The turn is over. `asked`: documents that were read in it though the index beside them does not know them (S26). */
  async end(session: string, asked: readonly BankPath[]): Promise<Followed> {
    if (this.#written.get(session) === undefined && asked.length === 0) return NOTHING_OWED
    // Few turns leave something to do: what writes is loaded for those.
    const isOver = this.#left(session).length === 0 && asked.length === 0
    const writer = isOver ? undefined : await import('../disk/bank/apply-changes.ts')
    const left = this.#left(session)
    this.forget(session)
    if (writer === undefined || (await this.#isUnmerged(left.map(({ text }) => text)))) return NOTHING_OWED
    const { place, now } = this.#workspace
    const followed = await this.#follow(left, asked)
    for (const { changes, notes } of [followed, NOTHING_OWED]) {
      // What the agent wrote stands there; it is only recorded.
      const recorded = [...left, ...changes]
      if (recorded.length === 0) break
      const intent = left.length === 0 ? 'index' : 'write'
      if (writer.applyChanges({ intent, changes, recorded }, place, now()).ok) return { changes, notes }
      // An index that cannot be written now is the next refresh's; what the agent wrote is recorded all the same.
      if (changes.length === 0) break
    }
    return NOTHING_OWED
  }

  /** The indexes of the folders in which documents were written or asked for. */
  async #follow(left: readonly Left[], asked: readonly BankPath[]): Promise<Followed> {
    const folders = [...left.map(({ path }) => path), ...asked].flatMap((path) => indexedFolderOf(path) ?? [])
    if (folders.length === 0) return NOTHING_OWED
    const { followIndexes } = await import('./follow-index.ts')
    const written = new Map(left.map(({ path, text }) => [path, text]))
    return followIndexes(this.#workspace, [...new Set(folders)], written)
  }

  /** What is still as the turn left it. */
  #left(session: string): readonly Left[] {
    const written = this.#written.get(session) ?? []
    const former = this.#ledger.textsOf(written.flatMap(([, { before }]) => before ?? []))
    return written.flatMap(([path, { before, left }]): readonly Left[] => {
      const text = readNow(this.#workspace.place.bank, path)
      const was = before === undefined ? undefined : former.get(before)
      if (text === undefined || text === was || hashOfText(text) !== left) return []
      if (before === undefined) return [{ kind: 'create', path, text }]
      // A former text that held a secret is kept nowhere: the journal could not undo the change.
      return was === undefined ? [] : [{ kind: 'edit', path, was, text }]
    })
  }

  /** While a merge is not finished, its files are git's and the person's (S10). */
  async #isUnmerged(texts: readonly string[]): Promise<boolean> {
    const [{ hasConflict }, { pageOf }, { readBankInGit }] = await Promise.all([
      import('../bank/conflicts.ts'),
      import('../bank/page.ts'),
      import('../disk/git/status.ts'),
    ])
    return texts.some((text) => hasConflict(pageOf(text))) || readBankInGit(this.#workspace.project).unmerged.length > 0
  }
}
