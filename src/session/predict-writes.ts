/**
 * Predicts the writes of a tool call: the files it would change, with their texts before and after.
 *
 * Paths are resolved as the system would (links, `..`, letter case), so that no detour into or out of the bank goes
 * unnoticed.
 */

import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BankRead, ToolFacts, WriteFacts } from '../bank/event.ts'
import type { Edit, FileWrite, ToolCall } from '../bank/tool-call.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { BANK_FOLDER, CONFIG_FILE } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { listBank } from '../disk/bank/list-bank.ts'
import { openRegular } from '../disk/open-file.ts'
import type { Project } from '../disk/project/find-project.ts'
import { isHostSettings, usualSettings } from '../disk/project/host-settings.ts'
import { foldCase, isInside, realPath, statIfThere } from '../disk/real-path.ts'
import { KEY_NAME } from '../disk/state/state-folder.ts'
import { decodeText } from '../disk/text-codec.ts'
import { applyHunks, type FilePatch, parsePatch, withoutPrefix } from './patch.ts'

/** Whether a write would replace or remove text that people wrote (S4). */
type OverwritesPeople = (path: BankPath, before: string, after: string | undefined) => Promise<boolean>

export interface PathContext {
  readonly project: Project
  /** The folder of Memory Bank's own state (S1), which only Memory Bank may write. */
  readonly state: string
  readonly cwd: string
  readonly caseBlind: boolean
  readonly overwritesPeople: OverwritesPeople
  /** The folder that a tool may mean by `~`. */
  readonly home?: string | undefined
  /** The environment, which may name a host's settings files. */
  readonly env?: NodeJS.ProcessEnv | undefined
}

export async function predictWrites(
  call: Exclude<ToolCall, { kind: 'shell' }>,
  context: PathContext,
): Promise<ToolFacts> {
  switch (call.kind) {
    case 'other':
      return { kind: 'other' }
    case 'delegates':
      return { kind: 'delegates', agent: call.agent, again: false }
    case 'reads':
      if (call.paths.some((path) => isKey(path, context))) return { kind: 'reads-key' }
      return { kind: 'reads', bank: readsOf(call.paths, context) }
    case 'writes':
      return writesOf(call.writes, context)
    case 'unknown':
      return unknownTool(call, context)
  }
}

/** The bank files among these paths, with the hashes of their current texts. */
export function readsOf(paths: readonly string[], context: PathContext): readonly BankRead[] {
  return paths.flatMap((raw) => {
    const place = locate(raw, context)
    const text = place.in === 'bank' ? readText(join(context.project.bank, place.path)) : undefined
    return place.in === 'bank' && text !== undefined ? [{ path: place.path, hash: hashOfText(text) }] : []
  })
}

function isKey(raw: string, context: PathContext): boolean {
  return readings(raw, context).some((path) => basename(realPath(resolve(context.cwd, path))) === KEY_NAME)
}

type Place =
  | { readonly in: 'bank'; readonly path: BankPath }
  | { readonly in: 'project' | 'config' | 'state' | 'elsewhere'; readonly path: string }
  /** `file` is its path on the disk. */
  | { readonly in: 'settings'; readonly path: string; readonly file: string }

/** The place of a path. If tools may read the path in several ways, the most protected place counts. */
function locate(raw: string, context: PathContext): Place {
  const places = readings(raw, context).map((path) => locateOne(path, raw, context))
  const order = ['bank', 'config', 'state', 'elsewhere', 'settings'] as const
  return (
    order.flatMap((kind) => places.find((place) => place.in === kind) ?? [])[0] ??
    places[0] ?? { in: 'project', path: raw }
  )
}

function readings(raw: string, { home }: PathContext): readonly string[] {
  if (/^file:/i.test(raw)) return [fromUrl(raw), raw]
  // Gemini CLI strips the `@` that marks a file name in a message.
  if (raw.startsWith('@')) return [raw.slice(1), raw]
  return home !== undefined && /^~(?:[\\/]|$)/.test(raw) ? [home + raw.slice(1), raw] : [raw]
}

function locateOne(plain: string, raw: string, context: PathContext): Place {
  const { project } = context
  const lexical = resolve(context.cwd, plain)
  const real = realPath(lexical)
  // A tool may pass the path to the system unchanged, which follows the link before the `..`.
  const asWritten = isAbsolute(plain) ? plain : join(context.cwd, '.') + sep + plain
  const physical = plain.includes('..') ? realPath(asWritten) : real
  const blind = context.caseBlind
  const inside = [real, physical].find((path) => isInside(path, project.bank, blind))
  if (inside !== undefined) {
    const path = bankPath(inside.slice(project.bank.length + 1))
    return path === undefined ? { in: 'elsewhere', path: raw } : { in: 'bank', path }
  }
  const named = join(project.root, BANK_FOLDER)
  if (isInside(lexical, named, blind) || isInside(lexical, project.bank, blind)) return { in: 'elsewhere', path: raw }
  const config = join(project.root, CONFIG_FILE)
  if ([real, physical, lexical].some((path) => foldCase(path, blind) === foldCase(config, blind)))
    return { in: 'config', path: CONFIG_FILE }
  if ([real, physical, lexical].some((path) => isInside(path, context.state, blind))) return { in: 'state', path: raw }
  const twin = bankTwin(real, project.bank)
  const twinPath = twin === undefined ? undefined : bankPath(twin.slice(project.bank.length + 1))
  if (twinPath !== undefined) return { in: 'bank', path: twinPath }
  if ([real, physical, lexical].some((path) => isHostSettings(path, context.env ?? {})))
    return { in: 'settings', path: raw, file: real }
  return { in: 'project', path: projectPath(real, context) }
}

