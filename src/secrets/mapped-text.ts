/** A text made of pieces of another, where every position leads back to where it came from. */

export interface MappedText {
  readonly text: string
  /** Where the character at `position` stands in the original. */
  originOf(position: number): number
  /** Which piece the character at `position` belongs to. */
  pieceOf(position: number): number
}

export interface Piece {
  readonly text: string
  readonly origin: number
}

export function mappedText(pieces: readonly Piece[]): MappedText {
  const starts: number[] = []
  let length = 0
  for (const piece of pieces) {
    starts.push(length)
    length += piece.text.length
  }
  const pieceOf = (position: number) => lastAtMost(starts, position)
  return {
    text: pieces.map((piece) => piece.text).join(''),
    pieceOf,
    originOf: (position) => {
      const index = pieceOf(position)
      return position - (starts[index] ?? 0) + (pieces[index]?.origin ?? 0)
    },
  }
}

/** The index of the last entry that is not above the limit; entries ascend. */
export function lastAtMost(entries: readonly number[], limit: number): number {
  let low = 0
  let high = entries.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((entries[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
