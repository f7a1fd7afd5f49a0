/**
 * The steps of a transaction on the disk. Each may be repeated after a crash: what is already done is
 * recognised by its content and skipped, and a file that is neither the old nor the new one (a person
 * edited it meanwhile) is left alone and named.
 */

import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BankPath, baseName, directoryOf, knownPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import { codeOf, isMissing, isThere, removeFolderIfEmpty, removeIfThere, syncFolder, writeDurably } from './disk.ts'
import type { JournalEntry } from './journal.ts'
import { readNow } from './preconditions.ts'
import { decodeText, encodeText } from './text-codec.ts'

/** Make the folders and write every new text beside its file. */
export function stageAll(entry: JournalEntry, bank: string): void {
  for (const folder of entry.newFolders) mkdirSync(join(bank, folder), { recursive: true })
  for (const [index, change] of entry.changes.entries()) stage(change, temporary(entry, index, bank), bank)
  for (const index of entry.former ?? []) {
    const change = entry.changes[index]
    if (change !== undefined && 'was' in change)
      writeDurably(formerTemporary(entry, index, bank), encodeText(change.was), modeOf(join(bank, change.path)))
  }
}

/** Take the temporaries away, and the folders made for them where they stayed empty. */
export function unstageAll(entry: JournalEntry, bank: string): void {
  removeTemporaries(entry, bank)
  for (const folder of [...entry.newFolders].reverse()) removeFolderIfEmpty(join(bank, folder))
}

/** Every text that stands where this transaction put or found one: among them its own, whatever the journal masks. */
export function standingTexts(entry: JournalEntry, bank: string): readonly string[] {
  const places = entry.changes.flatMap((change, index) => [
    temporary(entry, index, bank),
    formerTemporary(entry, index, bank),
    join(bank, change.path),
    ...(change.kind === 'move' ? [join(bank, change.to)] : []),
  ])
  return places.flatMap((place) => {
    try {
      return [decodeText(readFileSync(place))]
    } catch (error) {
      if (isMissing(error) || codeOf(error) === 'EISDIR') return []
      throw error
    }
  })
}

/**
 * Put the changes in place; returns the files that were left alone: somebody else changed them, or their new
 * text is unknown.
 */
export function performAll(
  entry: JournalEntry,
  bank: string,
  unknown: ReadonlySet<number> = new Set(),
): readonly BankPath[] {
  const left: BankPath[] = []
  const folders = new Set<string>()
  for (const folder of entry.newFolders) mkdirSync(join(bank, folder), { recursive: true })
  for (const [index, change] of entry.changes.entries()) {
    if (unknown.has(index) || !perform(change, temporary(entry, index, bank), bank)) left.push(change.path)
    folders.add(directoryOf(change.path))
    if (change.kind === 'move') folders.add(directoryOf(change.to))
  }
  removeTemporaries(entry, bank)
  for (const change of entry.changes) {
    if (entry.keepsFolders === true) {
      if (change.kind === 'remove-folder') removeFolderIfEmpty(join(bank, change.path))
      continue
    }
    if (change.kind === 'remove' || change.kind === 'move') removeEmptyFolders(bank, directoryOf(change.path))
    if (change.kind === 'remove-folder') removeEmptyFolders(bank, change.path)
  }
  if (entry.removesBank === true) removeFolderIfEmpty(bank)
  for (const folder of folders) if (isThere(join(bank, folder))) syncFolder(join(bank, folder))
  return left
}

/** The changes that take these back, in the opposite order. */
export function inverse(entry: JournalEntry): JournalEntry {
  const changes = entry.changes.map(inverseOf).reverse()
  const named = new Set(changes.flatMap((change) => (change.kind === 'remove-folder' ? [String(change.path)] : [])))
  const folders = entry.newFolders.filter((folder) => folder !== '' && !named.has(folder))
  const removals = [...folders].reverse().map((folder): Change => ({ kind: 'remove-folder', path: knownPath(folder) }))
  const removesBank = entry.newFolders.includes('') ? { removesBank: true } : {}
  // An id of its own, so that a temporary left from the way there is never taken for one of the way back.
  const { masks: _masks, former: _former, ...rest } = entry
  return { ...rest, ...removesBank, id: `${entry.id}.back`, changes: [...changes, ...removals], newFolders: [] }
}

