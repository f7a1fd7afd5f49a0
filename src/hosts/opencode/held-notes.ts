/** Texts that OpenCode takes at a later event, and what a message of the user adds to them. */

import type { Guard } from '../../session/guard.ts'
import { putRecent } from '../put-recent.ts'
import { signed } from '../wording.ts'

/** Notes that wait for a tool's result (by call) or for the next message (by session). Old notes are dropped. */
class HeldNotes {
  readonly #notes = new Map<string, string>()

  hold(key: string, text: string | undefined): void {
    if (text === undefined) return
    const before = this.#notes.get(key)
    putRecent(this.#notes, key, before === undefined ? text : `${before}\n${text}`)
  }

  take(key: string): string | undefined {
    const text = this.#notes.get(key)
    this.#notes.delete(key)
    return text
  }
}

/** The texts of all sessions. */
export class SessionTexts {
  /** For the model: with a call's result (by call) or with the next message (by session). */
  readonly notes = new HeldNotes()
  /** For the user: warnings and messages. */
  readonly news = new HeldNotes()
  /** For the user: the results of their answer, which the model already knows. */
  readonly results = new HeldNotes()

  /** Passes a message of the user to the guard. Returns the texts that the model reads with it. */
  async hearUser(guard: Guard, session: string, text: string): Promise<readonly string[]> {
    await guard.handle({ kind: 'user-said', session, text })
    this.news.hold(session, await guard.trouble())
    const unseen = await guard.unseenChanges(session)
    this.news.hold(session, unseen?.text)
    this.notes.hold(session, unseen?.text)
    await unseen?.told()
    const done = await guard.carryOutAccepted(session)
    this.results.hold(session, done)
    const notes = [this.notes.take(session), guard.promptNote(session)].flatMap((one) =>
      one === undefined ? [] : signed(one),
    )
    return done === undefined ? notes : [done, ...notes]
  }
}
