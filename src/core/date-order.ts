/** The order dated entries stand in, newest first or last, and where one more goes: where their own order says. */

/** Where something of this day goes among entries of these days; the end where nothing tells. */
export function placeByDate(dates: readonly (string | undefined)[], day: string): number {
  const { newestFirst, sorted } = orderOf(dates)
  if (!sorted) return newestFirst ? 0 : dates.length
  const at = dates.findIndex((date) => date !== undefined && (newestFirst ? date <= day : date > day))
  return at === -1 ? dates.length : at
}

export function isNewestFirst(dates: readonly (string | undefined)[]): boolean {
  return orderOf(dates).newestFirst
}

/** By how each follows the one before it: a single entry out of its place turns nothing round. */
function orderOf(dates: readonly (string | undefined)[]): { readonly newestFirst: boolean; readonly sorted: boolean } {
  const known = dates.flatMap((date) => date ?? [])
  const rises = known.filter((date, at) => at > 0 && date > (known[at - 1] ?? '')).length
  const falls = known.filter((date, at) => at > 0 && date < (known[at - 1] ?? '')).length
  return { newestFirst: falls > rises, sorted: falls === 0 || rises === 0 }
}
