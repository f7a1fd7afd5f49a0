/**
 * What each session remembers: in memory while it is at work, in its log for as long as it lives. Where
 * several processes serve one session, what another has appended counts at once.
 */

import type { Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import { isInboxPath, MEMORY } from '../base/layout.ts'
import type { SessionMemory } from '../disk/state/session-log.ts'
import { putBounded } from '../disk/state/session-values.ts'
import { FRESH, type GuardState, isMoment, type Moment, remember } from '../guard/state.ts'
export const READER_AGENT = 'memory-reader'

interface Known {
  readonly state: GuardState
  /** How far the log had grown when the state was folded. */
  readonly size: number
}

export class Sessions {
  readonly #log: SessionMemory
  readonly #sizeOf: (session: string) => number
  readonly #states = new Map<string, Known>()

  /** `sizeOf` tells how far a log has grown; a process that is alone with it need not look. */
  constructor(log: SessionMemory, sizeOf: (session: string) => number = () => 0) {
    this.#log = log
    this.#sizeOf = sizeOf
  }

  state(session: string): GuardState {
    const size = this.#sizeOf(session)
    const known = this.#states.get(session)
    if (known?.size === size) return known.state
    const state = this.#log.read(session).filter(isMoment).reduce(remember, FRESH)
    putBounded(this.#states, session, { state, size })
    return state
  }

  /** The session that began it all: what sub-agents are told and do is part of it. */
  rootOf(session: string): string {
    let root = session
    for (let depth = 0; depth < 10; depth += 1) {
      const { parent } = this.state(root)
      if (parent === undefined || parent === root) break
      root = parent
    }
    return root
  }

  record(session: string, moments: readonly Moment[]): void {
    this.settle(session, moments, moments.reduce(remember, this.state(session)))
  }

  /** Our own hand changed files: what the session had read of them it still has, and what came in is no news to it. */
  wrote(session: string, changes: readonly Change[]): void {
    for (const change of changes) if (change.kind === 'edit') this.#rewrote(session, change)
    const waiting = changes.flatMap(({ kind, path }) => (kind === 'create' && isInboxPath(path) ? [path] : []))
    if (waiting.length > 0) this.record(session, [{ at: 'inbox', paths: waiting }])
  }

  #rewrote(session: string, { path, was, text }: Extract<Change, { kind: 'edit' }>): void {
    const { read, entry } = this.state(session)
    const [old, hash] = [hashOfText(was), hashOfText(text)]
    this.record(session, [
      ...(read.get(path)?.hash === old ? [{ at: 'read', path, hash } as const] : []),
      ...(path === MEMORY && entry === old ? [{ at: 'entry', hash } as const] : []),
    ])
  }

  /** The same where the state after these moments is known already. */
  settle(session: string, moments: readonly Moment[], state: GuardState): void {
    if (moments.length === 0) return
    const before = this.#states.get(session)?.size ?? 0
    const grown = this.#log.append(session, moments)
    const size = this.#sizeOf(session)
    // Another process may have appended meanwhile; then the log is read again.
    if (size === 0 || size === before + grown) putBounded(this.#states, session, { state, size })
    else this.#states.delete(session)
    if (moments.some((moment) => moment.at === 'start')) this.#tellParent(session, state)
  }

  /** Whoever asked a memory-reader knows whom to hear. */
  #tellParent(session: string, { parent, agent }: GuardState): void {
    if (parent === undefined || parent === session || agent !== READER_AGENT) return
    if (!this.state(parent).readers.has(session)) this.record(parent, [{ at: 'asked', reader: session }])
  }

  /** What a memory-reader read counts for the session that asked it (S38), once. */
  takeReadsOfReaders(session: string, agent: string): void {
    if (agent !== '' && agent !== READER_AGENT) return
    for (const [reader, heard] of this.state(session).readers) {
      const { read, reads } = this.state(reader)
      if (reads <= heard) continue
      this.record(session, [
        ...[...read].map(([path, { hash }]): Moment => ({ at: 'read', path, hash })),
        { at: 'heard', reader, reads },
      ])
    }
  }

  forget(session: string): void {
    this.#states.delete(session)
    this.#log.end(session)
  }
}
