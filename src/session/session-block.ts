/**
 * The proposal block that waits for an answer in a session, and whether it was shown (S42).
 *
 * A host with a channel to the person prints the block at the end of the turn. In other hosts the assistant is asked to
 * print it, and the block counts as shown if the assistant's message contains its first line.
 */

import { withoutHtml } from '../bank/closing-markup.ts'
import type { Topic } from '../bank/proposal.ts'
import { forModel } from '../base/for-model.ts'
import type { SessionMemory } from '../disk/state/session-log.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { Sessions } from './sessions.ts'

/** A block, its topics, and the plan that a yes applies. */
export interface Question {
  readonly text: string
  /** The proposed entries, in the order the person counts them. */
  readonly topics: readonly Topic[]
  /** Its secrets are masked. */
  readonly plan?: unknown
}

/** A block that must still be printed. The host calls `shown` after printing it. */
export interface Unshown {
  readonly text: string
  shown(): void
}

export class SessionBlock {
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #hasChannel: boolean
  /** Sessions in which the block was printed last. */
  readonly #printed = new Map<string, true>()

  constructor(log: SessionMemory, sessions: Sessions, hasChannel: boolean) {
    this.#log = log
    this.#sessions = sessions
    this.#hasChannel = hasChannel
  }

  ask(session: string, { text, ...question }: Question): void {
    // The model reads and prints the text in this form.
    this.#log.keepQuestion(session, { text: forModel(text), ...question })
    this.#printed.delete(session)
  }

  /** A tool call follows, so the block is no longer the last text in the conversation. */
  begin(session: string): void {
    this.#printed.delete(session)
    if (this.#sessions.state(session).shown) this.#sessions.record(session, [{ at: 'shown', shown: false }])
  }

  /** The person sent a message. A block that still waits is printed again. */
  forget(session: string): void {
    this.#printed.delete(session)
  }

  /** Looks for the block in the assistant's message, in hosts without a channel to the person. */
  heard(session: string, text: string): void {
    this.#printed.delete(session)
    const block = this.#hasChannel ? undefined : this.#question(session)?.text
    const said = block === undefined ? 'not' : holdsBlock(text, block)
    if (said === 'whole') putBounded(this.#printed, session, true)
    if (said !== 'not' && !this.#sessions.state(session).shown)
      this.#sessions.record(session, [{ at: 'shown', shown: true }])
  }

  unshown(session: string): Unshown | undefined {
    const isDue = this.#sessions.state(session).parent === undefined && !this.#printed.has(session)
    const text = isDue ? this.#question(session)?.text : undefined
    if (text === undefined) return undefined
    return {
      text,
      shown: () => {
        putBounded(this.#printed, session, true)
        this.#sessions.record(session, [{ at: 'shown', shown: true }])
      },
    }
  }

  /** The entries of the question that waits, or else of the one that was declined last. */
  topicsOf(session: string): readonly Topic[] {
    const { proposal, lastDeclined } = this.#sessions.state(session)
    return (proposal ?? lastDeclined)?.kind === 'entries' ? (questionIn(this.#log.question(session))?.topics ?? []) : []
  }

  /** The question of Memory Bank's own proposal, while it waits. */
  #question(session: string): Question | undefined {
    const { proposal } = this.#sessions.state(session)
    if (proposal === undefined || proposal.kind === 'words') return undefined
    return questionIn(this.#log.question(session))
  }
}

/** Decodes a stored question. Undefined if the value is not one. */
export function questionIn(value: unknown): Question | undefined {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('topics' in value)) return undefined
  return typeof value.text === 'string' && Array.isArray(value.topics) ? (value as Question) : undefined
}

/** Whether a message shows the block, or at least its first line. A renderer hides HTML, link targets and fence names. */
export function holdsBlock(text: string, block: string): 'whole' | 'named' | 'not' {
  const said = visibleLines(text.slice(-LONGEST))
  const [first = '', ...rest] = visibleLines(block)
  if (first === '' || !said.some((line) => line.endsWith(first))) return 'not'
  return rest.every((line) => said.includes(line)) ? 'whole' : 'named'
}

/** Only this many characters at the end of a message are searched. */
const LONGEST = 20_000

function visibleLines(text: string): readonly string[] {
  return withoutHtml(text)
    .replace(/\]\([^\n]*/g, ']')
    .replace(/^ {0,3}\[[^[\]\n]+\]:[^\n]*(?:\n[ \t]*\S[^\n]*)*/gm, '')
    .replace(/^([ \t>]*(?:```+|~~~+))[^`\n]*$/gm, '$1')
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^[\s>#*-]+|[*_`~]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
}
