/**
 * Reads instructions and notes section by section; the topic of a heading decides where its lines go (S60).
 *
 * Adjacent sections that become documents stay together.
 */

import { wordTable } from '../base/word-table.ts'
import { type HeadingTopic, topicOf } from './heading-topics.ts'
import { speaksToModel } from './not-memory.ts'
import { firstSentence, linesOf, type NoteSection, readNote, sectionsOf } from './note-file.ts'
import type { Becomes, ImportPlace, LineSpan, Piece, SourceFile } from './source.ts'

export function piecesByHeading(file: SourceFile): readonly Piece[] {
  const { body, title } = readNote(file)
  if (body === undefined) return [{ first: 1, last: file.lines.length, becomes: skipped('placeholder-file') }]
  const sections = sectionsOf(file, body).filter((section) => hasContent(linesOf(file, section), section.heading))
  const named = title ?? nameOf(file)
  const pieces = sections.flatMap((section) => piecesOf(file, section, section.heading ?? named))
  return withSmallOnesJoined(withDocumentsTogether(withOneExtract(pieces)))
}

/** A longer text becomes a document instead of a section. */
const SECTION_LINES = 60

/** A section, or a document if the text is too long for one. */
export function sectionOrDocument(span: LineSpan, place: ImportPlace, title: string): Becomes {
  return span.last - span.first < SECTION_LINES
    ? { kind: 'section', place, title }
    : { kind: 'document', folder: 'design', title }
}

/** A rule for some files names them in its title, which replaces its heading. */
export function scopedRule(file: SourceFile, body: LineSpan, title: string, globs: string): Piece {
  const isForAll = globs === '' || /^(?:\*|\*\*\/\*|\*\*)$/.test(globs)
  const isHeaded = /^#\s/.test(file.lines[body.first - 1] ?? '') && body.last > body.first
  const scoped = isForAll ? title : `${title} (\`${globs}\`)`
  const span = isForAll || !isHeaded ? body : { first: body.first + 1, last: body.last }
  return { ...span, becomes: sectionOrDocument(body, 'patterns', scoped) }
}

/** A file name as a title: `suggested_commands.md` → `suggested commands`. */
export function nameOf({ name }: { readonly name: string }): string {
  const base = name.slice(name.lastIndexOf('/') + 1).replace(/(?:\.instructions)?\.\w+$/, '')
  return base.replace(/[-_]+/g, ' ').trim()
}

const PLACES: Readonly<Partial<Record<HeadingTopic, ImportPlace>>> = {
  commands: 'tech',
  stack: 'tech',
  conventions: 'patterns',
  decisions: 'patterns',
  next: 'next',
  doing: 'doing',
  focus: 'doing',
  blocked: 'blocked',
  questions: 'blocked',
  done: 'done',
}

/** Headings of sections about the user or their machine. */
const PERSONAL =
  wordTable(`user preference(s) | my preference(s) | personal | about me | about the user | user profile | my setup | my machine
  | local machine | 用户偏好 | 个人偏好 | 个人信息 | 关于我 | 我的环境 | ユーザーの好み | 個人設定 | личные предпочтения`)

/** A few lines under an unknown heading are a rule more often than a design. */
const FEW_LINES = 15

function piecesOf(file: SourceFile, section: NoteSection, title: string): readonly Piece[] {
  const { first, last } = section
  const lines = linesOf(file, section)
  const topic = topicIn(file, section.heading)
  const piece = (becomes: Becomes): Piece => ({ first, last, becomes })
  if (PERSONAL.holds(section.heading ?? ''))
    return [piece({ kind: 'personal', as: { kind: 'section', place: 'notes', title } })]
  if (topic === 'session' || speaksToModel(lines)) return [piece(skipped('prompt'))]
  if (isOnlyPointer(lines)) return [piece(skipped('pointer'))]
  if (topic === 'overview') {
    const text = section.heading === undefined ? undefined : firstSentence(lines)
    const whole = piece({ kind: 'document', folder: 'design', title })
    return text === undefined ? [whole] : [piece({ kind: 'extract', place: 'snapshot', text }), whole]
  }
  if (topic === 'learnings') return [piece({ kind: 'document', folder: 'learnings', title })]
  const place = topic === undefined ? (last - first < FEW_LINES ? 'patterns' : undefined) : PLACES[topic]
  return [
    piece(
      place === undefined ? { kind: 'document', folder: 'design', title } : sectionOrDocument(section, place, title),
    ),
  ]
}

/** A heading without a known topic has the topic of its file. */
function topicIn(file: SourceFile, heading: string | undefined): HeadingTopic | undefined {
  const byName = topicOf(nameOf(file))
  if (heading === undefined) return byName ?? 'overview'
  if (CONVENTION_HEADINGS.test(heading)) return 'conventions'
  return topicOf(heading) ?? byName
}

/** Conventions whose headings sound like finished work. */
const CONVENTION_HEADINGS =
  /definition of done|completion|checklist|完成的?(?:定义|标准)|完了の定義|критерии готовности/i

/** True for `@docs/rules.md`, or a line or two that only name another file. */
export function isOnlyPointer(lines: readonly string[]): boolean {
  const said = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  if (said.length === 0 || said.length > 3) return false
  const pointing = said.filter((line) => /^\s*(?:[-*]\s+)?@\S+\s*$/.test(line) || POINTS.test(line)).length
  return pointing > 0 && pointing * 2 >= said.length
}

const POINTS =
  /\b(?:see|refer to|read|(?:is|are) (?:now )?in|found in|lives in|moved to|follow)\b.*[`(@][^`)]*\.(?:md|mdc)\b|(?:参见|请看|请阅读|见)\s*.*\.md/i

/** False if there are only headings, links to other notes, or a line or two above the first heading. */
function hasContent(lines: readonly string[], heading: string | undefined): boolean {
  const said = lines.filter((line) => line.trim() !== '' && !/^#{1,6}\s|^\s*[-*]\s+\[[^\]]*\]\([^)]*\.md\)/.test(line))
  return said.length > (heading === undefined && !speaksToModel(lines) && !isOnlyPointer(lines) ? 2 : 0)
}

/** Keeps only the first extract: the first overview describes the project. */
function withOneExtract(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ becomes }) => becomes.kind === 'extract')
  return pieces.filter(({ becomes }, at) => becomes.kind !== 'extract' || at === first)
}

function withDocumentsTogether(pieces: readonly Piece[]): readonly Piece[] {
  const together: Piece[] = []
  for (const piece of pieces) {
    const at = together.findLastIndex(({ becomes }) => becomes.kind !== 'extract')
    const before = together[at]
    if (before !== undefined && isDesign(before) && isDesign(piece)) together[at] = { ...before, last: piece.last }
    else together.push(piece)
  }
  return together
}

/** Joins short design documents to the largest one of the same file. */
function withSmallOnesJoined(pieces: readonly Piece[]): readonly Piece[] {
  const lengthOf = ({ first, last }: LineSpan) => last - first
  const largest = pieces.filter(isDesign).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  if (largest === undefined || lengthOf(largest) < FEW_LINES) return pieces
  return pieces.map((piece) =>
    isDesign(piece) && lengthOf(piece) < FEW_LINES ? { ...piece, becomes: largest.becomes } : piece,
  )
}

function isDesign({ becomes }: Piece): boolean {
  return becomes.kind === 'document' && becomes.folder === 'design'
}

function skipped(why: 'prompt' | 'pointer' | 'placeholder-file'): Becomes {
  return { kind: 'skipped', why }
}
