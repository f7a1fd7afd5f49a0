/**
 * Counts the use of the bank in a host's sessions (S56), and the tokens of Memory Bank's texts. Sub-agents count for the
 * session that started them.
 *
 * Counting never delays or fails an answer: notes are written after the event was answered.
 */

import type { BankRead } from '../bank/event.ts'
import type { ContextPack } from '../bank/pack.ts'
import type { Cost, UseNote } from '../bank/usage.ts'
import type { BankPath } from '../base/bank-path.ts'
import { dayOf } from '../base/day-of.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { UseLog } from '../disk/state/use-log.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { RememberedEntry } from '../drift/entries-of-file.ts'
import type { Sessions } from './sessions.ts'

export class UseCounter {
  readonly #workspace: Workspace
  readonly #sessions: Sessions
  /** Undefined if counting is off. */
  readonly #log: UseLog | undefined
  readonly #tellDoctor: (what: string) => Promise<void>
  readonly #waiting: { readonly session: string; readonly notes: () => readonly UseNote[] }[] = []

  constructor(
    workspace: Workspace,
    sessions: Sessions,
    log: UseLog | undefined,
    tellDoctor: (what: string) => Promise<void>,
  ) {
    this.#workspace = workspace
    this.#sessions = sessions
    this.#log = log
    this.#tellDoctor = tellDoctor
  }

  /** Counts the tokens of a text that Memory Bank sent to the model. */
  said(session: string, text: string | undefined): void {
    if (text !== undefined) this.#later(session, () => [costOf('note', estimateTokens(text))])
  }

  async opened(session: string, memory: string, text: string): Promise<void> {
    const find = await this.#find()
    this.#later(session, () => [
      costOf('opening', estimateTokens(text)),
      ...(find?.entriesInOpening(this.#workspace.place.bank, memory, text) ?? []).map(asNote),
    ])
  }

  async recalled(session: string, pack: ContextPack): Promise<void> {
    const find = await this.#find()
    this.#later(session, () => [
      costOf('pack', pack.budget.tokens),
      ...(find?.entriesInPack(this.#workspace.place.bank, pack) ?? []).map(asNote),
    ])
  }

  /** Counts an entry that was shown in a note about a file. */
  async pointedAt(session: string, entry: RememberedEntry): Promise<void> {
    const find = await this.#find()
    this.#later(session, () => (find?.entriesInNote(this.#workspace.place.bank, entry) ?? []).map(asNote))
  }

  read(session: string, reads: readonly BankRead[]): void {
    this.#later(session, () => reads.map(({ path }) => asNote({ use: 'read', path, ids: [''] })))
  }

  /** Counts a file that satisfied a gate because it was read, or to which a write was redirected. */
  acted(session: string, pathOf: () => BankPath | undefined): void {
    this.#later(session, () => {
      const path = pathOf()
      return path === undefined ? [] : [asNote({ use: 'acted', path, ids: [''] })]
    })
  }

  /** The entry finder is large and is loaded only for events that name entries. */
  async #find(): Promise<typeof import('./find-used-entries.ts') | undefined> {
    return this.#log === undefined ? undefined : import('./find-used-entries.ts')
  }

  #later(session: string, notes: () => readonly UseNote[]): void {
    if (this.#log === undefined) return
    if (this.#waiting.length === 0) setImmediate(() => this.flush())
    this.#waiting.push({ session: this.#sessions.rootOf(session), notes })
  }

  /** Writes all waiting notes at once. */
  flush(): void {
    const day = dayOf(this.#workspace.now().getTime())
    for (const { session, notes } of this.#waiting.splice(0)) {
      try {
        this.#log?.add(
          session,
          notes().map((note) => ({ ...note, day })),
        )
      } catch (error) {
        void this.#tellDoctor(`counting use: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
}

function costOf(of: Cost, tokens: number): UseNote {
  return { kind: 'cost', of, tokens }
}

function asNote(used: Omit<Extract<UseNote, { kind: 'use' }>, 'kind'>): UseNote {
  return { kind: 'use', ...used }
}
