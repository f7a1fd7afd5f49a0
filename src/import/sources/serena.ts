/** Reads Serena's memories: one topic per file, named by the file. They are copied, since Serena keeps using them. */

import { firstSentence, linesOf, readNote } from '../note-file.ts'
import { nameOf, sectionOrDocument } from '../pieces-by-heading.ts'
import type { ImportPlace, Piece, SourceFile, SourceReader } from '../source.ts'

export const serena: SourceReader = {
  id: 'serena',
  name: 'Serena',
  order: 40,
  find(look) {
    const folder = `${look.root}/.serena/memories`
    const files = look.listFiles(folder).filter((path) => path.endsWith('.md'))
    if (files.length === 0) return []
    const named = files.map((path) => ({ path: `${folder}/${path}`, name: `.serena/memories/${path}` }))
    return [{ place: '.serena/memories/', files: named, skipped: [] }]
  },
  read(file) {
    const { body, title } = readNote(file)
    if (body === undefined)
      return [{ first: 1, last: file.lines.length, becomes: { kind: 'skipped', why: 'placeholder-file' } }]
    const called = title ?? nameOf(file)
    const place = placeOf(file)
    if (place !== undefined) return [{ ...body, becomes: sectionOrDocument(body, place, called) }]
    const whole: Piece = { ...body, becomes: { kind: 'document', folder: 'design', title: called } }
    const text = nameOf(file) === 'project overview' ? firstSentence(linesOf(file, body)) : undefined
    return text === undefined ? [whole] : [{ ...body, becomes: { kind: 'extract', place: 'snapshot', text } }, whole]
  },
}

/** The file names that Serena's onboarding creates. */
const PLACES: readonly (readonly [pattern: RegExp, place: ImportPlace])[] = [
  [/command|codebase structure|tech stack|technology/, 'tech'],
  [/style|convention|guideline|critical info|task completion|completed|completion|checklist/, 'patterns'],
]

function placeOf(file: SourceFile): ImportPlace | undefined {
  const name = nameOf(file).toLowerCase()
  return PLACES.find(([pattern]) => pattern.test(name))?.[1]
}
