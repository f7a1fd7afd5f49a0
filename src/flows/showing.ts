/**
 * Whether the person has seen what waits for their word (S42). A host with a channel to the person shows our block as the
 * last thing of a turn, whatever the assistant wrote; elsewhere the assistant's last text must hold its first line.
 */

import type { Topic } from '../core/proposal.ts'
import { holdsBlock } from '../guard/holds-block.ts'
import { forModel } from '../text/for-model.ts'
import { closingMarkup } from '../text/open-markup.ts'
import type { SessionMemory } from '../workspace/state/session-log.ts'
import { putBounded } from '../workspace/state/session-values.ts'
import type { Sessions } from './sessions.ts'

/** What waits: the block that the person reads. */
export interface Question {
  readonly text: string
  /** The entries it is about, in the order the person counts them. */
  readonly topics: readonly Topic[]
}

/** A block that is not the last thing the person reads; the host that puts it there says so. */
export interface Unshown {
  readonly text: string
  /** The assistant printed all of it, with words of its own below. */
  readonly isPrinted: boolean
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

  ask(session: string, { text, topics }: Question): void {
    // The model is given it so, and prints it so.
    this.#log.keepQuestion(session, { text: forModel(text), topics })
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

  heard(session: string, text: string): void {
    const question = this.#question(session)
    if (question === undefined) return
    this.#hear(session, text)
    const shown = holdsBlock(this.#said.get(session) ?? '', question.text) !== 'not'
    if (shown !== this.#sessions.state(session).shown) this.#sessions.record(session, [{ at: 'shown', shown }])
  }

  unshown(session: string): Unshown | undefined {
    const { shown, parent } = this.#sessions.state(session)
    const text = parent === undefined ? this.#question(session)?.text : undefined
    const said = (this.#said.get(session) ?? '').trimEnd()
    if (text === undefined || (shown && endsWith(said, text))) return undefined
    return {
      text,
      isPrinted: holdsBlock(said, text) === 'whole',
      shown: () => {
        this.#hear(session, text)
        this.#sessions.record(session, [{ at: 'shown', shown: true }])
      },
    }
  }

  topicsOf(session: string): readonly Topic[] {
    return this.#sessions.state(session).proposal?.kind === 'entries' ? (this.#question(session)?.topics ?? []) : []
  }

  #hear(session: string, text: string): void {
    putBounded(this.#said, session, `${this.#said.get(session) ?? ''}\n${text}`.slice(-MOST_SAID))
  }

  /** Of what we ourselves proposed, while it waits. */
  #question(session: string): Question | undefined {
    const { proposal } = this.#sessions.state(session)
    if (proposal === undefined || proposal.kind === 'words') return undefined
    const kept = this.#log.question(session)
    return isQuestion(kept) ? kept : undefined
  }
}

/** Nothing above it is left open that would hide it. */
function endsWith(said: string, block: string): boolean {
  return said.endsWith(block) && closingMarkup(said.slice(0, -block.length)) === ''
}

/** Our own file: what has the parts is one of ours. */
function isQuestion(value: unknown): value is Question {
  if (typeof value !== 'object' || value === null) return false
  return 'text' in value && 'topics' in value && typeof value.text === 'string' && Array.isArray(value.topics)
}
