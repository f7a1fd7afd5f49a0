/**
 * The recalls of each session: a question is answered from the bank as it is now, and once in a turn (S23, S53).
 *
 * If the same question would get the same answer again, it is refused, because a model that gets it twice goes on asking.
 * After a new turn, a compaction or a change of the answer the question may be asked again.
 */

import { hashOfText } from '../base/content-hash.ts'
import type { ContextPack } from '../bank/pack.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { RecallWishes, SearchableBank } from '../verbs/recall.ts'
import { plainQuestion } from './recursion-guard.ts'

export class SessionRecalls {
  readonly #workspace: Workspace
  /** By session: the questions of this turn, each with the hash of its answer. */
  readonly #given = new Map<string, Map<string, string>>()
  #bank: SearchableBank | undefined

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** Without a session there is nothing to compare the question with. */
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

  /** The model no longer sees the earlier answers, or may ask again. */
  forget(session: string): void {
    this.#given.delete(session)
  }

  /** Search is loaded when it is first needed. */
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

/** Without who wrote it: git is asked for that only as long as it answers at once. */
function hashOfAnswer(pack: ContextPack): string {
  return hashOfText(
    JSON.stringify({ ...pack, question: '' }, (key, value) => (key === 'provenance' ? undefined : value)),
  )
}
