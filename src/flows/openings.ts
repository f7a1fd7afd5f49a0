/** The block each session begins with: made once, the same bytes in every process until compaction (S21). */

import { hashOfText } from '../core/content-hash.ts'
import { MEMORY } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import { opening, openingUnreadable, openingWithoutBank, type Stranger } from '../recall/opening.ts'
import { detect } from '../refresh/detect.ts'
import { starSecrets } from '../secrets/mask.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import type { SessionMemory } from '../workspace/state/session-log.ts'
import { putBounded } from '../workspace/state/session-values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { hostWeakenings } from './host-weakenings.ts'
import type { Sessions } from './sessions.ts'

export class Openings {
  readonly #workspace: Workspace
  readonly #bank: string
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #tellDoctor: (what: string) => void
  readonly #known = new Map<string, string>()

  constructor(workspace: Workspace, log: SessionMemory, sessions: Sessions, tellDoctor: (what: string) => void) {
    this.#workspace = workspace
    this.#bank = workspace.place.bank
    this.#log = log
    this.#sessions = sessions
    this.#tellDoctor = tellDoctor
  }

  of(session: string): string {
    const known = this.#known.get(session)
    if (known !== undefined) return known
    let text: string
    try {
      text = this.#log.opening(session) ?? this.#make(session)
    } catch (error) {
      this.#tellDoctor(`opening: ${error instanceof Error ? error.message : String(error)}`)
      text = openingUnreadable()
    }
    putBounded(this.#known, session, text)
    return text
  }

  /** The entry is no longer what the session was shown, and it neither knows nor was told. */
  isNewlyOutdated(session: string): boolean {
    const { entry, read } = this.#sessions.state(session)
    const text = entry === undefined ? undefined : readNow(this.#bank, MEMORY)
    const hash = text === undefined ? entry : hashOfText(text)
    if (hash === undefined || hash === entry) return false
    this.#sessions.record(session, [{ at: 'entry', hash }])
    return read.get(MEMORY)?.hash !== hash
  }

  /** The next one is made anew. */
  renew(session: string): void {
    this.forget(session)
    this.#log.forgetOpening(session)
  }

  forget(session: string): void {
    this.#known.delete(session)
  }

  #make(session: string): string {
    const memory = readNow(this.#bank, MEMORY)
    const text = memory === undefined ? openingWithoutBank() : shownOpening(memory, this.#version(), this.#stranger())
    if (memory !== undefined) this.#sessions.record(session, [{ at: 'entry', hash: hashOfText(memory) }])
    this.#log.keepOpening(session, text)
    return text
  }

  #stranger(): Stranger | undefined {
    const { trusted, config } = this.#workspace
    if (trusted) return undefined
    const ignored = config.ignored.map(({ name, value }) => `${name}=${value}`)
    return { ignored, hosts: hostWeakenings(this.#workspace.project.root) }
  }

  #version(): string | undefined {
    const snapshot = readBank(this.#bank)
    const state = snapshot.ok ? detect(snapshot.value) : undefined
    return state !== undefined && 'version' in state ? state.version : undefined
  }
}

/** Without the values of secrets (S35); of an entry too large to be looked through, in what is shown of it. */
function shownOpening(memory: string, version: string | undefined, stranger: Stranger | undefined): string {
  const isLarge = memory.length > LARGE_ENTRY
  const { text } = opening(isLarge ? memory : starSecrets(memory), version, LIMITS.openingTokens, stranger)
  return isLarge ? starSecrets(text) : text
}

const LARGE_ENTRY = 512 * 1024
