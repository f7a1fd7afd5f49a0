/**
 * Which units hold a term, and how often: the inverted index underneath search.
 *
 * Two layers. What was indexed first is packed into three flat arrays; what came since lies beside it per term, and is
 * packed in when it has grown to a quarter. So a changed file costs its own terms, and memory stays near six bytes a
 * posting.
 */

export interface Stretch {
  readonly units: Uint32Array
  /** In eighths. */
  readonly counts: Uint8Array
  readonly start: number
  readonly end: number
  readonly fresh: readonly number[]
}

export interface PackedPostings {
  readonly offsets: Uint32Array
  readonly postingUnits: Uint32Array
  readonly postingCounts: Uint8Array
}

const NONE: readonly number[] = []

export class Postings {
  /** Packed: the units of term t are `#units[#offsets[t]] …` up to the next offset. */
  #offsets: Uint32Array = new Uint32Array(1)
  #units: Uint32Array = new Uint32Array(0)
  #counts: Uint8Array = new Uint8Array(0)
  /** Added since the last packing, in order: term, unit and count by turns, in pieces so that growing copies nothing. */
  #log: Uint32Array[] = []
  #logLength = 0
  /** The part of the log that `#fresh` covers. */
  #spread = 0
  #fresh = new Map<number, number[]>()

  constructor(packed?: PackedPostings) {
    if (packed === undefined) return
    this.#offsets = packed.offsets
    this.#units = packed.postingUnits
    this.#counts = packed.postingCounts
  }

  /** The packed arrays; call after packing, or what came since is missing. */
  image(): PackedPostings {
    return { offsets: this.#offsets, postingUnits: this.#units, postingCounts: this.#counts }
  }

  /** Units must be added in rising order. `count` is in eighths, so that fields can weigh less or more than one. */
  add(term: number, unit: number, count: number): void {
    const within = this.#logLength % PIECE
    if (within === 0) this.#log.push(new Uint32Array(3 * PIECE))
    const piece = this.#log[this.#log.length - 1]
    if (piece === undefined) return
    piece[3 * within] = term
    piece[3 * within + 1] = unit
    piece[3 * within + 2] = Math.max(1, Math.min(255, Math.round(count * 8)))
    this.#logLength += 1
  }

  /** Where the term stands: a stretch of the packed arrays, and what came since as unit, count, unit, count … */
  of(term: number): Stretch {
    const packed = term + 1 < this.#offsets.length
    return {
      units: this.#units,
      counts: this.#counts,
      start: packed ? (this.#offsets[term] ?? 0) : 0,
      end: packed ? (this.#offsets[term + 1] ?? 0) : 0,
      fresh: this.#fresh.get(term) ?? NONE,
    }
  }

  /** About how many units hold the term: replaced ones may be among them. */
  count(term: number): number {
    const packed = term + 1 < this.#offsets.length ? (this.#offsets[term + 1] ?? 0) - (this.#offsets[term] ?? 0) : 0
    return packed + (this.#fresh.get(term)?.length ?? 0) / 2
  }

  /** Whether the unit holds the term. */
  holds(term: number, unit: number): boolean {
    const { units, start, end, fresh } = this.of(term)
    let low = start
    let high = end
    while (low < high) {
      const middle = (low + high) >> 1
      if ((units[middle] ?? 0) < unit) low = middle + 1
      else high = middle
    }
    if (low < end && units[low] === unit) return true
    for (let at = 0; at < fresh.length; at += 2) if (fresh[at] === unit) return true
    return false
  }

  /** Makes what was added findable. Cheap when little was. */
  settle(terms: number): void {
    if (this.#logLength === this.#spread) return
    if (this.#logLength > 4_096 && this.#logLength * 4 > this.#units.length) {
      this.pack(terms)
      return
    }
    for (let at = this.#spread; at < this.#logLength; at += 1) {
      const term = this.#logged(at, 0)
      const list = this.#fresh.get(term)
      if (list === undefined) this.#fresh.set(term, [this.#logged(at, 1), this.#logged(at, 2)])
      else list.push(this.#logged(at, 1), this.#logged(at, 2))
    }
    this.#spread = this.#logLength
  }

  /** Everything into the flat arrays; a unit whose new number is -1 is gone for good. */
  pack(terms: number, renumbered?: Int32Array): void {
    const starts = new Uint32Array(terms + 1)
    const total = this.#countInto(starts, terms, renumbered)
    const units = new Uint32Array(total)
    const counts = new Uint8Array(total)
    const next = starts.slice()
    const oldTerms = this.#offsets.length - 1
    for (let term = 0; term < oldTerms; term += 1) {
      const end = this.#offsets[term + 1] ?? 0
      for (let at = this.#offsets[term] ?? 0; at < end; at += 1) {
        const unit = this.#units[at] ?? 0
        const now = renumbered === undefined ? unit : (renumbered[unit] ?? -1)
        if (now < 0) continue
        const to = next[term] ?? 0
        units[to] = now
        counts[to] = this.#counts[at] ?? 0
        next[term] = to + 1
      }
    }
    for (let at = 0; at < this.#logLength; at += 1) {
      const unit = this.#logged(at, 1)
      const now = renumbered === undefined ? unit : (renumbered[unit] ?? -1)
      if (now < 0) continue
      const term = this.#logged(at, 0)
      const to = next[term] ?? 0
      units[to] = now
      counts[to] = this.#logged(at, 2)
      next[term] = to + 1
    }
    if (renumbered !== undefined) for (let term = 0; term < terms; term += 1) rise(units, counts, starts, term)
    this.#offsets = starts
    this.#units = units
    this.#counts = counts
    this.#logLength = 0
    this.#spread = 0
    this.#log = []
    this.#fresh = new Map()
  }

  /** Where each term's stretch will begin; answers how many postings there will be. */
  #countInto(starts: Uint32Array, terms: number, renumbered: Int32Array | undefined): number {
    const oldTerms = this.#offsets.length - 1
    for (let term = 0; term < oldTerms; term += 1) {
      const end = this.#offsets[term + 1] ?? 0
      for (let at = this.#offsets[term] ?? 0; at < end; at += 1) {
        if (renumbered === undefined || (renumbered[this.#units[at] ?? 0] ?? -1) >= 0) {
          starts[term + 1] = (starts[term + 1] ?? 0) + 1
        }
      }
    }
    for (let at = 0; at < this.#logLength; at += 1) {
      if (renumbered !== undefined && (renumbered[this.#logged(at, 1)] ?? -1) < 0) continue
      const term = this.#logged(at, 0)
      starts[term + 1] = (starts[term + 1] ?? 0) + 1
    }
    for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
    return starts[terms] ?? 0
  }

  #logged(at: number, field: 0 | 1 | 2): number {
    return this.#log[Math.floor(at / PIECE)]?.[3 * (at % PIECE) + field] ?? 0
  }
}

/** Puts a term's units in rising order; new numbers may have come in any. */
function rise(units: Uint32Array, counts: Uint8Array, starts: Uint32Array, term: number): void {
  const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0]
  let isRising = true
  for (let at = start + 1; at < end; at += 1) if ((units[at - 1] ?? 0) > (units[at] ?? 0)) isRising = false
  if (isRising) return
  const both = Float64Array.from({ length: end - start }, (_, at) => {
    return (units[start + at] ?? 0) * 256 + (counts[start + at] ?? 0)
  }).sort()
  for (const [at, value] of both.entries()) {
    units[start + at] = Math.floor(value / 256)
    counts[start + at] = value % 256
  }
}

/** Entries in one piece of the log. */
const PIECE = 8_192
