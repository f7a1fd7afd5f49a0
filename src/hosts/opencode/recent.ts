/** Maps that keep what came last: a session or a call that never ends must not keep its entry for ever. */

const MOST = 200

export function putRecent<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > MOST && oldest !== undefined) map.delete(oldest)
}
