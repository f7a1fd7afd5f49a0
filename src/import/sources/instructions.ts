/**
 * The files of instructions that agents read: CLAUDE.md, AGENTS.md, GEMINI.md and Copilot's. They are partly facts
 * about the project; what speaks to the model stays where it is, a file that only points elsewhere is not followed, and
 * the originals are never changed.
 */

import { nameOf, onlyPoints, piecesByHeading, scopedRule } from '../by-heading.ts'
import { linesOf, readNote } from '../note-file.ts'
import type { Look, Piece, Source, SourceFile, SourceReader } from '../source.ts'
import { drivesBank, speaksToModel } from '../to-the-model.ts'

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
  if (onlyPoints(lines)) return [{ ...whole, becomes: { kind: 'skipped', why: 'pointer' } }]
  if (drivesBank(lines.join('\n')) && isPrompt(file)) return [{ ...whole, becomes: { kind: 'skipped', why: 'prompt' } }]
  return fields.has('applyto') ? scoped(file, fields.get('applyto') ?? '') : piecesByHeading(file)
}

/** The pointer to the bank that `install agents-md` puts in is our own text. */
function withoutPointer(file: SourceFile): { readonly file: SourceFile; readonly own: readonly Piece[] } {
  const first = file.lines.indexOf('<!-- memory-bank:start -->') + 1
  const last = file.lines.indexOf('<!-- memory-bank:end -->') + 1
  if (first === 0 || last < first) return { file, own: [] }
  const lines = file.lines.map((line, at) => (at + 1 >= first && at + 1 <= last ? '' : line))
  const own: Piece = { first, last, becomes: { kind: 'skipped', why: 'ours' } }
  return { file: { ...file, lines, text: lines.join('\n') }, own: [own] }
}

const FILES = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'QWEN.md', '.github/copilot-instructions.md']

/** A whole file that drives another tool's bank opens with it. */
function isPrompt(file: SourceFile): boolean {
  return drivesBank(file.lines.slice(0, 40).join('\n'))
}

/** Copilot's rules for some files, as one convention whose title says which. */
function scoped(file: SourceFile, globs: string): readonly Piece[] {
  const { body, title } = readNote(file)
  if (body === undefined) return []
  if (speaksToModel(linesOf(file, body))) return [{ ...body, becomes: { kind: 'skipped', why: 'prompt' } }]
  return [scopedRule(file, body, title ?? nameOf(file), globs)]
}

function asFile(look: Look, name: string): readonly Source[] {
  const path = `${look.root}/${name}`
  return look.isFile(path) ? [{ place: name, files: [{ path, name }], skipped: [] }] : []
}

function copilotRules(look: Look): readonly Source[] {
  const folder = '.github/instructions'
  const files = look.listFiles(`${look.root}/${folder}`).filter((path) => path.endsWith('.instructions.md'))
  const found = files.map((path) => ({ path: `${look.root}/${folder}/${path}`, name: `${folder}/${path}` }))
  return found.length === 0 ? [] : [{ place: `${folder}/`, files: found, skipped: [] }]
}
