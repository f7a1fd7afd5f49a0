/**
 * Remembers the lines that Memory Bank wrote, by file and section, to tell them from lines that a person wrote or
 * changed (S4).
 *
 * A line is remembered by its hash, also for a while after its deletion: a checkout or an undo may bring it back.
 * Remembering only adds, so it may happen before the write. Sections without any memory are judged by the form of their
 * lines.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import { isIndexPath, SECTION, sectionHeading } from '../base/layout.ts'
import { writtenByOlder } from './blocks.ts'
import { isNothingYet, scannedLine } from './labels.ts'
import { headingIn } from './lines.ts'
import { type Page, pageOf } from './page.ts'

interface RememberedSection {
  /** When Memory Bank last wrote it, ISO 8601. */
  readonly at: string
  /** The hashes of the lines that Memory Bank wrote, deleted lines first. */
  readonly lines: readonly string[]
}

/** By heading. */
export type RememberedFile = ReadonlyMap<string, RememberedSection>
export type SectionMemory = ReadonlyMap<BankPath, RememberedFile>

export interface EditedSection {
  readonly heading: string
  /** When Memory Bank last wrote the section. Undefined if unknown. */
  readonly at: string | undefined
  /** The lines that people wrote or changed. */
  readonly lines: readonly string[]
}

/** A part of a machine block, from one heading to the next. */
export interface SectionPart {
  /** The heading line. Empty for the text above the first heading. */
  readonly heading: string
  readonly start: number
  readonly end: number
  /** The text below the heading. */
  readonly lines: readonly string[]
}

/** Returns the committed text of a file. A function, because it asks git and few callers need the text. */
export type Committed = () => string | undefined

/**
 * The sections of a machine block that contain lines written by people.
 *
 * A remembered line is Memory Bank's. So is a line in exactly the generated form, if the section has no memory (a fresh
 * clone) or the line is committed. Every other line is a person's.
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

/** Whether a write would replace or remove a person's text that git does not have. */
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
  // Committed text is not lost.
  const recorded = going.length === 0 ? new Set<string>() : linesOf(committed())
  return going.some((line) => !recorded.has(line))
}

/** The memory of a file, from the state or from an older program's metadata line. */
export function knownOf(page: Page, memory: SectionMemory): RememberedFile | undefined {
  const known = memory.get(page.path)
  if (known !== undefined) return known
  const at = page.machine === undefined ? undefined : writtenByOlder(page.machine)
  return at === undefined ? undefined : allOf(page, at)
}

/** Remembers the whole file. */
export function allOf({ machine }: Page, at: string): RememberedFile {
  const parts = partsOf(machine)
  return new Map(parts.map(({ heading, lines }) => [heading, { at, lines: lines.map(markOf) }]))
}

/**
 * The memory after Memory Bank's own changes. Lines that they add are remembered, and people's lines around them are
 * not.
 */
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

export function partsOf(block: Page | undefined): readonly SectionPart[] {
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

/** Whether a line has a generated form: a scanned line, or a row of a view, which repeats text of other files. */
function isOurForm(heading: string, line: string): boolean {
  return scannedLine(line) !== undefined || (VIEWS.has(sectionHeading(heading)) && /^[|-]/.test(line))
}

const VIEWS: ReadonlySet<string> = new Set([SECTION.highlights, SECTION.routing])

function linesOf(text: string | undefined): ReadonlySet<string> {
  return new Set(pageOf(text ?? '').lines.map((line) => line.text.trim()))
}

/** Short, because it only detects edits. It reveals nothing of a line that holds a secret. */
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

/** The lines that are not blank, trimmed. */
function saidLines(text: string): readonly string[] {
  return pageOf(text)
    .lines.map((line) => line.text.trim())
    .filter(saysSomething)
}

function saysSomething(line: string): boolean {
  return line !== '' && !/^<!--.*-->$/.test(line) && !isNothingYet(line)
}
