/**
 * What a write changes, with the paragraph or table it stands in: enough to see whether it adds something,
 * without reading a long file twice.
 */
export function changedPart(before: string, after: string): string {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let tail = 0
  while (
    tail < least - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1
  const from = after.lastIndexOf('\n\n', start)
  const to = after.indexOf('\n\n', after.length - tail)
  return after.slice(from === -1 ? 0 : from, to === -1 ? after.length : to)
}
