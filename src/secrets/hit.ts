/** Shared by the searches: their matches, and the normalised text. */

export interface SecretHit {
  readonly kind: string
  readonly start: number
  readonly end: number
}

/** Merges overlapping hits into one, with the kind of the search that was listed first. */
export function mergeHits(hits: readonly SecretHit[]): readonly SecretHit[] {
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

/**
 * Full-width ASCII as plain ASCII (but not ，；！？, which end a Chinese clause), and unusual spaces as spaces. Each
 * character stays one character, so positions do not change.
 */
export function plainForms(text: string): string {
  return text.replace(/[\uff02-\uff0b\uff0d-\uff1a\uff1c-\uff1e\uff20-\uff5e\u3000\u00a0\ufeff]/g, (sign) => {
    const code = sign.charCodeAt(0)
    return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : ' '
  })
}
