/**
 * Recalls of sessions: each question answered from the bank as it is, and in one turn only once (S23, S53).
 *
 * The very same question with the very same answer is not given twice before a model's eyes: it would go
 * on asking. A new turn, a compaction or a change of what the bank answers makes it a question again.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { ContextPack } from '../core/pack.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { putBounded } from '../workspace/state/session-values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Library, RecallWishes } from './recall.ts'
import { plainQuestion } from './recursion-guard.ts'

export class Recalls {
  readonly #workspace: Workspace
  /** By session: the questions of this turn, each with the hash of its answer. */
  readonly #given = new Map<string, Map<string, string>>()
  #library: Library | undefined

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** `session`: whose turn it is; without one there is nothing to compare with. */
  async ask(session: string | undefined, question: string, wishes: RecallWishes): Promise<Result<ContextPack>> {
    const library = await this.#ready()
    if (!library.ok) return library
    const pack = await library.value.answer(question, undefined, wishes)
    if (session === undefined) return ok(pack)
    const given = this.#given.get(session) ?? new Map<string, string>()
    const [asked, answer] = [plainQuestion(question), hashOfText(JSON.stringify({ ...pack, question: '' }))]
    if (given.get(asked) === answer) return fail({ code: 'asked-already' })
    putBounded(given, asked, answer)
    putBounded(this.#given, session, given)
    return ok(pack)
  }

  /** What was answered before is no longer before the model's eyes, or may be asked for anew. */
  forget(session: string): void {
    this.#given.delete(session)
  }

  /** Search is loaded when first asked for. */
  async #ready(): Promise<Result<Library>> {
    const { Library } = await import('./recall.ts')
    if (this.#library !== undefined) {
      this.#library.refresh()
      return ok(this.#library)
    }
    const opened = Library.open(this.#workspace)
    if (opened.ok) this.#library = opened.value
    return opened
  }
}
