/** What each session remembers: in memory while it is at work, in its log for as long as it lives. */

import { FRESH, type GuardState, type Moment, remember } from '../guard/state.ts'
import type { SessionMemory } from '../workspace/session-log.ts'
import { keep } from './keep.ts'

export const READER_AGENT = 'memory-reader'

export class Sessions {
  readonly #log: SessionMemory
  readonly #states = new Map<string, GuardState>()
  /** Readers whose reads their parent has; as states, so that later reads count again. */
  readonly #taken = new WeakSet<GuardState>()

  constructor(log: SessionMemory) {
    this.#log = log
  }

  state(session: string): GuardState {
    const known = this.#states.get(session)
    if (known !== undefined) return known
    const state = this.#log.read(session).filter(isMoment).reduce(remember, FRESH)
    keep(this.#states, session, state)
    return state
  }

  record(session: string, moments: readonly Moment[]): void {
    this.settle(session, moments, moments.reduce(remember, this.state(session)))
  }

  /** The same where the state after these moments is known already. */
  settle(session: string, moments: readonly Moment[], state: GuardState): void {
    if (moments.length === 0) return
    keep(this.#states, session, state)
    this.#log.append(session, moments)
  }

  /** What a memory-reader read counts for the session that asked it (S38), once. */
  takeReadsOfReaders(session: string, agent: string): void {
    if (agent !== '' && agent !== READER_AGENT) return
    for (const [id, child] of [...this.#states]) {
      if (child.parent !== session || child.agent !== READER_AGENT || id === session || this.#taken.has(child)) continue
      this.#taken.add(child)
      this.record(
        session,
        [...child.read].map(([path, read]) => ({ at: 'read', path, hash: read.hash })),
      )
    }
  }

  forget(session: string): void {
    this.#states.delete(session)
    this.#log.end(session)
  }
}

const MOMENTS = new Set(['start', 'turn', 'proposed', 'read', 'said', 'unconfirmed', 'entry', 'compacted'])

function isMoment(value: unknown): value is Moment {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'string' &&
    MOMENTS.has(value.at)
  )
}
