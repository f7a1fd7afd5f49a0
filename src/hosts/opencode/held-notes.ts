import { putRecent } from '../put-recent.ts'

/** Notes that wait for a tool's result (by call) or for the next message (by session). Old notes are dropped. */
export class HeldNotes {
  readonly #notes = new Map<string, string>()

  hold(key: string, text: string | undefined): void {
    if (text === undefined) return
    const before = this.#notes.get(key)
    putRecent(this.#notes, key, before === undefined ? text : `${before}\n${text}`)
  }

  holds(key: string, text: string): boolean {
    return this.#notes.get(key)?.split('\n').includes(text) ?? false
  }

  take(key: string): string | undefined {
    const text = this.#notes.get(key)
    this.#notes.delete(key)
    return text
  }
}
