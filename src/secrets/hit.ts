/** A match: a span of the folded text and the kind of secret it is. */

export interface Hit {
  readonly kind: string
  readonly start: number
  readonly end: number
}

/** Merges overlapping hits into one, with the kind of the search that was listed first. */
export function mergeHits(hits: readonly Hit[]): readonly Hit[] {
  const ranked = hits.map((hit, rank) => ({ ...hit, rank })).sort((a, b) => a.start - b.start || a.rank - b.rank)
  const merged: { kind: string; start: number; end: number; rank: number }[] = []
  for (const hit of ranked) {
    const last = merged.at(-1)
    if (last === undefined || hit.start >= last.end) merged.push(hit)
    else {
      last.end = Math.max(last.end, hit.end)
      if (hit.rank < last.rank) {
        last.rank = hit.rank
        last.kind = hit.kind
      }
    }
  }
  return merged.map(({ kind, start, end }) => ({ kind, start, end }))
}
