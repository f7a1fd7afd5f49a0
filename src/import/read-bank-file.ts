/**
 * Divides a file of another tool's bank into pieces, by its name and then its headings (S60).
 *
 * Cline, Roo, Kilo, cursor-memory-bank and their forks share these names. A file with any other name is kept whole.
 */

import { conclusionOf } from '../bank/conclusion.ts'
import { plainName } from '../bank/foreign-bank.ts'
import { headingIn } from '../bank/lines.ts'
import { latestDateIn } from '../base/dates.ts'
import type { HeadingTopic } from './heading-topics.ts'
import { isTemplate, whyNoMemory } from './not-memory.ts'
import { type FilePart, partsOf, titleOfFile, wholeFile } from './parts-of-file.ts'
import type { Becomes, DocumentFolder, ImportPlace, Piece, SourceFile } from './source.ts'

export function readBankFile(file: SourceFile): readonly Piece[] {
  const why = whyNoMemory(file)
  if (why !== undefined) return wholeFile(file, { kind: 'skipped', why })
  const folder = folderOf(file.name)
  if (folder !== undefined) return wholeFile(file, document(file, folder))
  return (READERS[plainName(file.name)] ?? readOther)(file)
}

type Read = (file: SourceFile) => readonly Piece[]

const READERS: Readonly<Record<string, Read>> = {
  projectbrief: readBrief,
  brief: readPersonsBrief,
  productcontext: readProduct,
  product: readProduct,
  activecontext: readContext,
  context: readContext,
  currenttask: readContext,
  systempatterns: readPatterns,
  architecture: readPatterns,
  techcontext: readTech,
  tech: readTech,
  progress: readProgress,
  decisionlog: readDecisions,
  decisions: readDecisions,
  tasks: readTasks,
  backlog: readTasks,
  styleguide: readConventions,
  codingstandards: readConventions,
  conventions: readConventions,
}

/** Folders of cursor-memory-bank and its forks. The last known one in a path decides. */
const FOLDERS: Readonly<Record<string, DocumentFolder>> = {
  reflection: 'learnings',
  reflections: 'learnings',
  learnings: 'learnings',
  lessons: 'learnings',
  creative: 'design',
  docs: 'design',
  features: 'design',
  prd: 'requirements',
  requirements: 'requirements',
  tasks: 'requirements',
  archive: 'archive',
  archives: 'archive',
  reports: 'archive',
  qa: 'archive',
  logs: 'archive',
}

function folderOf(name: string): DocumentFolder | undefined {
  const folders = name.toLowerCase().split('/').slice(0, -1)
  // The bank's own folder may also be called `docs`.
  const inside = folders.slice(
    folders.findLastIndex((folder) => /memory[-_]?bank|cline_docs|cline_memory/.test(folder)) + 1,
  )
  const own = inside.flatMap((folder) => FOLDERS[folder] ?? []).at(-1)
  return own ?? (plainName(name).endsWith('archive') ? 'archive' : undefined)
}

function document(file: SourceFile, folder: DocumentFolder): Becomes {
  return { kind: 'document', folder, title: titleOfFile(file) }
}

/** One line for the snapshot; the whole file becomes a document. */
function readBrief(file: SourceFile): readonly Piece[] {
  return [...snapshotLine(file), ...wholeFile(file, document(file, 'design'))]
}

function readProduct(file: SourceFile): readonly Piece[] {
  return [...snapshotLine(file), ...wholeFile(file, document(file, 'design'))]
}

/** Kilo never edits its brief, which belongs to the user, so it goes into the user block. */
function readPersonsBrief(file: SourceFile): readonly Piece[] {
  return file.lines.length > LONGEST_NOTE
    ? readBrief(file)
    : [...snapshotLine(file), ...wholeFile(file, { kind: 'section', place: 'notes', title: titleOfFile(file) })]
}

/** Every session loads MEMORY.md, so its parts stay short. */
const LONGEST_NOTE = 30
const LONGEST_FOCUS = 12
/** A longer text becomes a document of its own. */
const LONGEST_SECTION = 150
const EXTRACT_TOKENS = 60