function inverseOf(change: Change): Change {
  switch (change.kind) {
    case 'make-folder':
      return { kind: 'remove-folder', path: change.path }
    case 'remove-folder':
      return { kind: 'make-folder', path: change.path }
    case 'create':
      return { kind: 'remove', path: change.path, was: change.text }
    case 'edit':
      return { kind: 'edit', path: change.path, was: change.text, text: change.was }
    case 'move':
      return { kind: 'move', path: change.to, was: change.text, to: change.path, text: change.was }
    case 'remove':
      return { kind: 'create', path: change.path, text: change.was }
  }
}

function stage(change: Change, temporaryPath: string, bank: string): void {
  if (change.kind === 'create') {
    writeDurably(temporaryPath, encodeText(change.text))
  } else if (change.kind === 'edit' || (change.kind === 'move' && change.text !== change.was)) {
    writeDurably(temporaryPath, encodeText(change.text), modeOf(join(bank, change.path)))
  }
}

/** False where the file is neither as it was nor as it shall be. */
function perform(change: Change, temporaryPath: string, bank: string): boolean {
  const path = join(bank, change.path)
  switch (change.kind) {
    case 'make-folder':
      mkdirSync(path, { recursive: true })
      return true
    case 'remove-folder':
      return true // after the files, with the other folders that were left empty
    case 'create':
    case 'edit': {
      const now = readNow(bank, change.path)
      if (now === change.text) return true
      if (change.kind === 'create' ? now !== undefined : now !== change.was) return false
      putInPlace(temporaryPath, change.text, realTarget(path))
      return true
    }
    case 'move':
      return performMove(change, temporaryPath, bank)
    case 'remove': {
      const now = readNow(bank, change.path)
      if (now === undefined) return true
      if (now !== change.was) return false
      unlinkSync(path)
      return true
    }
  }
}

function performMove(change: Change & { kind: 'move' }, temporaryPath: string, bank: string): boolean {
  const from = join(bank, change.path)
  const to = join(bank, change.to)
  const source = readNow(bank, change.path)
  const target = readNow(bank, change.to)
  if (source === undefined && target === change.text) return true
  if (source !== change.was || (target !== undefined && target !== change.text)) return false
  if (target === change.text) {
    unlinkSync(from)
  } else if (change.text === change.was && !lstatSync(from).isSymbolicLink()) {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  } else {
    // A link would lead elsewhere from its new place: the text it stood for moves.
    mkdirSync(dirname(to), { recursive: true })
    putInPlace(temporaryPath, change.text, to)
    unlinkSync(from)
  }
  return true
}

/** The staged neighbour takes the file's name; one that a crash lost or cut short is written again from the journal. */
function putInPlace(temporaryPath: string, text: string, target: string): void {
  const bytes = encodeText(text)
  if (!isThere(temporaryPath) || !readFileSync(temporaryPath).equals(bytes)) {
    removeIfThere(temporaryPath)
    mkdirSync(dirname(target), { recursive: true })
    writeDurably(temporaryPath, bytes, modeOf(target))
  }
  renameSync(temporaryPath, target)
}

/** A link inside the bank stays a link: the file it names is the one that changes. */
function realTarget(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}

function temporary(entry: JournalEntry, index: number, bank: string): string {
  const change = entry.changes[index]
  const path = change === undefined ? '' : change.kind === 'move' ? change.to : change.path
  const target = realTarget(join(bank, path))
  // A long name of the file would make its neighbour's too long.
  return join(dirname(target), `.${baseName(path).slice(0, 20)}.${entry.id}.${index}.tmp`)
}

/** Beside the file it was read from. */
function formerTemporary(entry: JournalEntry, index: number, bank: string): string {
  const path = entry.changes[index]?.path ?? ''
  return join(dirname(realTarget(join(bank, path))), `.${baseName(path).slice(0, 20)}.${entry.id}.${index}.was.tmp`)
}

function removeTemporaries(entry: JournalEntry, bank: string): void {
  for (const index of entry.changes.keys()) removeIfThere(temporary(entry, index, bank))
  for (const index of entry.former ?? []) removeIfThere(formerTemporary(entry, index, bank))
}

function modeOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : stat.mode & 0o777
}

/** Upwards as long as they are empty, but not the bank's own folder: it may have stood before us, or be where a link leads. */
function removeEmptyFolders(bank: string, folder: string): void {
  for (let at = folder; at !== '' && removeFolderIfEmpty(join(bank, at)); at = directoryOf(at));
}
