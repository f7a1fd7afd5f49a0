/**
 * Reads the notes of Claude Code and Qwen Code: front matter with name, description and type, then the text.
 * `MEMORY.md` lists them and often has sections of its own.
 *
 * Notes about the user are written to a shared file only on request (S60).
 */

import { parseJson, textAt } from '../project/parse-data.ts'
import { type Note, readNote } from './note-file.ts'
import { nameOf, piecesByHeading, sectionOrDocument } from './pieces-by-heading.ts'
import type { Becomes, LineSpan, Piece, Source, SourceFile, SourceLook } from './source.ts'

export function readMemoryNote(file: SourceFile): readonly Piece[] {
  const note = readNote(file)
  const { body } = note
  const type = typeOf(file, note)
  if (body === undefined || type === undefined) return piecesByHeading(file)
  return [{ ...body, becomes: becomesOf(type, note, body, titleOf(file, note)) }]
}

/** The notes in a folder; `name` is the folder's name in the bank. */
export function notesIn(look: SourceLook, folder: string, place: string, name: string): readonly Source[] {
  const files = look.listFiles(folder).filter((path) => /\.md$/i.test(path))
  if (files.length === 0) return []
  return [{ place, files: files.map((path) => ({ path: `${folder}/${path}`, name: `${name}/${path}` })), skipped: [] }]
}

/**
 * The project's name in these tools: its path with a hyphen for each character that is not a letter or digit. A
 * worktree has the name of the main work tree.
 */
export function projectSlug(look: SourceLook): string {
  const linked = /^gitdir:\s*(\S.*)\/\.git\/worktrees\/[^/]+\s*$/m.exec(look.readText(`${look.root}/.git`) ?? '')?.[1]
  return (linked ?? look.root).replace(/[^A-Za-z0-9]/g, '-')
}

/** The notes folder that a settings file names, with `~` expanded. */
export function namedFolder(look: SourceLook, settings: string, key: string): string | undefined {
  const text = look.readText(settings)
  const said = text === undefined ? undefined : textAt(parseJson(text), key)
  return said?.replace(/^~(?=\/|$)/, look.home).replace(/(?<!\/)\/+$/, '')
}

type NoteType = 'user' | 'feedback' | 'project' | 'reference'
const TYPES: readonly NoteType[] = ['user', 'feedback', 'project', 'reference']

/** By front matter, else by folder or file name. `project.md` alone says nothing about its content. */
function typeOf(file: SourceFile, { fields }: Note): NoteType | undefined {
  const said = fields.get('type')?.toLowerCase()
  const path = file.name.toLowerCase()
  const isNamed = (type: NoteType) =>
    new RegExp(`/(?:${type}[-_/]|(?:user|feedback)\\.md$)`).test(path) && path.includes(type)
  return TYPES.find((type) => type === said) ?? TYPES.find(isNamed)
}

function becomesOf(type: NoteType, { fields }: Note, body: LineSpan, title: string): Becomes {
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

/** Words in a note's description that indicate a trap. */
const LEARNED = /\b(?:gotcha|pitfall|root cause|bug|workaround|trap|lesson|incident)s?\b|踩坑|教训|根因|修复/i

/** A short description is a better title than a slug. */
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
