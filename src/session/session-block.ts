/**
 * The block that waits for a person in a session, and whether they were shown it (S42).
 *
 * A host with a channel to the person prints the block as the last thing of the turn and says so: then it was shown,
 * whatever the assistant wrote. Elsewhere the assistant is asked to print it, and its last text must hold the first line.
 */

import type { Topic } from '../bank/proposal.ts'
import type { Sessions } from './sessions.ts'
import { forModel } from '../base/for-model.ts'
import { withoutHtml } from '../bank/open-markup.ts'
import type { SessionMemory } from '../disk/state/session-log.ts'
import { putBounded } from '../disk/state/session-values.ts'

/** A block, what it asks about, and the plan that a yes applies. */
export interface Question {
  readonly text: string
  /** The entries it is about, in the order the person counts them. */
  readonly topics: readonly Topic[]
  /** With its secrets masked. */
  readonly plan?: unknown
}

/** A block that still has to be printed; the host that prints it says so. */
export interface Unshown {
  readonly text: string
  shown(): void
}

export class SessionBlock {
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #hasChannel: boolean
  /** Sessions in which the block is the last thing that the person reads. */
  readonly #printed = new Map<string, true>()

  constructor(log: SessionMemory, sessions: Sessions, hasChannel: boolean) {
    this.#log = log
    this.#sessions = sessions
    this.#hasChannel = hasChannel
  }

  ask(session: string, { text, ...question }: Question): void {
    // The model reads and prints it in this form.
    this.#log.keepQuestion(session, { text: forModel(text), ...question })
    this.#printed.delete(session)
  }

  /** After another call the block is no longer the last thing that the person reads. */
  begin(session: string): void {
    this.#printed.delete(session)
    if (this.#sessions.state(session).shown) this.#sessions.record(session, [{ at: 'shown', shown: false }])
  }

  /** The person has answered: what still waits is printed again. */
  forget(session: string): void {
    this.#printed.delete(session)
  }

  /** What the assistant says counts only in hosts without a channel. */
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

  topicsOf(session: string): readonly Topic[] {
    return this.#sessions.state(session).proposal?.kind === 'entries' ? (this.#question(session)?.topics ?? []) : []
  }

  /** Of our own proposal, while it waits. */
  #question(session: string): Question | undefined {
    const { proposal } = this.#sessions.state(session)
    if (proposal === undefined || proposal.kind === 'words') return undefined
    return questionIn(this.#log.question(session))
  }
}

/** Undefined for a file that is not one of ours. */
export function questionIn(value: unknown): Question | undefined {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('topics' in value)) return undefined
  return typeof value.text === 'string' && Array.isArray(value.topics) ? (value as Question) : undefined
}

/** Whether a text shows a block: whole, or at least its first line. A renderer hides HTML, link targets and fence names. */
export function holdsBlock(text: string, block: string): 'whole' | 'named' | 'not' {
  const said = visibleLines(text.slice(-LONGEST))
  const [first = '', ...rest] = visibleLines(block)
  if (first === '' || !said.some((line) => line.endsWith(first))) return 'not'
  return rest.every((line) => said.includes(line)) ? 'whole' : 'named'
}

/** Nobody reads more of a message than its last pages. */
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
