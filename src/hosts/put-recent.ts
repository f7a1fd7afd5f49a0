/** Adds an entry to a map of bounded size: beyond `most` entries, the one added longest ago is dropped. */
export function putRecent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most = 200): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