/** Relative to the project's root if the file is below it. */
function projectPath(real: string, { project, caseBlind }: PathContext): string {
  return isInside(real, project.root, caseBlind) ? relative(project.root, real).split(sep).join('/') : real
}

async function writesOf(writes: readonly FileWrite[], context: PathContext): Promise<ToolFacts> {
  const files: Exclude<WriteFacts, { in: 'bank' }>[] = []
  /** Several writes to one file in a call build on each other; their result is judged. */
  const texts = new Map<BankPath, Texts>()
  const settings = new Map<string, Texts & { readonly path: string }>()
  for (const write of writes.flatMap((one) => expand(one, context))) {
    if (write.kind === 'unreadable') {
      if (write.aimed) return { kind: 'unjudged', why: 'the patch cannot be read' }
      continue
    }
    for (const path of write.kind === 'move' ? [write.path, write.to] : [write.path]) {
      const place = (await folderPlace(write, path, context)) ?? locate(path, context)
      if (place.in === 'settings') {
        const known = settings.get(place.file) ?? unchanged(readText(place.file))
        const after = resultOf(write, path, known.after, (other) => textAt(other, context))
        const isJudged = after !== UNKNOWN || !(await isProtected(place.file, known.before, context))
        if (!isJudged) return { kind: 'unjudged', why: `the new text of ${path} cannot be predicted` }
        settings.set(place.file, { before: known.before, after: after === UNKNOWN ? known.after : after, path })
        continue
      }
      if (place.in !== 'bank') {
        files.push(place)
        continue
      }
      const known = texts.get(place.path) ?? unchanged(readText(join(context.project.bank, place.path)))
      const after = resultOf(write, path, known.after, (other) => textAt(other, context))
      if (after === UNKNOWN) return { kind: 'unjudged', why: `the text to replace was not found in ${path}` }
      texts.set(place.path, { before: known.before, after })
    }
  }
  for (const [file, { before, after, path }] of settings) {
    const isOurs = await changesProtection(file, before, after, context)
    files.push(isOurs ? { in: 'settings', path } : { in: 'project', path: projectPath(file, context) })
  }
  const bank: WriteFacts[] = []
  for (const [path, { before, after }] of texts) {
    const isTheirs = before !== undefined && (await context.overwritesPeople(path, before, after))
    bank.push({ in: 'bank', path, before, after, editedByHand: isTheirs ? hashOfText(before) : undefined })
  }
  return files.length + bank.length === 0 ? { kind: 'other' } : { kind: 'writes', files: [...files, ...bank] }
}

interface Texts {
  readonly before: string | undefined
  readonly after: string | undefined
}

function unchanged(text: string | undefined): Texts {
  return { before: text, after: text }
}

/** Deleting or moving a folder removes everything in it. */
async function folderPlace(write: SingleWrite, path: string, context: PathContext): Promise<Place | undefined> {
  if ((write.kind !== 'delete' && write.kind !== 'move') || path !== write.path) return undefined
  const folders = readings(path, context).map((plain) => realPath(resolve(context.cwd, plain)))
  const takes = (kept: string) => folders.some((folder) => isInside(kept, folder, context.caseBlind))
  if (takes(context.project.bank)) return { in: 'elsewhere', path }
  if (takes(context.state)) return { in: 'state', path }
  for (const file of usualSettings(context.project.root, context.env ?? {})) {
    const isBelow = takes(file) && folders.every((folder) => folder !== file)
    if (isBelow && (await isProtected(file, readText(file), context))) return { in: 'settings', path: file, file }
  }
  return undefined
}

function isProtected(file: string, before: string | undefined, context: PathContext): Promise<boolean> {
  return changesProtection(file, before, undefined, context)
}

/** Few writes touch a host's settings, so their parser is loaded on demand. */
async function changesProtection(
  file: string,
  before: string | undefined,
  after: string | undefined,
  { project }: PathContext,
): Promise<boolean> {
  return (await import('../settings/settings-marks.ts')).changesProtection(file, before, after, project.root)
}

type SingleWrite =
  | Exclude<FileWrite, { kind: 'patch' }>
  /** `from` is the file with the text to patch. `patched` returns undefined if the patch does not fit. */
  | {
      readonly kind: 'hunks'
      readonly path: string
      readonly from: string
      readonly patched: (text: string) => string | undefined
    }

/**
 * Splits a patch into single writes. For a patch that cannot be read, `aimed` says whether it may be aimed at the bank.
 */
