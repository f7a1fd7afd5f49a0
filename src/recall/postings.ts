/**
 * Which units hold a term, and how often: the inverted index underneath search.
 *
 * There are two layers: one flat array that holds most postings, and a list per term for those added since. The lists
 * are packed into the array when they have grown to a quarter of it, so a changed file costs its own terms only.
 */

/**
 * A posting is one number: the unit times 256, plus the count in eighths. Numbers in rising order are therefore units in
 * rising order.
 */
const UNIT_STEP = 256

export interface PackedPostings {
  /** The postings of term `t` are those from `offsets[t]` up to `offsets[t + 1]`. */
  readonly offsets: Uint32Array
  readonly postings: Uint32Array
}

export class Postings {
  #offsets: Uint32Array
  #packed: Uint32Array
  #added = new Map<number, number[]>()
  #addedCount = 0

  constructor(image?: PackedPostings) {
    this.#offsets = image?.offsets ?? new Uint32Array(1)
    this.#packed = image?.postings ?? new Uint32Array(0)
  }

  /** The packed layer only: call `pack` before. */
  image(): PackedPostings {
    return { offsets: this.#offsets, postings: this.#packed }
  }

  /** Units must be added in rising order. `count` may be a fraction, because fields weigh less or more than one. */
  add(term: number, unit: number, count: number): void {
    const posting = unit * UNIT_STEP + Math.max(1, Math.min(255, Math.round(count * 8)))
    const list = this.#added.get(term)
    if (list === undefined) this.#added.set(term, [posting])
    else list.push(posting)
    this.#addedCount += 1
  }

  /** Calls back for each unit that holds the term, in rising order. */
  visit(term: number, visit: (unit: number, count: number) => void): void {
    const end = this.#endOf(term)
    for (let at = this.#startOf(term); at < end; at += 1) visitPosting(this.#packed[at] ?? 0, visit)
    for (const posting of this.#added.get(term) ?? []) visitPosting(posting, visit)
  }

  /** How many units hold the term. Units that were replaced count until the next packing drops them. */
  count(term: number): number {
    return this.#endOf(term) - this.#startOf(term) + (this.#added.get(term)?.length ?? 0)
  }

  holds(term: number, unit: number): boolean {
    const isOfUnit = (posting: number | undefined) => Math.floor((posting ?? -1) / UNIT_STEP) === unit
    const end = this.#endOf(term)
    let low = this.#startOf(term)
    let high = end
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#packed[middle] ?? 0) < unit * UNIT_STEP) low = middle + 1
      else high = middle
    }
    return (low < end && isOfUnit(this.#packed[low])) || (this.#added.get(term)?.some(isOfUnit) ?? false)
  }

  /** Packs when more than so many were added, and more than this share of what is packed. */
  packIfGrown(terms: number, { least, share } = { least: 4_096, share: 0.25 }): void {
    if (this.#addedCount > least && this.#addedCount > share * this.#packed.length) this.pack(terms)
  }

  /** Moves all postings into the flat array. Units without a new number are dropped. */
  pack(terms: number, newNumbers?: ReadonlyMap<number, number>): void {
    const offsets = new Uint32Array(terms + 1)
    const packed = new Uint32Array(this.#packed.length + this.#addedCount)
    let next = 0
    for (let term = 0; term < terms; term += 1) {
      const start = next
      this.visit(term, (unit, count) => {
        const number = newNumbers === undefined ? unit : newNumbers.get(unit)
        if (number === undefined) return
        packed[next] = number * UNIT_STEP + count * 8
        next += 1
      })
      if (newNumbers !== undefined) packed.subarray(start, next).sort()
      offsets[term + 1] = next
    }
    this.#offsets = offsets
    this.#packed = next === packed.length ? packed : packed.slice(0, next)
    this.#added = new Map()
    this.#addedCount = 0
  }

  #startOf(term: number): number {
    return term + 1 < this.#offsets.length ? (this.#offsets[term] ?? 0) : 0
  }

  #endOf(term: number): number {
    return this.#offsets[term + 1] ?? 0
  }
}

function visitPosting(posting: number, visit: (unit: number, count: number) => void): void {
  visit(Math.floor(posting / UNIT_STEP), (posting % UNIT_STEP) / 8)
}
