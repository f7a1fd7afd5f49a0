/**
 * The comment by which a person lets one line hold what looks like a secret:
 * `<!-- memory-bank: allow-secret -->` or `memory-bank:allow`, on the line itself or the one above.
 */

export function hasAllowComment(line: string): boolean {
  return /memory-bank:\s{0,4}allow(?:-secret)?(?![\w-])/i.test(line)
}

/** The lines (from 0) that an allow comment covers. */
export function allowedLines(lines: readonly string[], counts: (line: number) => boolean): ReadonlySet<number> {
  const allowed = new Set<number>()
  lines.forEach((line, index) => {
    if (!hasAllowComment(line) || !counts(index)) return
    allowed.add(index)
    allowed.add(index + 1)
  })
  return allowed
}

/**
 * Which lines of `after` stood in `before`, at the same place: outside the changed stretch, or line for line
 * within it where its length is unchanged. A comment that was moved or added did not stand there.
 */
export function stoodBefore(before: readonly string[], after: readonly string[]): (line: number) => string | undefined {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return (line) => {
    if (line < head || before.length === after.length) return before[line]
    if (line >= after.length - tail) return before[line - after.length + before.length]
    return undefined
  }
}
