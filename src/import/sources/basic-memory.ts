/**
 * Reads notes of basic-memory: Markdown with a permalink in its front matter, observations `- [category] text` and
 * relations `- relates_to [[Other]]`.
 *
 * A folder in its settings is searched if it is below the project; any other folder must be named by the user.
 */

import { entriesAt, parseJson, textAt } from '../../project/parse-data.ts'
import { linesOf, readNote } from '../note-file.ts'
import { nameOf, sectionOrDocument } from '../pieces-by-heading.ts'
import type { Becomes, LineSpan, Source, SourceFile, SourceLook, SourceReader } from '../source.ts'

export const basicMemory: SourceReader = {
  id: 'basic-memory',
  name: 'basic-memory',
  order: 44,
  find(look) {
    const folders = [...foldersIn(look), ...(look.named === undefined ? [] : [look.named])]
    return [...new Set(folders)].flatMap((folder) => notesBelow(look, folder))
  },
  read(file) {
    const note = readNote(file)
    const { body } = note
    if (body === undefined)
      return [{ first: 1, last: file.lines.length, becomes: { kind: 'skipped', why: 'placeholder-file' } }]
    const title = note.fields.get('title') ?? note.title ?? nameOf(file)
    return [{ ...body, becomes: becomesOf(file, body, title, note.fields.get('type') ?? '') }]
  },
}

function foldersIn(look: SourceLook): readonly string[] {
  const text = look.readText(`${look.home}/.basic-memory/config.json`)
  if (text === undefined) return []
  const named = entriesAt(parseJson(text), 'projects').flatMap(([, said]) =>
    typeof said === 'string' ? said : (textAt(said, 'path') ?? []),
  )
  return named
    .map((path) => path.replace(/\/+$/, ''))
    .filter((path) => path === look.root || path.startsWith(`${look.root}/`))
}

/** Only files with a permalink: the folder may hold other Markdown. */
function notesBelow(look: SourceLook, folder: string): readonly Source[] {
  const within = folder.startsWith(`${look.root}/`) ? folder.slice(look.root.length + 1) : undefined
  const files = look
    .listFiles(folder)
    .filter(
      (path) =>
        path.endsWith('.md') && /^---\r?\n(?:.*\r?\n){0,20}?permalink:/.test(look.readText(`${folder}/${path}`) ?? ''),
    )
  if (files.length === 0) return []
  const called = within ?? 'basic-memory'
  return [
    {
      place: within === undefined ? 'basic-memory' : `${within}/`,
      files: files.map((path) => ({ path: `${folder}/${path}`, name: `${called}/${path}` })),
      skipped: [],
    },
  ]
}

function becomesOf(file: SourceFile, body: LineSpan, title: string, type: string): Becomes {
  const categories = linesOf(file, body).flatMap(
    (line) => /^\s*[-*]\s+\[([\p{L}_-]{2,30})\]\s/u.exec(line)?.[1]?.toLowerCase() ?? [],
  )
  const most = (words: RegExp) =>
    words.test(type) || categories.filter((one) => words.test(one)).length * 2 > categories.length
  if (most(LEARNED)) return { kind: 'document', folder: 'learnings', title }
  if (most(DECIDED)) return sectionOrDocument(body, 'patterns', title)
  return { kind: 'document', folder: 'design', title }
}

const LEARNED = /^(?:bug|gotcha|problem|issue|lesson|learning|insight|solution|fix|root-?_?cause)s?$/i
const DECIDED = /^(?:decision|convention|principle|rule|preference|pattern|guideline)s?$/i
