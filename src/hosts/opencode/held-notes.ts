/** Notes that wait for a tool's result, by call. A call that never finishes must not keep its note for ever. */

const MOST = 200

export class HeldNotes {
  readonly #notes = new Map<string, string>()

  hold(call: string, text: string): void {
    const before = this.#notes.get(call)
    this.#notes.set(call, before === undefined ? text : `${before}\n${text}`)
    const oldest = this.#notes.keys().next().value
    if (this.#notes.size > MOST && oldest !== undefined) this.#notes.delete(oldest)
  }

  take(call: string): string | undefined {
    const text = this.#notes.get(call)
    this.#notes.delete(call)
    return text
  }
}
