/**
 * A Markdown text as its lines, with offsets, and whether each stands inside a code fence.
 *
 * Lines are verbatim slices: joining them gives the text back. Line ends are `\n`, `\r\n` and a lone
 * `\r`, as in CommonMark; fences may be indented by up to three spaces and run to the end if unclosed.
 */

export interface Line {
  readonly start: number
  /** Past the line's end characters. */
  readonly end: number
  /** The line without its end characters. */
  readonly text: string
  /** Inside a code fence, or one of the two lines that make it. */
  readonly fenced: boolean
}

const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s

export function scanLines(text: string): readonly Line[] {
  const lines: Line[] = []
  let fence: string | undefined
  // A byte order mark belongs to the first line's bytes, not to its text.
  const skip = text.charCodeAt(0) === 0xfeff ? 1 : 0
  LINE.lastIndex = skip
  let start = 0
  while (start < text.length) {
    const content = LINE.exec(text)?.[1] ?? ''
    const end = LINE.lastIndex
    const opens = FENCE.exec(content)
    const run = opens?.[1]
    const rest = opens?.[2] ?? ''
    let fenced = fence !== undefined
    if (fence !== undefined) {
      if (run !== undefined && closes(fence, run, rest)) fence = undefined
    } else if (run !== undefined && !(run.startsWith('`') && rest.includes('`'))) {
      fence = run
      fenced = true
    }
    lines.push({ start, end, text: content, fenced })
    start = end
  }
  return lines
}

/** The line that would close a fence left open at the end of the text, if one is. */
export function openFence(text: string): string | undefined {
  let fence: string | undefined
  for (const line of scanLines(text)) {
    const match = FENCE.exec(line.text)?.[1]
    if (!line.fenced || match === undefined) continue
    if (fence === undefined) fence = match
    else if (closes(fence, match, FENCE.exec(line.text)?.[2] ?? '')) fence = undefined
  }
  return fence
}

/** The line ending a text uses: that of its first line, or `\n` where it has none. */
export function endingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/** Our own words, in another text's line endings. */
export function withEnding(text: string, ending: string): string {
  return ending === '\n' ? text : text.replaceAll('\n', ending)
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** As `wc -l` counts: the newline characters. */
export function countNewlines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** What a person would call the number of lines: the last one counts with or without a newline. */
export function countLines(text: string): number {
  if (text.includes('\r')) return scanLines(text).length
  return countNewlines(text) + (text === '' || text.endsWith('\n') ? 0 : 1)
}

function closes(fence: string, run: string, rest: string): boolean {
  return run[0] === fence[0] && run.length >= fence.length && /^[ \t]*$/.test(rest)
}

/** Where the line begins that holds this offset. A search from before the text would look at its first character. */
export function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** The line an offset stands in, counted from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = scanLines(text).map((line) => line.start)
  return (offset) => countUpTo(starts, offset)
}

/** A place in a text as editors count: line and column from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

export function placesIn(text: string): (offset: number) => TextPlace {
  const starts = scanLines(text).map((line) => line.start)
  return (offset) => {
    const line = Math.max(1, countUpTo(starts, offset))
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** How many entries are not above the limit; entries ascend. */
export function countUpTo(entries: readonly number[], limit: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