function expand(
  write: FileWrite,
  context: PathContext,
): readonly (SingleWrite | { readonly kind: 'unreadable'; readonly aimed: boolean })[] {
  if (write.kind !== 'patch') return [write]
  const patches = parsePatch(write.text)
  if (patches === undefined || patches.length === 0) return [{ kind: 'unreadable', aimed: namesBank(write, context) }]
  return patches.flatMap((patch) => singleWrites(patch, context))
}

function singleWrites(patch: FilePatch, context: PathContext): readonly SingleWrite[] {
  const pathOf = (raw: string) => patchedPath(raw, withoutPrefix(raw), context)
  const path = pathOf(patch.path)
  switch (patch.kind) {
    case 'add':
      return [{ kind: 'whole', path, text: patch.text }]
    case 'delete':
      return [{ kind: 'delete', path }]
    case 'update': {
      const patched = (text: string) => applyHunks(text, patch.hunks)
      if (patch.to === undefined) return [{ kind: 'hunks', path, from: path, patched }]
      return [
        { kind: 'hunks', path: pathOf(patch.to), from: path, patched },
        { kind: 'delete', path },
      ]
    }
  }
}

/** The path with or without git's `a/`: whichever leads to a protected place, else whichever exists. */
function patchedPath(raw: string, plain: string, context: PathContext): string {
  if (plain === raw) return raw
  // Settings are recognised by name, which both spellings share. The file that exists decides.
  const ours = [raw, plain].find((path) => !['project', 'settings'].includes(locate(path, context).in))
  return ours ?? (statIfThere(resolve(context.cwd, raw)) === undefined ? plain : raw)
}

function namesBank(write: Extract<FileWrite, { kind: 'patch' }>, context: PathContext): boolean {
  const named = write.path !== undefined && locate(write.path, context).in !== 'project'
  return named || new RegExp(`(?<![\\w.-])${BANK_FOLDER}(?:[\\\\/]|\\.json\\b)`, 'i').test(write.text)
}

/** Marks a text that cannot be predicted. */
const UNKNOWN = Symbol('unknown')

/** The text after the write; undefined if the write removes the file. */
function resultOf(
  write: SingleWrite,
  path: string,
  before: string | undefined,
  textOf: (path: string) => string | undefined,
): string | undefined | typeof UNKNOWN {
  switch (write.kind) {
    case 'whole':
      return write.text
    case 'delete':
      return undefined
    case 'opaque':
      return UNKNOWN
    case 'move':
      return path === write.to ? (textOf(write.path) ?? UNKNOWN) : undefined
    case 'edits':
      return applyEdits(before, write.edits)
    case 'hunks': {
      const base = write.from === write.path ? before : textOf(write.from)
      return base === undefined ? UNKNOWN : (write.patched(base) ?? UNKNOWN)
    }
  }
}

function applyEdits(before: string | undefined, edits: readonly Edit[]): string | typeof UNKNOWN {
  let text = before
  for (const edit of edits) {
    if (edit.old === '') {
      if (text !== undefined && text !== '') return UNKNOWN
      text = edit.new
      continue
    }
    const fitting = text === undefined ? undefined : [edit, withCrlf(edit)].find((one) => text?.includes(one.old))
    if (text === undefined || fitting === undefined) return UNKNOWN
    text = edit.all ? text.replaceAll(fitting.old, () => fitting.new) : text.replace(fitting.old, () => fitting.new)
  }
  return text ?? UNKNOWN
}

/** A model writes `\n`; the tools convert it to the file's own line ends. */
function withCrlf(edit: Edit): Edit {
  const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')
  return { ...edit, old: crlf(edit.old), new: crlf(edit.new) }
}

/** An unknown tool may read. If its name says that it writes, and it names a protected place, it cannot be judged. */
function unknownTool(call: Extract<ToolCall, { kind: 'unknown' }>, context: PathContext): ToolFacts {
  if (!call.writes) return { kind: 'other' }
  const aimed = call.paths.find((path) => locate(path, context).in !== 'project')
  return aimed === undefined
    ? { kind: 'other' }
    : { kind: 'unjudged', why: `an unknown tool would write ${basename(aimed)}` }
}

function textAt(path: string, context: PathContext): string | undefined {
  return readings(path, context).flatMap((plain) => readText(resolve(context.cwd, plain)) ?? [])[0]
}

/** The bank file that is the same file as this path by a hard link. */
export function bankTwin(path: string, bank: string): string | undefined {
  const stat = statIfThere(path)
  if (stat === undefined || !stat.isFile() || stat.nlink < 2) return undefined
  const twin = listBank(bank).find((candidate) => {
    const other = statIfThere(join(bank, candidate))
    return other?.ino === stat.ino && other.dev === stat.dev
  })
  return twin === undefined ? undefined : join(bank, twin)
}

/** Undefined if there is no readable text file. */
export function readText(path: string): string | undefined {
  const opened = openRegular(path, { bytes: LIMITS.fileBytes })
  // Throw for an unreadable file, so that a write to the bank is refused.
  if (opened.kind === 'refused' && opened.error !== undefined) throw opened.error
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

function fromUrl(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    return url.replace(/^file:(?:\/\/)?/i, '')
  }
}
