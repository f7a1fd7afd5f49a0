/**
 * A tool call → facts: which real files it would touch, how they read now, and how they would read after.
 *
 * Paths are followed as the system would (links, `..`, letter case where the disk is blind to it), so
 * that neither a detour into the bank nor one out of it goes unseen.
 */

import { readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { hashOfText } from '../../base/content-hash.ts'
import type { BankRead, ToolFacts, WriteFacts } from '../../bank/event.ts'
import { BANK_FOLDER, CONFIG_FILE } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import type { Edit, FileWrite, ToolCall } from '../../bank/tool-call.ts'
import type { FilePatch } from './patch.ts'
import { isMissing, leadsNowhere } from '../disk.ts'
import { openRegular } from '../open-file.ts'
import type { Project } from '../project/find-project.ts'
import { isHostSettings, usualSettings } from '../project/host-settings.ts'
import { decodeText } from '../text-codec.ts'
import { listBank } from './read-bank.ts'

/** Whether a write would replace or remove what people wrote (S4). */
type OverwritesPeople = (path: BankPath, before: string, after: string | undefined) => Promise<boolean>

export interface PathContext {
  readonly project: Project
  /** Where our own records are (S1): nobody's to write but ours. */
  readonly state: string
  readonly cwd: string
  readonly caseBlind: boolean
  readonly overwritesPeople: OverwritesPeople
  /** What a tool may mean by `~`. */
  readonly home?: string | undefined
  /** Where it says that a host's settings are. */
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
      return { kind: 'reads', bank: readsOf(call.paths, context) }
    case 'writes':
      return writesOf(call.writes, context)
    case 'unknown':
      return unknownTool(call, context)
  }
}

/** Bank files among these paths, with the hash of what they hold now. */
export function readsOf(paths: readonly string[], context: PathContext): readonly BankRead[] {
  return paths.flatMap((raw) => {
    const place = locate(raw, context)
    const text = place.in === 'bank' ? readText(join(context.project.bank, place.path)) : undefined
    return place.in === 'bank' && text !== undefined ? [{ path: place.path, hash: hashOfText(text) }] : []
  })
}

type Place =
  | { readonly in: 'bank'; readonly path: BankPath }
  | { readonly in: 'project' | 'config' | 'state' | 'elsewhere'; readonly path: string }
  /** `file` is where it stands on the disk. */
  | { readonly in: 'settings'; readonly path: string; readonly file: string }

/** Where a path really leads; of the ways a tool may read it, the one that leads closest to us. */
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
  // Gemini CLI takes the sign by which a message names a file off a path.
  if (raw.startsWith('@')) return [raw.slice(1), raw]
  return home !== undefined && /^~(?:[\\/]|$)/.test(raw) ? [home + raw.slice(1), raw] : [raw]
}

function locateOne(plain: string, raw: string, context: PathContext): Place {
  const { project } = context
  const lexical = resolve(context.cwd, plain)
  const real = realPath(lexical)
  // A tool that hands the path to the system as it is has `link/..` followed through the link.
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
  if ([real, physical, lexical].some((path) => fold(path, blind) === fold(config, blind)))
    return { in: 'config', path: CONFIG_FILE }
  if ([real, physical, lexical].some((path) => isInside(path, context.state, blind))) return { in: 'state', path: raw }
  const twin = bankTwin(real, project.bank)
  const twinPath = twin === undefined ? undefined : bankPath(twin.slice(project.bank.length + 1))
  if (twinPath !== undefined) return { in: 'bank', path: twinPath }
  if ([real, physical, lexical].some((path) => isHostSettings(path, context.env ?? {})))
    return { in: 'settings', path: raw, file: real }
  return { in: 'project', path: projectPath(real, context) }
}

/** From the project's root, where it lies below it. */
function projectPath(real: string, { project, caseBlind }: PathContext): string {
  return isInside(real, project.root, caseBlind) ? relative(project.root, real).split(sep).join('/') : real
}

