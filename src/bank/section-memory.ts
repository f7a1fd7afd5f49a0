/**
 * What we wrote, remembered by file, section and line, so that what a person wrote or changed is told from it (S4).
 *
 * A line is remembered by its hash, and stays remembered for a while after it is gone: a branch that is checked out
 * again, or an undo, brings back what we wrote. Remembering only ever adds, so it may come before the write itself.
 * What is said of a section that nothing is remembered of is told by its form.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import { isIndexPath, SECTION } from '../base/layout.ts'
import { writtenByOlder } from './blocks.ts'
import { isNothingYet, scannedLine } from './labels.ts'
import { headingIn } from './lines.ts'
import { type Page, pageOf } from './page.ts'

interface RememberedSection {
  /** When we last wrote it, ISO 8601. */
  readonly at: string
  /** The hashes of its lines that are ours, those that are gone first. */
  readonly lines: readonly string[]
}

/** By heading. */
export type RememberedFile = ReadonlyMap<string, RememberedSection>
export type SectionMemory = ReadonlyMap<BankPath, RememberedFile>

export interface EditedSection {
  readonly heading: string
  /** When we last wrote the section; undefined where nothing of it is remembered. */
  readonly at: string | undefined
  /** The lines that people wrote or changed. */
  readonly lines: readonly string[]
}

/** From one heading to the next, in a machine block. */
export interface Part {
  /** The heading's line; empty for what stands above the first. */
  readonly heading: string
  readonly start: number
  readonly end: number
  /** What it says, the heading aside. */
  readonly lines: readonly string[]
}

/** Asked only where it matters, since it asks git: the file as it was committed. */
export type Committed = () => string | undefined

/**
 * The sections of a file's machine block that hold lines of people.
 *
 * A line is ours if we remember it. Where nothing of its section is remembered (a fresh clone), or where it was committed
 * so, a line in exactly our form is ours too; all else is a person's.
 */
export function sectionsEditedByPeople(
  page: Page,
  remembered: RememberedFile | undefined,
  committed: Committed,
): readonly EditedSection[] {
  let recorded: ReadonlySet<string> | undefined
  const isCommitted = (line: string): boolean => {
    recorded ??= linesOf(committed())
    return recorded.has(line)
  }
  return partsOf(page.machine).flatMap(({ heading, lines }) => {
    const known = remembered?.get(heading)
    const ours = new Set(known?.lines)
    const isOurs = (line: string): boolean =>
      ours.has(markOf(line)) || (isOurForm(heading, line) && (known === undefined || isCommitted(line)))
    const others = lines.filter((line) => !isOurs(line))
    return others.length === 0 ? [] : [{ heading, at: known?.at, lines: others }]
  })
}

/** Whether a write would replace or remove what people wrote and nobody has recorded. */
export function overwritesPeople(
  { path, before, after }: { readonly path: BankPath; readonly before: string; readonly after: string | undefined },
  memory: SectionMemory,
  committed: Committed,
): boolean {
  const [gone] = linesGone([{ kind: 'edit', path, was: before, text: after ?? '' }])
  if (gone === undefined) return false
  const page = pageOf(before, path)
  const theirs = sectionsEditedByPeople(page, knownOf(page, memory), committed).flatMap(({ lines }) => lines)
  const going = theirs.filter((line) => gone.lines.includes(line))
  // What git has is not lost.
  const recorded = going.length === 0 ? new Set<string>() : linesOf(committed())
  return going.some((line) => !recorded.has(line))
}

/** What is known of a file: what we remember, or what an older program's metadata line says of it. */
export function knownOf(page: Page, memory: SectionMemory): RememberedFile | undefined {
  const known = memory.get(page.path)
  if (known !== undefined) return known
  const at = page.machine === undefined ? undefined : writtenByOlder(page.machine)
  return at === undefined ? undefined : allOf(page, at)
}

