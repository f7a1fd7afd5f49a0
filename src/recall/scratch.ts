/**
 * Room for the figures of one question, used again for the next: new room of a bank's size for every question would
 * cost more than the figures.
 */

export class Scratch {
  readonly #arrays = new Map<string, Float32Array>()
  readonly #lists = new Map<string, Uint32Array>()

  /** So many zeros. They are the caller's until the same name is asked for again. */
  zeros(name: string, size: number): Float32Array {
    const known = this.#arrays.get(name)
    if (known !== undefined && known.length >= size) return known.subarray(0, size).fill(0)
    const made = new Float32Array(Math.ceil(size * 1.25))
    this.#arrays.set(name, made)
    return made.subarray(0, size)
  }

  /** Room for so many numbers, with whatever stood there. */
  list(name: string, size: number): Uint32Array {
    const known = this.#lists.get(name)
    if (known !== undefined && known.length >= size) return known
    const made = new Uint32Array(Math.ceil(size * 1.25))
    this.#lists.set(name, made)
    return made
  }
}