async function writesOf(writes: readonly FileWrite[], context: PathContext): Promise<ToolFacts> {
  const files: Exclude<WriteFacts, { in: 'bank' }>[] = []
  /** Several writes of one file in one call build on each other; judged is what they leave together. */
  const texts = new Map<BankPath, Texts>()
  const settings = new Map<string, Texts & { readonly path: string }>()
  for (const write of (await Promise.all(writes.map((one) => expand(one, context)))).flat()) {
    if (write.kind === 'unreadable') {
      if (write.aimed) return { kind: 'unjudged', why: 'the patch cannot be read' }
      continue
    }
    for (const path of write.kind === 'move' ? [write.path, write.to] : [write.path]) {
      const place = (await takenAlong(write, path, context)) ?? locate(path, context)
      if (place.in === 'settings') {
        const known = settings.get(place.file) ?? both(readText(place.file))
        const after = resultOf(write, path, known.after, (other) => textAt(other, context))
        const isJudged = after !== UNKNOWN || !(await isProtected(place.file, known.before, context))
        if (!isJudged) return { kind: 'unjudged', why: `nobody can tell how ${path} would read` }
        settings.set(place.file, { before: known.before, after: after === UNKNOWN ? known.after : after, path })
        continue
      }
      if (place.in !== 'bank') {
        files.push(place)
        continue
      }
      const known = texts.get(place.path) ?? both(readText(join(context.project.bank, place.path)))
      const after = resultOf(write, path, known.after, (other) => textAt(other, context))
      if (after === UNKNOWN) return { kind: 'unjudged', why: `the text to replace was not found in ${path} as it is` }
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

function both(text: string | undefined): Texts {
  return { before: text, after: text }
}

/** Deleting or moving a folder takes away everything in it. */
async function takenAlong(write: SingleWrite, path: string, context: PathContext): Promise<Place | undefined> {
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

/** Few writes are of a host's settings: what reads them is loaded for those. */
async function changesProtection(
  file: string,
  before: string | undefined,
  after: string | undefined,
  { project }: PathContext,
): Promise<boolean> {
  return (await import('../../settings/settings-marks.ts')).changesProtection(file, before, after, project.root)
}

type SingleWrite =
  | Exclude<FileWrite, { kind: 'patch' }>
  /** `from` is where the text to patch stands; undefined where the patch does not fit it. */
  | {
      readonly kind: 'hunks'
      readonly path: string
      readonly from: string
      readonly patched: (text: string) => string | undefined
    }

/** A patch as the single writes it is made of; where it cannot be read, whether it may be aimed at the bank. */
async function expand(
  write: FileWrite,
  context: PathContext,
): Promise<readonly (SingleWrite | { readonly kind: 'unreadable'; readonly aimed: boolean })[]> {
  if (write.kind !== 'patch') return [write]
  const reader = await import('./patch.ts')
  const patches = reader.parsePatch(write.text)
  if (patches === undefined || patches.length === 0) return [{ kind: 'unreadable', aimed: namesBank(write, context) }]
  return patches.flatMap((patch) => singleWrites(patch, reader, context))
}

function singleWrites(
  patch: FilePatch,
  { applyHunks, withoutPrefix }: typeof import('./patch.ts'),
  context: PathContext,
): readonly SingleWrite[] {
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

/** With or without git's `a/`: as it leads to what we keep, else as it leads to something that is there. */
function patchedPath(raw: string, plain: string, context: PathContext): string {
  if (plain === raw) return raw
  // Settings are known by their names, which both have: of those the one counts that is there.
  const ours = [raw, plain].find((path) => !['project', 'settings'].includes(locate(path, context).in))
  return ours ?? (statIfThere(resolve(context.cwd, raw)) === undefined ? plain : raw)
}

function namesBank(write: Extract<FileWrite, { kind: 'patch' }>, context: PathContext): boolean {
  const named = write.path !== undefined && locate(write.path, context).in !== 'project'
  return named || new RegExp(`(?<![\\w.-])${BANK_FOLDER}(?:[\\\\/]|\\.json\\b)`, 'i').test(write.text)
}

/** Nobody can tell how the file would read. */
const UNKNOWN = Symbol('unknown')

/** How the file would read; undefined when it would be gone. */
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

/** A model writes `\n`; the tools put it into a file in the file's own line ends. */
function withCrlf(edit: Edit): Edit {
  const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')
  return { ...edit, old: crlf(edit.old), new: crlf(edit.new) }
}

/** A tool we do not know may read what it likes; if its name says that it writes and it names the bank, nobody can judge it. */
function unknownTool(call: Extract<ToolCall, { kind: 'unknown' }>, context: PathContext): ToolFacts {
  if (!call.writes) return { kind: 'other' }
  const aimed = call.paths.find((path) => locate(path, context).in !== 'project')
  return aimed === undefined
    ? { kind: 'other' }
    : { kind: 'unjudged', why: `a tool we do not know would write ${basename(aimed)}` }
}

function textAt(path: string, context: PathContext): string | undefined {
  return readings(path, context).flatMap((plain) => readText(resolve(context.cwd, plain)) ?? [])[0]
}

/** The file of the bank that this path is a second name of (a hard link). */
export function bankTwin(path: string, bank: string): string | undefined {
  const stat = statIfThere(path)
  if (stat === undefined || !stat.isFile() || stat.nlink < 2) return undefined
  const twin = listBank(bank).find((candidate) => {
    const other = statIfThere(join(bank, candidate))
    return other?.ino === stat.ino && other.dev === stat.dev
  })
  return twin === undefined ? undefined : join(bank, twin)
}

/** Undefined where no file stands that could be read as a text. */
export function readText(path: string): string | undefined {
  const opened = openRegular(path, { bytes: LIMITS.fileBytes })
  // What the system keeps from us is a failure, and a write aimed at the bank waits for no less.
  if (opened.kind === 'refused' && opened.error !== undefined) throw opened.error
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/** What stands there, links followed; undefined where nothing does. */
function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (leadsNowhere(error)) return undefined
    throw error
  }
}

function fromUrl(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    return url.replace(/^file:(?:\/\/)?/i, '')
  }
}

/** A chain of links longer than this is a circle. */
const MOST_LINKS = 40

/** The real path of what exists, and the rest as written; a link to what is not there yet is followed too. */
export function realPath(path: string, links = 0): string {
  const rest: string[] = []
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...rest)
    } catch (error) {
      if (!isMissing(error) || at === dirname(at)) return resolve(path)
    }
    const target = links < MOST_LINKS ? linkTarget(at) : undefined
    if (target !== undefined)
      return realPath(join(resolve(realPath(dirname(at), links + 1), target), ...rest), links + 1)
    rest.unshift(basename(at))
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // no link
  }
}

export function isInside(path: string, folder: string, blind = false): boolean {
  const inner = fold(path, blind)
  const outer = fold(folder, blind)
  return inner === outer || inner.startsWith(outer + sep)
}

function fold(path: string, blind: boolean): string {
  return blind ? path.toLowerCase() : path
}

/** Does the disk tell `memory-bank` from `MEMORY-BANK`? */
export function isCaseBlind(bank: string): boolean {
  const here = statIfThere(bank)
  const other = statIfThere(join(dirname(bank), basename(bank).toUpperCase()))
  return here !== undefined && other !== undefined && here.ino === other.ino && here.dev === other.dev
}
