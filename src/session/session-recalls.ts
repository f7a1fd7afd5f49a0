/**
 * Answers a session's recalls from the present bank, each question once in a turn (S23, S53).
 *
 * A question that would get the same answer again is refused, because models otherwise repeat it in a loop. It may be asked
 * again after a new turn, a compaction or a change of the answer.
 */

import type { ContextPack } from '../bank/pack.ts'
import { hashOfText } from '../base/content-hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { RecallWishes, SearchableBank } from '../verbs/recall.ts'
import { plainQuestion } from './recursion-guard.ts'

export class SessionRecalls {
  readonly #workspace: Workspace
  /** Questions of this turn by session, each with the hash of its answer. */
  readonly #given = new Map<string, Map<string, string>>()
  #bank: SearchableBank | undefined

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** Without a session no question is refused. */
  async ask(session: string | undefined, question: string, wishes: RecallWishes): Promise<Result<ContextPack>> {
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

  /** The session may ask its questions again. */
  forget(session: string): void {
    this.#given.delete(session)
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
}

/** The author is left out, because it is missing when git answers slowly. */
function hashOfAnswer(pack: ContextPack): string {
  return hashOfText(
    JSON.stringify({ ...pack, question: '' }, (key, value) => (key === 'provenance' ? undefined : value)),
  )
}
