/**
 * Reads editor rules: Cursor's `.mdc`, Windsurf's, and the rule folders of Cline, Roo Code and Kilo Code.
 *
 * A rule about the project becomes a convention. Rules and sections that speak to the model stay where they are.
 */

import { drivesBank, LINES_PER_WORD_OF_RULE, speaksToModel } from '../not-memory.ts'
import { linesOf, readNote, sectionsOf } from '../note-file.ts'
import { isOnlyPointer, nameOf, scopedRule } from '../pieces-by-heading.ts'
import type { FoundFile, LineSpan, Source, SourceLook, SourceReader } from '../source.ts'

export const rules: SourceReader = {
  id: 'rules',
  name: 'Editor rules',
  order: 60,
  find(look) {
    const places = [
      ...FOLDERS.flatMap((folder) => inFolder(look, folder)),
      ...FILES.flatMap((file) => asFile(look, file)),
    ]
    return [...places, ...windsurfMemories(look)]
  },
  read(file) {
    const { body, fields, title } = readNote(file)
    const whole = { first: 1, last: file.lines.length }
    if (body === undefined) return [{ ...whole, becomes: { kind: 'skipped', why: 'placeholder-file' } }]
    const lines = linesOf(file, body)
    const isToModel = (span: LineSpan) => speaksToModel(linesOf(file, span), LINES_PER_WORD_OF_RULE)
    const sections = sectionsOf(file, body).filter((section) => linesOf(file, section).some(isSaid))
    if (drivesBank(lines.join('\n')) || (sections.length > 0 && sections.every(isToModel)))
      return [{ ...whole, becomes: { kind: 'skipped', why: 'prompt' } }]
    if (isOnlyPointer(lines)) return [{ ...whole, becomes: { kind: 'skipped', why: 'pointer' } }]
    const description = fields.get('description') ?? ''
    const called = title ?? (description === '' || description.length > MOST_TITLE ? nameOf(file) : description)
    const globs = fields.get('globs') ?? ''
    if (!sections.some(isToModel)) return [scopedRule(file, body, called, globs)]
    return sections.map((section) =>
      isToModel(section)
        ? { ...section, becomes: { kind: 'skipped', why: 'prompt' } }
        : scopedRule(file, section, section.heading ?? called, globs),
    )
  },
}

const MOST_TITLE = 80

function isSaid(line: string): boolean {
  return line.trim() !== '' && !/^\s*#/.test(line)
}

interface RuleFolder {
  readonly folder: string
  readonly ext: RegExp
}

const FOLDERS: readonly RuleFolder[] = [
  { folder: '.cursor/rules', ext: /\.mdc?$/ },
  { folder: '.windsurf/rules', ext: /\.md$/ },
  { folder: '.clinerules', ext: /\.md$/ },
  { folder: '.roo/rules', ext: /\.md$/ },
  { folder: '.kilocode/rules', ext: /\.md$/ },
]
const FILES = ['.cursorrules', '.windsurfrules', '.clinerules', '.roorules']

function inFolder(look: SourceLook, { folder, ext }: RuleFolder): readonly Source[] {
  const files = look
    .listFiles(`${look.root}/${folder}`)
    // Kilo keeps its bank among its rules; another reader takes it.
    .filter((path) => ext.test(path) && !path.startsWith('memory-bank/'))
    .map((path): FoundFile => ({ path: `${look.root}/${folder}/${path}`, name: `${folder}/${path}` }))
  return files.length === 0 ? [] : [{ place: `${folder}/`, files, skipped: [] }]
}

function asFile(look: SourceLook, name: string): readonly Source[] {
  const path = `${look.root}/${name}`
  return look.isFile(path) ? [{ place: name, files: [{ path, name }], skipped: [] }] : []
}

/** Windsurf stores its memories in a format that only Windsurf reads, so they are listed as skipped. */
function windsurfMemories(look: SourceLook): readonly Source[] {
  const stored = look.listFiles(`${look.home}/.codeium/windsurf/memories`, 1).filter((path) => path.endsWith('.pb'))
  if (stored.length === 0) return []
  const skipped = stored.map((name) => ({ name, why: 'unknown-format' as const }))
  return [{ place: '~/.codeium/windsurf/memories/', files: [], skipped }]
}
