/** How often each term was seen, for one unit at a time: filled, emptied, filled again, without new memory. */

export class Tally {
  #counts = new Float32Array(16_384)
  readonly #seen: number[] = []

  add(term: number, weight: number): void {
    if (term >= this.#counts.length) this.#grow(term)
    const count = this.#counts[term] ?? 0
    if (count === 0) this.#seen.push(term)
    this.#counts[term] = count + weight
  }

  /** How many terms were seen. */
  get size(): number {
    return this.#seen.length
  }

  has(term: number): boolean {
    return (this.#counts[term] ?? 0) > 0
  }

  /** Calls back for each term in the order first seen, and forgets it. */
  empty(visit: (term: number, count: number) => void): void {
    for (const term of this.#seen) {
      visit(term, this.#counts[term] ?? 0)
      this.#counts[term] = 0
    }
    this.#seen.length = 0
  }

  #grow(term: number): void {
    const counts = new Float32Array(Math.max(term + 1, this.#counts.length * 2))
    counts.set(this.#counts)
    this.#counts = counts
  }
}
