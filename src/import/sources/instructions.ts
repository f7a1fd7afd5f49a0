/**
 * Reads instruction files of agents: CLAUDE.md, AGENTS.md, GEMINI.md and Copilot's.
 *
 * Facts about the project are imported. Prompts to the model stay, files that only point elsewhere are not followed,
 * and the originals never change.
 */

import { drivesBank, speaksToModel } from '../not-memory.ts'
import { linesOf, readNote } from '../note-file.ts'
import { isOnlyPointer, nameOf, piecesByHeading, scopedRule } from '../pieces-by-heading.ts'
import type { Piece, Source, SourceFile, SourceLook, SourceReader } from '../source.ts'

export const instructions: SourceReader = {
  id: 'instructions',
  name: 'Agent instructions',
  order: 70,
  find(look) {
    return [...FILES.flatMap((file) => asFile(look, file)), ...copilotRules(look)]
  },
  read(whole) {
    const { file, own } = withoutPointer(whole)
    return [...own, ...piecesOf(file)]
  },
}

function piecesOf(file: SourceFile): readonly Piece[] {
  const { body, fields } = readNote(file)
  const lines = body === undefined ? [] : linesOf(file, body)
  const whole = { first: 1, last: file.lines.length }
  if (isOnlyPointer(lines)) return [{ ...whole, becomes: { kind: 'skipped', why: 'pointer' } }]
  if (drivesBank(lines.join('\n')) && isPrompt(file)) return [{ ...whole, becomes: { kind: 'skipped', why: 'prompt' } }]
  return fields.has('applyto') ? scoped(file, fields.get('applyto') ?? '') : piecesByHeading(file)
}

/** Skips the pointer that `install agents-md` wrote. */
function withoutPointer(file: SourceFile): { readonly file: SourceFile; readonly own: readonly Piece[] } {
  const first = file.lines.indexOf('<!-- memory-bank:start -->') + 1
  const last = file.lines.indexOf('<!-- memory-bank:end -->') + 1
  if (first === 0 || last < first) return { file, own: [] }
  const lines = file.lines.map((line, at) => (at + 1 >= first && at + 1 <= last ? '' : line))
  const own: Piece = { first, last, becomes: { kind: 'skipped', why: 'ours' } }
  return { file: { ...file, lines, text: lines.join('\n') }, own: [own] }
}

const FILES = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'QWEN.md', '.github/copilot-instructions.md']

/** A file that drives another tool's bank begins with that prompt. */
function isPrompt(file: SourceFile): boolean {
  return drivesBank(file.lines.slice(0, 40).join('\n'))
}

/** Copilot's rules for some files: one convention that names them in its title. */
function scoped(file: SourceFile, globs: string): readonly Piece[] {
  const { body, title } = readNote(file)
  if (body === undefined) return []
  if (speaksToModel(linesOf(file, body))) return [{ ...body, becomes: { kind: 'skipped', why: 'prompt' } }]
  return [scopedRule(file, body, title ?? nameOf(file), globs)]
}

function asFile(look: SourceLook, name: string): readonly Source[] {
  const path = `${look.root}/${name}`
  return look.isFile(path) ? [{ place: name, files: [{ path, name }], skipped: [] }] : []
}

function copilotRules(look: SourceLook): readonly Source[] {
  const folder = '.github/instructions'
  const files = look.listFiles(`${look.root}/${folder}`).filter((path) => path.endsWith('.instructions.md'))
  const found = files.map((path) => ({ path: `${look.root}/${folder}/${path}`, name: `${folder}/${path}` }))
  return found.length === 0 ? [] : [{ place: `${folder}/`, files: found, skipped: [] }]
}
