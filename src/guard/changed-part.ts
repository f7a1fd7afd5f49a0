/**
 * What a write changes, with what stands around it: enough to see whether it adds something, without
 * reading a long file twice.
 *
 * A screen, not a judge: whatever the whole text would show at the change also shows in the part, which
 * may show more. No detector looks further than the reach, but for a table's heading and a key's armour.
 */
export function changedPart(before: string, after: string): string {
  if (ARMOUR.test(after)) return after
  const { start, end } = changedSpan(before, after)
  const from = lineStart(after, Math.max(0, start - REACH))
  const to = lineEnd(after, Math.min(after.length, end + REACH))
  return tableHead(after, from) + after.slice(from, to)
}

const REACH = 900
/** A private key may begin pages before the line that makes it one. */
const ARMOUR = /PRIVATE KEY|PuTTY-User-Key-File|"kty"/

/** Where `after` differs from `before`. */
export function changedSpan(before: string, after: string): { readonly start: number; readonly end: number } {
  const least = Math.min(before.length, after.length)
  let start = sameBlocks(least, (at) => before.slice(at, at + BLOCK) === after.slice(at, at + BLOCK))
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let tail = sameBlocks(
    least - start,
    (at) =>
      before.slice(before.length - at - BLOCK, before.length - at) ===
      after.slice(after.length - at - BLOCK, after.length - at),
  )
  while (
    tail < least - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1
  return { start, end: after.length - tail }
}

const BLOCK = 1_024

/** How much is the same, in whole blocks: compared by the engine itself, not character by character. */
function sameBlocks(most: number, isSame: (at: number) => boolean): number {
  let at = 0
  while (at + BLOCK <= most && isSame(at)) at += BLOCK
  return at
}

function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start -= 1
  return start
}

function lineEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1
  return end
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13
}

/** The heading of a table whose rows go on at this line: its columns may promise what its cells hold. */
function tableHead(text: string, at: number): string {
  if (at === 0 || !text.slice(at, lineEnd(text, at)).includes('|')) return ''
  const lines: string[] = []
  for (let end = at; end > 0; ) {
    const start = lineStart(text, end - 1)
    const line = text.slice(start, end)
    if (line.trim() !== '' && !line.includes('|')) return ''
    if (lines.length > 0) return `${line}${lines.join('')}`
    if (/^[\s|:-]+$/.test(line) && line.includes('-')) lines.push(line)
    end = start
  }
  return ''
}
