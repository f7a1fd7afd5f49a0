/** A map that is bounded: what was used least recently goes first. */

/** Sessions, calls or files at a time; more than this many are not under way at once. */
const MOST = 64

export function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > MOST && oldest !== undefined) map.delete(oldest)
}
