/** The order dated entries stand in, newest first or last, and where one more goes: where their own order says. */

/** Where something of this day goes among entries of these days; the end where nothing tells. */
export function placeByDate(dates: readonly (string | undefined)[], day: string, said?: DateOrder): number {
  const { order, sorted } = orderOf(dates, said)
  if (!sorted) return order === 'newest-first' ? 0 : dates.length
  const at = dates.findIndex((date) => date !== undefined && (order === 'newest-first' ? date <= day : date > day))
  return at === -1 ? dates.length : at
}

export type DateOrder = 'newest-first' | 'newest-last'

export function isNewestFirst(dates: readonly (string | undefined)[]): boolean {
  return orderOf(dates, undefined).order === 'newest-first'
}

/** The order a text says its entries have, as ours does in its first lines. */
export function orderSaidIn(text: string): DateOrder | undefined {
  const head = text.slice(0, 2_000)
  if (/newest (?:\w+ ){0,2}(?:last|at the (?:end|bottom))|最新[^。\n]{0,6}(?:最后|末尾|最下|底部)/i.test(head))
    return 'newest-last'
  const first =
    /newest (?:\w+ ){0,2}(?:first|on top|at the top)|最新[^。\n]{0,6}(?:最前|最上|顶部|开头)|倒序|reverse chronological/i
  return first.test(head) ? 'newest-first' : undefined
}

/** By how each follows the one before it: a single entry out of its place turns nothing round. */
function orderOf(
  dates: readonly (string | undefined)[],
  said: DateOrder | undefined,
): { readonly order: DateOrder; readonly sorted: boolean } {
  const known = dates.flatMap((date) => date ?? [])
  const rises = known.filter((date, at) => at > 0 && date > (known[at - 1] ?? '')).length
  const falls = known.filter((date, at) => at > 0 && date < (known[at - 1] ?? '')).length
  const order = said ?? (falls > rises ? 'newest-first' : 'newest-last')
  return { order, sorted: (order === 'newest-first' ? rises : falls) === 0 }
}
