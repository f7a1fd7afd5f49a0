/**
 * The states of sessions: folded from their logs and kept in memory. If several processes serve one session, moments
 * that another process appended take effect at once.
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
  /** The size of the log when the state was folded. */
  readonly size: number
}

export class Sessions {
  readonly #log: SessionMemory
  readonly #sizeOf: (session: string) => number
  readonly #states = new Map<string, Known>()

  /** `sizeOf`: the current size of a log. Not needed if no other process writes the logs. */
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

  /** The top-level session that started this one, directly or through sub-agents, or this session itself. */
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
    if (moments.length === 0) return
    const state = moments.reduce(remember, this.state(session))
    const before = this.#states.get(session)?.size ?? 0
    const grown = this.#log.append(session, moments)
    const size = this.#sizeOf(session)
    // If another process has appended meanwhile, the log is read again.
    if (size === 0 || size === before + grown) putBounded(this.#states, session, { state, size })
    else this.#states.delete(session)
    if (moments.some((moment) => moment.at === 'start')) this.#tellParent(session, state)
  }

  /** Memory Bank changed files for this session. Its reads of them stay valid, and it needs no report about inbox files. */
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

  /** Records a memory-reader in its parent's state, so that its reads can count there later. */
  #tellParent(session: string, { parent, agent }: GuardState): void {
    if (parent === undefined || parent === session || agent !== READER_AGENT) return
    if (!this.state(parent).readers.has(session)) this.record(parent, [{ at: 'asked', reader: session }])
  }

  /** Counts the reads of memory-readers for the session that asked them, each read once (S38). */
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
