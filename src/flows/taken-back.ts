/** Which change of the history took another back: an undo that was itself undone no longer counts. */

interface Link {
  readonly id: string
  /** The change that this one takes back. */
  readonly undoes?: string
}

export function takenBackBy(entries: readonly Link[]): (id: string) => string | undefined {
  const takenBack = (id: string): string | undefined => {
    const by = entries.find((other) => other.undoes === id)
    return by === undefined || takenBack(by.id) !== undefined ? undefined : by.id
  }
  return takenBack
}

/** How many a plain `undo` could take back, one after the other. */
export function countOpen(entries: readonly Link[]): number {
  const takenBack = takenBackBy(entries)
  return entries.filter(({ id, undoes }) => undoes === undefined && takenBack(id) === undefined).length
}
