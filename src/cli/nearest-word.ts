/** The word that was probably meant: the one with the fewest typing mistakes between them, if they are few. */

export function nearestOf<T extends string>(word: string, known: readonly T[]): T | undefined {
  if (word.length < 3) return undefined
  const most = word.length < 6 ? 1 : 2
  const by = known.map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }))
  const [nearest] = by.toSorted((a, b) => a.slips - b.slips)
  if (nearest !== undefined && nearest.slips <= most) return nearest.candidate
  return known.find((candidate) => candidate.startsWith(word) || candidate.endsWith(`-${word}`))
}

/** How many letters were left out, added, changed or swapped. */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line[column] = Math.min(
        (rows[row - 1]?.[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(line)
  }
  return rows[one.length]?.[other.length] ?? 0
}
