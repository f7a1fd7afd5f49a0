/** Line diffs of changes, for the terminal, scripts and the page alike. */

import { structuredPatch } from 'diff'
import type { Change } from '../base/change.ts'
import { countLines, countUpTo, headingIn } from './lines.ts'
import { pageOf } from './page.ts'

/** The planned change of one file. */
export interface FileDiff {
  readonly kind: Change['kind']
  /** Relative to memory-bank/. */
  readonly path: string
  /** The new path of a moved file. */
  readonly to?: string
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

interface Hunk {
  readonly heading?: string
  readonly lines: readonly DiffLine[]
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** The line numbers before and after. */
  readonly old?: number
  readonly new?: number
}

/** Texts are not masked here. Mask secrets before showing the result. */
export function fileDiffs(changes: readonly Change[]): readonly FileDiff[] {
  return changes.map((change) => {
    const { kind, path } = change
    const to = change.kind === 'move' ? { to: change.to } : {}
    return { kind, path, ...to, ...lineCounts(change), hunks: hunksOf(change) }
  })
}

export function lineCounts(change: Change): { readonly added: number; readonly removed: number } {
  const [before, after] = textsOf(change)
  if (before === undefined || after === undefined) {
    return {
      added: after === undefined ? 0 : countLines(after),
      removed: before === undefined ? 0 : countLines(before),
    }
  }
  if (before === after) return { added: 0, removed: 0 }
  const patch = patchOf(before, after)
  if (patch === undefined) return { added: countLines(after), removed: countLines(before) }
  const lines = patch.flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}

/** The text before and after. Undefined if the file does not exist. */
export function textsOf(change: Change): readonly [string | undefined, string | undefined] {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return [undefined, undefined]
    case 'create':
      return [undefined, change.text]
    case 'edit':
    case 'move':
      return [change.was, change.text]
    case 'remove':
      return [change.was, undefined]
  }
}

/** Larger diffs are unreadable and slow to compute. */
const MOST_EDITS = 4_000

type PatchHunk = NonNullable<ReturnType<typeof structuredPatch>>['hunks'][number]

/** Undefined if too many lines changed. */
export function patchOf(before: string, after: string): readonly PatchHunk[] | undefined {
  return structuredPatch('a', 'b', before, after, '', '', { context: 3, maxEditLength: MOST_EDITS })?.hunks
}

function hunksOf(change: Change): readonly Hunk[] {
  const [before, after] = textsOf(change)
  if (before === after) return []
  const hunks = patchOf(before ?? '', after ?? '') ?? []
  const sectionAt = after === undefined ? sections(before ?? '') : sections(after)
  return hunks.map((hunk) => {
    const lines = linesOf(hunk)
    const changed = lines.findIndex(({ kind }) => kind !== 'same')
    const heading = sectionAt((after === undefined ? hunk.oldStart : hunk.newStart) + Math.max(0, changed))
    return { ...(heading === undefined ? {} : { heading }), lines }
  })
}

function linesOf({ lines, oldStart, newStart }: PatchHunk): readonly DiffLine[] {
  let old = oldStart
  let now = newStart
  return lines.flatMap((line): readonly DiffLine[] => {
    const text = line.slice(1).replace(/\r$/, '')
    switch (line[0]) {
      case ' ':
        return [{ kind: 'same', text, old: old++, new: now++ }]
      case '-':
        return [{ kind: 'removed', text, old: old++ }]
      case '+':
        return [{ kind: 'added', text, new: now++ }]
      default:
        // The patch's note that the last line has no line end.
        return []
    }
  })
}

/** The heading above a line, by line number. */
function sections(text: string): (line: number) => string | undefined {
  const headings = pageOf(text).lines.flatMap((line) => {
    const found = line.fenced ? undefined : headingIn(line.text)
    return found === undefined || found.text === '' ? [] : [{ line: line.number, words: found.text }]
  })
  const lines = headings.map(({ line }) => line)
  return (line) => headings[countUpTo(lines, line) - 1]?.words
}
