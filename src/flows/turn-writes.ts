/**
 * The agent's own writes of a turn: stamped as ours and put into the journal when it is over (S4), never
 * in between, and with them the indexes that follow (S6). What somebody else wrote over one of them meanwhile is theirs,
 * and is neither.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { ToolFacts } from '../core/event.ts'
import { MEMORY, TECH } from '../core/layout.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { indexedFolderOf } from '../refresh/unlisted.ts'
import { matchesHash, readMetadata, stampMetadata } from '../text/block-metadata.ts'
import { hasConflict } from '../text/conflict-markers.ts'
import { editMachineBlock, innerOf, parseDocument, printDocument } from '../text/document.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import { readBankInGit } from '../workspace/git/bank-in-git.ts'
import type { SessionValues } from '../workspace/state/session-values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Followed, NOTHING_OWED } from './followed.ts'
import type { GuardMemory, TurnsWrites } from './guard-memory.ts'

type Edit = Extract<Change, { kind: 'edit' }>

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

  /** The turn is over. `asked`: documents that were read in it though the index beside them does not know them (S26). */
  async end(session: string, asked: readonly BankPath[]): Promise<Followed> {
    if (this.#written.get(session) === undefined && asked.length === 0) return NOTHING_OWED
    // Few turns leave something to do: what writes is loaded for those.
    const isOver = this.#pairs(session).length === 0 && asked.length === 0
    const writer = isOver ? undefined : await import('../workspace/bank/apply-changes.ts')
    const pairs = this.#pairs(session)
    this.forget(session)
    if (writer === undefined || this.#isUnmerged(pairs.map(({ edit }) => edit.was))) return NOTHING_OWED
    const { place, now } = this.#workspace
    const edits = pairs.map(({ edit }) => edit)
    const recorded = pairs.map((pair) => pair.recorded)
    const followed = await this.#follow(edits, asked)
    for (const { changes, notes } of [followed, NOTHING_OWED]) {
      const all = [...edits, ...changes]
      if (all.length === 0) break
      const intent = edits.length === 0 ? 'index' : 'write'
      const applied = writer.applyChanges({ intent, changes: all, recorded: [...recorded, ...changes] }, place, now())
      if (applied.ok) return { changes: all, notes }
      // An index that cannot be written now is the next refresh's; what the agent wrote is recorded all the same.
      if (changes.length === 0) break
    }
    return NOTHING_OWED
  }

  /** The indexes of the folders in which documents were written or asked for. */
  async #follow(edits: readonly Edit[], asked: readonly BankPath[]): Promise<Followed> {
    const folders = [...edits.map(({ path }) => path), ...asked].flatMap((path) => indexedFolderOf(path) ?? [])
    if (folders.length === 0) return NOTHING_OWED
    const { followIndexes } = await import('./follow-index.ts')
    const written = new Map(edits.map(({ path, text }) => [path, text]))
    return followIndexes(this.#workspace, [...new Set(folders)], written)
  }

  /** What is still as the turn left it: the stamp to be put on it, and what the journal is told. */
  #pairs(session: string): readonly { readonly edit: Edit; readonly recorded: Change }[] {
    const { place, now } = this.#workspace
    const time = `${now().toISOString().slice(0, 19)}Z`
    return (this.#written.get(session) ?? []).flatMap(([path, { before, left }]) => {
      const text = readNow(place.bank, path)
      if (text === undefined || text === before || hashOfText(text) !== left) return []
      const stamped = restamp(path, text, time)
      const edit: Edit = { kind: 'edit', path, was: text, text: stamped }
      const recorded: Change = before === undefined ? { kind: 'create', path, text: stamped } : { ...edit, was: before }
      return [{ edit, recorded }]
    })
  }

  /** While a merge is not finished, its files are git's and the person's (S10). */
  #isUnmerged(texts: readonly string[]): boolean {
    return texts.some(hasConflict) || readBankInGit(this.#workspace.project).unmerged.length > 0
  }
}

function restamp(path: BankPath, text: string, now: string): string {
  const parsed = parseDocument(path, text)
  if (!parsed.ok || innerOf(parsed.value, 'machine') === undefined || (path !== MEMORY && path !== TECH)) return text
  return printDocument(
    editMachineBlock(parsed.value, (block) =>
      matchesHash(block) && readMetadata(block) !== undefined ? block : stampMetadata(block, now),
    ),
  )
}
