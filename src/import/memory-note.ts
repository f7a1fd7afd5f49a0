/**
 * Notes as Claude Code and Qwen Code keep them: a head with a name, a description and a type, below it the text; and
 * `MEMORY.md` beside them, which lists them and often holds sections of its own.
 *
 * What is about the person who works here goes into no shared file unasked (S60).
 */

import { parseJson, textAt } from '../project/parse-data.ts'
import { nameOf, piecesByHeading, sectionOrDocument } from './by-heading.ts'
import { type Note, readNote } from './note-file.ts'
import type { Becomes, Look, Piece, Source, SourceFile, Span } from './source.ts'

export function readMemoryNote(file: SourceFile): readonly Piece[] {
  const note = readNote(file)
  const { body } = note
  const type = typeOf(file, note)
  if (body === undefined || type === undefined) return piecesByHeading(file)
  return [{ ...body, becomes: becomesOf(type, note, body, titleOf(file, note)) }]
}

/** The notes in a folder; `name` is what the bank calls that folder. */
export function notesIn(look: Look, folder: string, place: string, name: string): readonly Source[] {
  const files = look.listFiles(folder).filter((path) => /\.md$/i.test(path))
  if (files.length === 0) return []
  return [{ place, files: files.map((path) => ({ path: `${folder}/${path}`, name: `${name}/${path}` })), skipped: [] }]
}

/** What these tools call a project: its path with a hyphen for every other sign. All worktrees share the main one's. */
export function projectSlug(look: Look): string {
  const linked = /^gitdir:\s*(.+)\/\.git\/worktrees\/[^/]+\s*$/m.exec(look.readText(`${look.root}/.git`) ?? '')?.[1]
  return (linked ?? look.root).replace(/[^A-Za-z0-9]/g, '-')
}

/** A folder that a settings file names for notes, with the person's folder written out. */
export function namedFolder(look: Look, settings: string, key: string): string | undefined {
  const text = look.readText(settings)
  const said = text === undefined ? undefined : textAt(parseJson(text), key)
  return said?.replace(/^~(?=\/|$)/, look.home).replace(/\/+$/, '')
}

type NoteType = 'user' | 'feedback' | 'project' | 'reference'
const TYPES: readonly NoteType[] = ['user', 'feedback', 'project', 'reference']

/** By its head, else by the folder or the name it stands under; `project.md` alone tells nothing about what it holds. */
function typeOf(file: SourceFile, { fields }: Note): NoteType | undefined {
  const said = fields.get('type')?.toLowerCase()
  const path = file.name.toLowerCase()
  const isNamed = (type: NoteType) =>
    new RegExp(`/(?:${type}[-_/]|(?:user|feedback)\\.md$)`).test(path) && path.includes(type)
  return TYPES.find((type) => type === said) ?? TYPES.find(isNamed)
}

function becomesOf(type: NoteType, { fields }: Note, body: Span, title: string): Becomes {
  switch (type) {
    case 'user':
      return { kind: 'personal', as: { kind: 'section', place: 'notes', title } }
    case 'feedback':
      return sectionOrDocument(body, 'patterns', title)
    case 'project':
    case 'reference':
      return { kind: 'document', folder: LEARNED.test(fields.get('description') ?? '') ? 'learnings' : 'design', title }
  }
}

/** What the description of a note says that tells of a trap. */
const LEARNED = /\b(?:gotcha|pitfall|root cause|bug|workaround|trap|lesson|incident)s?\b|踩坑|教训|根因|修复/i

/** A name that is a slug says less than a short description. */
function titleOf(file: SourceFile, { fields, title }: Note): string {
  const name = fields.get('name') ?? fields.get('title') ?? ''
  const description = fields.get('description') ?? ''
  if (title !== undefined) return title
  if (/\s|[^\x20-\x7e]/.test(name)) return name
  if (description !== '' && description.length <= MOST_TITLE) return description
  const words = (name === '' ? nameOf(file) : name)
    .replace(/[-_]+/g, ' ')
    .replace(/^(?:user|feedback|project|reference) /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOST_TITLE = 80