/** The whole file as ours. */
export function allOf({ machine }: Page, at: string): RememberedFile {
  const parts = partsOf(machine)
  return new Map(parts.map(({ heading, lines }) => [heading, { at, lines: lines.map(markOf) }]))
}

/** The memory after these changes of ours: what they add is ours, and what people wrote beside it stays theirs. */
export function rememberChanges(memory: SectionMemory, changes: readonly Change[], at: string): SectionMemory {
  const next = new Map(memory)
  for (const change of changes) {
    if (!('text' in change)) continue
    const was = pageOf('was' in change ? change.was : '', change.path)
    const to = change.kind === 'move' ? change.to : change.path
    const file = rememberFile(was, was.with(change.text), knownOf(was, memory), at)
    if (file.size > 0) next.set(to, file)
  }
  return next
}

function rememberFile(was: Page, now: Page, known: RememberedFile | undefined, at: string): RememberedFile {
  const theirs = new Set(sectionsEditedByPeople(was, known, () => undefined).flatMap((one) => one.lines))
  const before = new Map(partsOf(was.machine).map(({ heading, lines }) => [heading, lines.join('\n')]))
  const next = new Map(known)
  for (const { heading, lines } of partsOf(now.machine)) {
    if (before.get(heading) === lines.join('\n')) continue
    const ours = new Set(lines.filter((line) => !theirs.has(line)).map(markOf))
    const former = (next.get(heading)?.lines ?? []).filter((mark) => !ours.has(mark))
    next.set(heading, { at, lines: [...former.slice(-MOST_FORMER), ...ours] })
  }
  return next
}

const MOST_FORMER = 200

export function partsOf(block: Page | undefined): readonly Part[] {
  const parts: { heading: string; start: number; end: number; lines: string[] }[] = []
  for (const line of block?.lines ?? []) {
    const isHeading = !line.fenced && headingIn(line.text) !== undefined
    if (isHeading || parts.length === 0)
      parts.push({ heading: isHeading ? line.text.trim() : '', start: line.start, end: line.end, lines: [] })
    const part = parts.at(-1)
    if (part === undefined) continue
    part.end = line.end
    const said = line.text.trim()
    if (!isHeading && saysSomething(said)) part.lines.push(said)
  }
  return parts
}

/** Rows of a view are made from what stands elsewhere, and who takes one away knows it by its form. */
function isOurForm(heading: string, line: string): boolean {
  return scannedLine(line) !== undefined || (VIEWS.has(heading) && /^[|-]/.test(line))
}

const VIEWS: ReadonlySet<string> = new Set([SECTION.highlights, SECTION.routing])

function linesOf(text: string | undefined): ReadonlySet<string> {
  return new Set(pageOf(text ?? '').lines.map((line) => line.text.trim()))
}

/** Short, since it only tells an edit from no edit, and gives away nothing of a line that holds a secret. */
function markOf(line: string): string {
  return hashOfText(line).slice(0, MARK_LENGTH)
}

export const MARK_LENGTH = 8

export interface GoneLines {
  readonly path: BankPath
  readonly lines: readonly string[]
}

export function linesGone(changes: readonly Change[]): readonly GoneLines[] {
  const kept = new Map<string, number>()
  for (const change of changes)
    if ('text' in change) for (const line of saidLines(change.text)) kept.set(line, (kept.get(line) ?? 0) + 1)
  return changes.flatMap((change) => {
    if (!('was' in change) || isIndexPath(change.path)) return []
    const lines = saidLines(change.was).filter((line) => {
      const left = kept.get(line) ?? 0
      if (left > 0) kept.set(line, left - 1)
      return left === 0
    })
    return lines.length === 0 ? [] : [{ path: change.path, lines }]
  })
}

/** The lines that say something, without the spaces around them. */
function saidLines(text: string): readonly string[] {
  return pageOf(text)
    .lines.map((line) => line.text.trim())
    .filter(saysSomething)
}

function saysSomething(line: string): boolean {
  return line !== '' && !/^<!--.*-->$/.test(line) && !isNothingYet(line)
}