function readContext(file: SourceFile): readonly Piece[] {
  const pieces = divided(file, (part) => (part.topic === undefined ? undefined : CONTEXT_PLACES[part.topic]), 'design')
  const isFocused = pieces.some(({ becomes }) => 'place' in becomes && becomes.place === 'focus')
  const lead = partsOf(file)[0]
  const text = isFocused || lead === undefined || lead.heading !== undefined ? undefined : firstWords(lead.body)
  if (lead === undefined || text === undefined) return pieces
  return [{ first: lead.first, last: lead.last, becomes: { kind: 'extract', place: 'focus', text } }, ...pieces]
}

const CONTEXT_PLACES: Partial<Readonly<Record<HeadingTopic, ImportPlace>>> = {
  focus: 'focus',
  doing: 'doing',
  next: 'next',
  done: 'done',
  blocked: 'blocked',
  questions: 'blocked',
  decisions: 'patterns',
  conventions: 'patterns',
}

function readProgress(file: SourceFile): readonly Piece[] {
  return divided(
    file,
    (part) => (part.topic === undefined ? undefined : PROGRESS_PLACES[part.topic]) ?? 'progress',
    'design',
  )
}

const PROGRESS_PLACES: Partial<Readonly<Record<HeadingTopic, ImportPlace>>> = {
  focus: 'doing',
  doing: 'doing',
  next: 'next',
  done: 'done',
  blocked: 'blocked',
  questions: 'blocked',
  decisions: 'patterns',
}

/** A list of tasks is work in progress. A long file, or one without a list, is a document. */
function readTasks(file: SourceFile): readonly Piece[] {
  if (
    file.lines.length > LONGEST_SECTION ||
    file.lines.some((line) => /^\*\*(?:Steps|Files to modify)/i.test(line.trim()))
  )
    return wholeFile(file, document(file, 'design'))
  const usual: ImportPlace = plainName(file.name) === 'backlog' ? 'next' : 'doing'
  return divided(
    file,
    (part) => (part.topic === undefined ? undefined : PROGRESS_PLACES[part.topic]) ?? usual,
    'design',
  )
}

/** The architecture stays one document; its decisions move to patterns.md. */
function readPatterns(file: SourceFile): readonly Piece[] {
  return divided(file, (part) => (part.topic === 'decisions' ? 'patterns' : undefined), 'design')
}

function readDecisions(file: SourceFile): readonly Piece[] {
  const pieces = divided(file, (part) => (part.heading === undefined ? undefined : 'patterns'), undefined)
  const dayOf = numericDays(file.text)
  return pieces.map((piece) => {
    const { becomes } = piece
    const date = becomes.kind === 'section' ? dayOf(becomes.title ?? '') : undefined
    return becomes.kind === 'section' && date !== undefined ? { ...piece, becomes: { ...becomes, date } } : piece
  })
}

/** Reads `2/27/2025` if some date in the file shows whether the day or the month comes first. */
function numericDays(text: string): (heading: string) => string | undefined {
  const all = [...text.matchAll(NUMERIC_DAY)].map(([, first, second]) => ({
    first: Number(first),
    second: Number(second),
  }))
  const isMonthFirst = all.some(({ second }) => second > 12)
  const isDayFirst = all.some(({ first }) => first > 12)
  return (heading) => {
    const [, first, second, year] = [...heading.matchAll(NUMERIC_DAY)][0] ?? []
    if (first === undefined || second === undefined || isMonthFirst === isDayFirst) return undefined
    const [month, day] = isMonthFirst ? [first, second] : [second, first]
    return latestDateIn(`${year}-${month}-${day}`)
  }
}

const NUMERIC_DAY = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g

function readConventions(file: SourceFile): readonly Piece[] {
  return file.lines.length > LONGEST_SECTION
    ? wholeFile(file, document(file, 'design'))
    : wholeFile(file, { kind: 'section', place: 'patterns', title: titleOfFile(file) })
}

function readTech(file: SourceFile): readonly Piece[] {
  if (file.lines.length <= LONGEST_SECTION)
    return wholeFile(file, { kind: 'section', place: 'tech', title: titleOfFile(file) })
  const isShort = (part: FilePart) => part.topic === 'commands' || part.topic === 'stack'
  return divided(file, (part) => (isShort(part) ? 'tech' : undefined), 'design')
}

/** A file with a root cause and a solution is a learning. */
function readOther(file: SourceFile): readonly Piece[] {
  const headings = partsOf(file).flatMap(({ heading }) => heading?.toLowerCase() ?? [])
  const says = (words: RegExp) => headings.some((heading) => words.test(heading))
  const isLearning =
    says(/root cause|根因|根本原因|原因分析|原因|причина/) && says(/solution|fix|resolution|解决|解決|対応|решение/)
  return wholeFile(file, document(file, isLearning ? 'learnings' : 'design'))
}

