/**
 * Whether the person has seen what waits for their word (S42): by the assistant's text since the turn's last call, or by
 * a channel of the host's own, to which we hand what was not shown.
 */

import type { MustShow, Topic } from '../core/proposal.ts'
import { isUnseen } from '../guard/state.ts'
import type { SessionMemory } from '../workspace/state/session-log.ts'
import { putBounded } from '../workspace/state/session-values.ts'
import type { Sessions } from './sessions.ts'

/** What waits: the block to print, and what of it the person must have seen. */
export interface Question {
  readonly text: string
  /** The same where the assistant has asked something else besides: a plain yes would be to that. */
  readonly beside: string
  readonly must: readonly MustShow[]
  /** The entries it is about, in the order the person counts them. */
  readonly topics: readonly Topic[]
}

/** What the person was not shown; the host that puts it before their eyes says so. */
export interface Unshown {
  readonly text: string
  shown(): void
}

const MOST_SAID = 200_000

export class Showing {
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  /** What the assistant has said since the last call, where one process hears it in parts. */
  readonly #said = new Map<string, string>()

  constructor(log: SessionMemory, sessions: Sessions) {
    this.#log = log
    this.#sessions = sessions
  }

  ask(session: string, question: Question): void {
    this.#log.keepQuestion(session, question)
    this.#said.delete(session)
  }

  /** What the assistant said before its next call, or before the person spoke, is no longer its last word. */
  begin(session: string): void {
    this.#said.delete(session)
    if (this.#sessions.state(session).shown) this.#sessions.record(session, [{ at: 'shown', shown: false }])
  }

  forget(session: string): void {
    this.#said.delete(session)
  }

  async heard(session: string, text: string): Promise<void> {
    if (!this.#waits(session)) return
    // What reads the assistant's words is needed where a proposal of ours waits.
    const { readShown } = await import('../guard/shown.ts')
    const { shown, asked } = this.#sessions.state(session)
    const said = `${this.#said.get(session) ?? ''}\n${text}`.slice(-MOST_SAID)
    putBounded(this.#said, session, said)
    const now = readShown(said, this.#question(session)?.must ?? [])
    const { ofOther, alone } = now
    if (ofOther !== asked.ofOther || alone !== asked.alone)
      this.#sessions.record(session, [{ at: 'spoke', ofOther, alone }])
    if (now.shown !== shown) this.#sessions.record(session, [{ at: 'shown', shown: now.shown }])
  }

  unshown(session: string): Unshown | undefined {
    const state = this.#sessions.state(session)
    const question = isUnseen(state) && state.parent === undefined ? this.#question(session) : undefined
    if (question === undefined) return undefined
    const text = state.asked.ofOther ? question.beside : question.text
    const shown = () => {
      // What follows a question of the assistant's own does not answer it.
      if (!state.asked.ofOther) putBounded(this.#said, session, `${this.#said.get(session) ?? ''}\n${text}`)
      this.#sessions.record(session, [{ at: 'shown', shown: true }])
    }
    return { text, shown }
  }

  topicsOf(session: string): readonly Topic[] {
    return this.#sessions.state(session).proposal?.kind === 'entries' ? (this.#question(session)?.topics ?? []) : []
  }

  #waits(session: string): boolean {
    const { proposal } = this.#sessions.state(session)
    return proposal !== undefined && proposal.kind !== 'words'
  }

  #question(session: string): Question | undefined {
    const kept = this.#log.question(session)
    return isQuestion(kept) ? kept : undefined
  }
}

/** Our own file: what has the parts is one of ours. */
function isQuestion(value: unknown): value is Question {
  if (typeof value !== 'object' || value === null) return false
  if (!('text' in value && 'beside' in value && 'must' in value && 'topics' in value)) return false
  const isSaid = typeof value.text === 'string' && typeof value.beside === 'string'
  return isSaid && Array.isArray(value.must) && Array.isArray(value.topics)
}
