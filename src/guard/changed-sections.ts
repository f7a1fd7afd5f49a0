/**
 * The sections of a file that a write changes, before and after, where they can be read on their own: the
 * entries of the rest are then the same in both texts.
 *
 * A stretch stands on its own from one second-level heading to the next, under its first-level heading,
 * if nothing in it reaches out: no fence or comment runs across its ends, no first-level heading stands
 * in it, and no second-level one that names a part of an entry. Undefined where that is not so.
 */

import type { EntryKind } from '../core/entry-parts.ts'
import { partNamed } from '../text/entries.ts'
import { lineStart } from '../text/lines.ts'
import { headingLevel } from '../text/sections.ts'
import { changedSpan } from './changed-part.ts'

export interface ChangedSections {
  readonly before: string
  readonly after: string
}

export function changedSections(before: string, after: string, kind: EntryKind): ChangedSections | undefined {
  if (!isPlain(before) || !isPlain(after)) return undefined
  const span = changedSpan(before, after)
  const start = sectionStart(after, lineStart(after, span.start))
  const end = sectionEnd(after, span.end)
  if (start === undefined || end === undefined) return undefined
  const { title, below } = lastTitle(after.slice(0, start))
  if (takesIn(title, below, kind)) return undefined
  const parts = {
    before: before.slice(start, before.length - (after.length - end)),
    after: after.slice(start, end),
  }
  if (reachesOut(parts.before, kind) || reachesOut(parts.after, kind)) return undefined
  return { before: `${title}\n\n${parts.before}`, after: `${title}\n\n${parts.after}` }
}

/** Lines end in one way, and nothing is open over several of them. */
export function isPlain(text: string): boolean {
  if (text.includes('```') || text.includes('~~~') || text.includes('\r') || text.charCodeAt(0) === 0xfeff) return false
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', at + 4)) {
    const lineEnd = text.indexOf('\n', at)
    const close = text.indexOf('-->', at)
    if (close === -1 || (lineEnd !== -1 && close > lineEnd)) return false
  }
  return true
}

/** The last second-level heading above a line. */
function sectionStart(text: string, line: number): number | undefined {
  const found = line === 0 ? -1 : text.lastIndexOf('\n## ', line - 2)
  return found === -1 || found + 1 >= line ? undefined : found + 1
}

/** The next second-level heading below a place, or the end of the text. */
function sectionEnd(text: string, at: number): number | undefined {
  const lineEnd = text.indexOf('\n', at)
  if (lineEnd === -1) return undefined
  const found = text.indexOf('\n## ', lineEnd)
  return found === -1 ? text.length : found + 1
}

/** The first-level heading that a place stands under, or nothing. */
function lastTitle(text: string): { readonly title: string; readonly below: string } {
  let [title, end] = ['', 0]
  for (const match of text.matchAll(/^ {0,3}#(?:[ \t][^\n]*)?$/gm)) {
    title = match[0]
    end = match.index + title.length
  }
  return { title, below: text.slice(end) }
}

/** Whatever stands below a first-level “Why” is part of it; below “Decisions” only where a label comes first. */
function takesIn(title: string, below: string, kind: EntryKind): boolean {
  const named = partNamed(title, kind)
  if (named === undefined) return false
  return named !== 'what' || /[:：]/.test(below.split(/\n {0,3}#/, 1)[0] ?? '')
}

/** A first-level heading would be that of what follows, a part's that of what stands above. */
function reachesOut(sections: string, kind: EntryKind): boolean {
  for (const [heading] of sections.matchAll(/^ {0,3}#{1,2}(?:[ \t][^\n]*)?$/gm))
    if (headingLevel(heading) === 1 || partNamed(heading, kind) !== undefined) return true
  return false
}
