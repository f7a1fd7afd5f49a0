/**
 * The code spans of a Markdown text, paired as in CommonMark: a run of backticks ends at the next run of the same
 * length. Linear in the text.
 */

export interface CodeSpan {
  /** The offset of its first backtick. */
  readonly start: number
  /** The offset after its last backtick. */
  readonly end: number
  /** The text between the backticks. */
  readonly inner: string
}

export function codeSpansIn(text: string): readonly CodeSpan[] {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ start: index, length }))
  const closers = closersOf(runs)
  const spans: CodeSpan[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const open = runs[at]
    const closer = closers[at]
    const close = closer === undefined ? undefined : runs[closer]
    if (open === undefined || closer === undefined || close === undefined) continue
    const inner = text.slice(open.start + open.length, close.start)
    spans.push({ start: open.start, end: close.start + close.length, inner })
    at = closer
  }
  return spans
}

/** For each run of backticks, the index of the next run of the same length. */
function closersOf(runs: readonly { readonly length: number }[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const closers = new Array<number | undefined>(runs.length)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0
    closers[at] = next.get(length)
    next.set(length, at)
  }
  return closers
}
