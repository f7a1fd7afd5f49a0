/**
 * The questions of a session: its recalls, and those it delegates to memory-readers.
 *
 * Models repeat a question in a loop. So a recall that would get the same answer is refused within a turn (S23), and a
 * reader may not delegate the question that it is answering (S53). A compaction, a new turn or a changed answer permits a
 * recall again. Kept in memory only, because sub-agents do not outlive their host.
 */

import type { ContextPack } from '../bank/pack.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import { hashOfText } from '../base/content-hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { RecallWishes, SearchableBank } from '../verbs/recall.ts'
import type { PredictedCall } from './predict-call.ts'
import { READER_AGENT, type Sessions } from './sessions.ts'

/** Limit of delegated questions that no reader has begun. A host starts its sub-agents at once or never. */
const MOST_HANDED = 20

export class SessionQuestions {
  readonly #workspace: Workspace
  readonly #sessions: Sessions
  /** Recalls of this turn by session, each with the hash of its answer. */
  readonly #given = new Map<string, Map<string, string>>()
  readonly #handed = new Map<string, readonly string[]>()
  readonly #answering = new Map<string, string>()
  #bank: SearchableBank | undefined

  constructor(workspace: Workspace, sessions: Sessions) {
    this.#workspace = workspace
    this.#sessions = sessions
  }

  /** Answers a recall from the present bank. Without a session no question is refused. */
  async recall(session: string | undefined, question: string, wishes: RecallWishes): Promise<Result<ContextPack>> {
    const bank = await this.#ready()
    if (!bank.ok) return bank
    const pack = bank.value.answer(question, undefined, wishes)
    if (session === undefined) return ok(pack)
    const given = this.#given.get(session) ?? new Map<string, string>()
    const asked = [plainQuestion(question), ...(wishes.terms ?? [])].join('\n')
    const answer = hashOfAnswer(pack)
    if (given.get(asked) === answer) return fail({ code: 'asked-already' })
    putBounded(given, asked, answer)
    putBounded(this.#given, session, given)
    return ok(pack)
  }

  /** Search is loaded with the first question. */
  async #ready(): Promise<Result<SearchableBank>> {
    const { SearchableBank } = await import('../verbs/recall.ts')
    if (this.#bank !== undefined) {
      this.#bank.refresh()
      return ok(this.#bank)
    }
    const opened = SearchableBank.open(this.#workspace)
    if (opened.ok) this.#bank = opened.value
    return opened
  }

  /** The session may repeat its recalls. */
  permitAgain(session: string): void {
    this.#given.delete(session)
  }

  /** Marks a delegated question as `again` if this session or a parent is answering it. Otherwise remembers it. */
  delegate(session: string, call: ToolCall, predicted: PredictedCall): PredictedCall {
    const question = call.kind === 'delegates' ? plainQuestion(call.question) : ''
    if (call.kind !== 'delegates' || call.agent !== READER_AGENT || question === '') return predicted
    const again = this.#isBeingAnswered(session, question)
    if (!again) putBounded(this.#handed, session, [...(this.#handed.get(session) ?? []), question].slice(-MOST_HANDED))
    return { ...predicted, facts: { kind: 'delegates', agent: call.agent, again } }
  }

  /** Whether this session or one of its parents is answering the question. */
  #isBeingAnswered(session: string, question: string): boolean {
    const seen = new Set<string>()
    for (
      let at: string | undefined = session;
      at !== undefined && !seen.has(at);
      at = this.#sessions.state(at).parent
    ) {
      seen.add(at)
      if (this.#answering.get(at) === question) return true
    }
    return false
  }

  /** Matches a sub-agent's prompt with a delegated question. Hosts may add words around the question. */
  receive(session: string, text: string): void {
    const { parent } = this.#sessions.state(session)
    const handed = parent === undefined ? undefined : this.#handed.get(parent)
    if (parent === undefined || handed === undefined) return
    const told = plainQuestion(text)
    const [question] = handed.filter((one) => told.includes(one)).toSorted((a, b) => b.length - a.length)
    if (question === undefined) return
    const others = handed.filter((one) => one !== question)
    putBounded(this.#handed, parent, others)
    putBounded(this.#answering, session, question)
  }

  forget(session: string): void {
    this.permitAgain(session)
    this.#handed.delete(session)
    this.#answering.delete(session)
  }
}

/** The whole question is compared, with normalised whitespace and Unicode. */
function plainQuestion(question: string): string {
  return question.normalize().replace(/\s+/g, ' ').trim()
}

/** The author is left out, because it is missing when git answers slowly. */
function hashOfAnswer(pack: ContextPack): string {
  return hashOfText(
    JSON.stringify({ ...pack, question: '' }, (key, value) => (key === 'provenance' ? undefined : value)),
  )
}
