/** The opening of each session: made once, with the same bytes in every process until compaction (S21). */

import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { MEMORY } from '../base/layout.ts'
import { listInbox } from '../disk/bank/list-bank.ts'
import { pageNow, readNow } from '../disk/bank/read-now.ts'
import { BANK_FILE } from '../disk/open-file.ts'
import type { SessionMemory } from '../disk/state/session-log.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { Sessions } from './sessions.ts'
import type { UseCounter } from './use-counter.ts'

export class Openings {
  readonly #workspace: Workspace
  readonly #bank: string
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #uses: UseCounter
  readonly #tellDoctor: (what: string) => Promise<void>
  readonly #known = new Map<string, string>()

  constructor(
    workspace: Workspace,
    log: SessionMemory,
    sessions: Sessions,
    uses: UseCounter,
    tellDoctor: (what: string) => Promise<void>,
  ) {
    this.#workspace = workspace
    this.#bank = workspace.place.bank
    this.#log = log
    this.#sessions = sessions
    this.#uses = uses
    this.#tellDoctor = tellDoctor
  }

  async of(session: string): Promise<string> {
    const known = this.#known.get(session)
    if (known !== undefined) return known
    try {
      const text = this.#log.opening(session) ?? (await this.#make(session))
      putBounded(this.#known, session, text)
      return text
    } catch (error) {
      const { openingUnreadable } = await import('../verbs/make-opening.ts')
      const { text } = openingUnreadable()
      putBounded(this.#known, session, text)
      await this.#tellDoctor(`opening: ${error instanceof Error ? error.message : String(error)}`)
      return text
    }
  }

  isMade(session: string): boolean {
    return this.#known.has(session) || this.#log.opening(session) !== undefined
  }

  /** Whether MEMORY.md changed since the session last knew it. True once for each change. */
  isNewlyOutdated(session: string): boolean {
    const { entry, read } = this.#sessions.state(session)
    const text = entry === undefined ? undefined : pageNow(this.#bank, MEMORY)
    const hash = text === undefined ? entry : hashOfText(text)
    if (hash === undefined || hash === entry) return false
    this.#sessions.record(session, [{ at: 'entry', hash }])
    return read.get(MEMORY)?.hash !== hash
  }

  /** Inbox files that appeared since the last call and that the session has not read. Each is returned once. */
  newInInbox(session: string): readonly BankPath[] {
    const { entry, inbox, read } = this.#sessions.state(session)
    const come = entry === undefined ? [] : listInbox(this.#bank).filter((path) => !inbox.has(path))
    if (come.length > 0) this.#sessions.record(session, [{ at: 'inbox', paths: come }])
    return come.filter((path) => !read.has(path))
  }

  /** Discards the opening, so that the next one is made anew. */
  renew(session: string): void {
    this.forget(session)
    this.#log.forgetOpening(session)
  }

  forget(session: string): void {
    this.#known.delete(session)
  }

  async #make(session: string): Promise<string> {
    const { makeOpening } = await import('../verbs/make-opening.ts')
    const memory = readNow(this.#bank, MEMORY, BANK_FILE)
    const waiting = listInbox(this.#bank)
    const { text } = await makeOpening(memory, this.#workspace)
    // Two concurrent requests must return the same bytes.
    const meanwhile = this.#known.get(session) ?? this.#log.opening(session)
    if (meanwhile !== undefined) return meanwhile
    if (memory !== undefined)
      this.#sessions.record(session, [
        { at: 'entry', hash: hashOfText(memory) },
        ...(waiting.length === 0 ? [] : [{ at: 'inbox', paths: waiting } as const]),
      ])
    this.#log.keepOpening(session, text)
    if (memory !== undefined) await this.#uses.opened(session, memory, text)
    return text
  }
}