/**
 * Moves sections to their places. The rest stays together as a document, or goes to the record of imports if it is too
 * little for one.
 */
function divided(
  file: SourceFile,
  placeOf: (part: FilePart) => ImportPlace | undefined,
  rest: DocumentFolder | undefined,
): readonly Piece[] {
  const parts = partsOf(file)
  const placed = parts.map((part) => ({
    part,
    place: part.heading === undefined || isTemplate(part.body) ? undefined : placeOf(part),
  }))
  const moved = placed.flatMap(({ part, place }): readonly Piece[] => (place === undefined ? [] : pieceAt(part, place)))
  const left = placed.filter(({ place }) => place === undefined).map(({ part }) => part)
  // A title with a few lines is too little for a document.
  const isWorth =
    left.some((part) => part.heading !== undefined && !isTemplate(part.body)) ||
    left.some((part) => linesSaid(part) > 4)
  if (rest === undefined || !isWorth) return moved
  const kept = left.map(({ first, last }) => ({ first, last, becomes: document(file, rest) }))
  return [...moved, ...kept]
}

function linesSaid({ body }: FilePart): number {
  return body.filter((line) => line.trim() !== '' && headingIn(line) === undefined).length
}

/** A focus that is too long becomes work in progress, and its first sentence becomes the focus. */
function pieceAt({ first, last, body, heading }: FilePart, place: ImportPlace): readonly Piece[] {
  const title = heading ?? ''
  if (place !== 'focus') return [{ first, last, becomes: { kind: 'section', place, title } }]
  if (
    body.filter((line) => line.trim() !== '').length <= LONGEST_FOCUS &&
    !body.some((line) => /^\s*(?:```|~~~)/.test(line))
  )
    return [{ first: first + 1, last, becomes: { kind: 'section', place } }]
  const text = firstWords(body)
  const extract: readonly Piece[] =
    text === undefined ? [] : [{ first, last, becomes: { kind: 'extract', place: 'focus', text } }]
  return [...extract, { first, last, becomes: { kind: 'section', place: 'doing', title } }]
}

/** The first sentences that describe the project. */
function snapshotLine(file: SourceFile): readonly Piece[] {
  const parts = partsOf(file)
  const about =
    parts.find((part) => part.topic === 'overview' && !isTemplate(part.body)) ??
    parts.find(({ body }) => firstWords(body) !== undefined)
  const text = about === undefined ? undefined : firstWords(about.body)
  if (about === undefined || text === undefined) return []
  const { first, last } = about
  return [{ first, last, becomes: { kind: 'extract', place: 'snapshot', text } }]
}

/** The first paragraph or item on one line; undefined if it begins with code, a table or a picture. */
function firstWords(lines: readonly string[]): string | undefined {
  const start = lines.findIndex(
    (line) =>
      line.trim() !== '' && headingIn(line) === undefined && !/^\s*(?:_.*_|\*[^*].*\*|-{3,}|<!--.*)\s*$/.test(line),
  )
  if (start === -1) return undefined
  const rest = lines.slice(start)
  const end = rest.findIndex(
    (line, index) =>
      index > 0 &&
      (line.trim() === '' ||
        /^\s*\\?<!--/.test(line) ||
        /^\s*(?:[-*+]|\d+[.)])\s/.test(line) ||
        headingIn(line) !== undefined),
  )
  const text = rest
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .join(' ')
    .replace(/^(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '')
  if (/^(?:```|~~~|\||!\[|<|>)/.test(text) || !/\p{L}{2}/u.test(text)) return undefined
  // An introduction to a list has no content alone, and a sentence to the model is not a fact.
  if (/[:：]\**$/.test(text) || /^(?:you are|you're|i am|your task|act as|你是|你的任务|あなたは|ты |вы )/i.test(text))
    return undefined
  return conclusionOf(withoutLinks(text), EXTRACT_TOKENS)
}

/** Relative links break in another file, so only their words stay. */
function withoutLinks(text: string): string {
  return text.replace(/!?\[([^\]]{0,300})\]\([^)]{0,600}\)/g, (_link, words: string) => words)
}
