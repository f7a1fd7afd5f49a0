/**
 * The steps of a transaction on the disk. Each can be repeated after a crash: a finished step is recognised by the
 * content of its file and skipped. A file that is neither the old nor the new one was edited by a person; it stays and
 * is reported.
 */

import { lstatSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BankPath, baseName, directoryOf, knownPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { hashOfText } from '../../base/content-hash.ts'
import { isThere, removeFolderIfEmpty, removeIfThere, syncFolder, writeDurably } from '../disk.ts'
import { encodeText } from '../text-codec.ts'
import type { JournalEntry } from './journal.ts'
import { pathsOf } from './preconditions.ts'
import { readNow } from './read-now.ts'
import {
  modeOf,
  type Neighbours,
  putNewFile,
  realTarget,
  releaseHeld,
  removeFile,
  replaceFile,
  textAt,
} from './replace-file.ts'

/** Makes the folders and writes every new text beside its file. */
export function stageAll(entry: JournalEntry, bank: string): void {
  for (const folder of entry.newFolders) mkdirSync(join(bank, folder), { recursive: true })
  for (const [index, change] of entry.changes.entries()) stage(change, temporary(entry, index, bank), bank)
  for (const index of entry.former ?? []) {
    const change = entry.changes[index]
    if (change !== undefined && 'was' in change)
      writeDurably(formerTemporary(entry, index, bank), encodeText(change.was), modeOf(join(bank, change.path)))
  }
}

/** Removes the temporary files, and the folders that were made for them if they are empty. */
export function unstageAll(entry: JournalEntry, bank: string): void {
  removeTemporaries(entry, bank)
  for (const folder of [...entry.newFolders].reverse()) removeFolderIfEmpty(join(bank, folder))
}

/** The texts at every path that this transaction reads or writes. Unmasking looks for the secrets in them. */
export function textsInPlace(entry: JournalEntry, bank: string): readonly string[] {
  const places = entry.changes.flatMap((change, index) => [
    temporary(entry, index, bank),
    formerTemporary(entry, index, bank),
    heldName(entry, index, bank),
    ...pathsOf(change).map((path) => join(bank, path)),
  ])
  return places.flatMap((place) => textAt(place) ?? [])
}

/**
 * Puts the changes in place. Returns the files it left alone: somebody else changed them, or their new text is unknown.
 */
export function performAll(
  entry: JournalEntry,
  bank: string,
  unknown: ReadonlySet<number> = new Set(),
): readonly BankPath[] {
  for (const folder of entry.newFolders) mkdirSync(join(bank, folder), { recursive: true })
  const left = entry.changes.flatMap((change, index) => {
    const names = { staged: temporary(entry, index, bank), held: heldName(entry, index, bank) }
    return !unknown.has(index) && perform(change, names, bank) ? [] : [change.path]
  })
  const savedMeanwhile = removeTemporaries(entry, bank)
  removeFoldersLeft(entry, bank)
  for (const folder of new Set(entry.changes.flatMap(pathsOf).map(directoryOf)))
    if (isThere(join(bank, folder))) syncFolder(join(bank, folder))
  return [...new Set([...left, ...savedMeanwhile])]
}

/** The files that are neither old nor new: somebody saved, moved or removed them since. */
export function editedSince(entry: JournalEntry, bank: string): readonly BankPath[] {
  return entry.changes.flatMap((change) => {
    if (change.kind === 'make-folder' || change.kind === 'remove-folder') return []
    const now = readNow(bank, change.path)
    const were = 'was' in change ? change.was : undefined
    const willBe = change.kind === 'edit' || change.kind === 'create' ? change.text : undefined
    if (now !== were && now !== willBe) return [change.path]
    if (change.kind !== 'move') return []
    const target = readNow(bank, change.to)
    const isOnItsWay = target === change.text || (target === undefined && now === change.was)
    return isOnItsWay ? [] : [change.to]
  })
}

/**
 * Restores the old bank. Returns the current paths of files that somebody else changed. Their edits stay, and a file
 * that was moved goes back to its old place with them.
 */
export function rollBack(
  entry: JournalEntry,
  bank: string,
  unknown: ReadonlySet<number> = new Set(),
): readonly BankPath[] {
  const back = inverse(entry)
  const last = entry.changes.length - 1
  const left = performAll(back, bank, new Set([...unknown].map((index) => last - index)))
  const stand = entry.changes.flatMap((change) => (change.kind === 'move' && moveBack(change, bank) ? [change] : []))
  removeFoldersLeft(back, bank)
  return left.map((path) => stand.find(({ to }) => to === path)?.path ?? path)
}

function moveBack({ path, to }: Change & { kind: 'move' }, bank: string): boolean {
  if (isThere(join(bank, path)) || !isThere(join(bank, to))) return false
  mkdirSync(dirname(join(bank, path)), { recursive: true })
  renameSync(join(bank, to), join(bank, path))
  return true
}

/** The changes that undo these, in reverse order. */
export function inverse(entry: JournalEntry): JournalEntry {
  const changes = entry.changes.map(inverseOf).reverse()
  const named = new Set(changes.flatMap((change) => (change.kind === 'remove-folder' ? [String(change.path)] : [])))
  const folders = entry.newFolders.filter((folder) => folder !== '' && !named.has(folder))
  const removals = [...folders].reverse().map((folder): Change => ({ kind: 'remove-folder', path: knownPath(folder) }))
  const removesBank = entry.newFolders.includes('') ? { removesBank: true } : {}
  // A separate id, so that the undo does not mistake the transaction's temporary files for its own.
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

/** False if the file is neither old nor new. */
function perform(change: Change, names: Neighbours, bank: string): boolean {
  const path = join(bank, change.path)
  switch (change.kind) {
    case 'make-folder':
      mkdirSync(path, { recursive: true })
      return true
    case 'remove-folder':
      return true // `removeFoldersLeft` removes it after the files
    case 'create': {
      const now = readNow(bank, change.path)
      if (now !== undefined) return now === change.text
      return putNewFile(names.staged, change.text, realTarget(path))
    }
    case 'edit': {
      const now = readNow(bank, change.path)
      if (now === change.text) return true
      return now === change.was && replaceFile(change.was, change.text, names, realTarget(path))
    }
    case 'move':
      return performMove(change, names, bank)
    case 'remove': {
      const now = readNow(bank, change.path)
      if (now === undefined) return true
      return now === change.was && removeFile(change.was, names.held, path)
    }
  }
}

function performMove(change: Change & { kind: 'move' }, names: Neighbours, bank: string): boolean {
  const from = join(bank, change.path)
  const to = join(bank, change.to)
  const source = readNow(bank, change.path)
  const target = readNow(bank, change.to)
  if (source === undefined && target === change.text) return true
  if (source !== change.was || (target !== undefined && target !== change.text)) return false
  if (target !== undefined && realTarget(from) === realTarget(to)) return false // two names of one file
  if (target === change.text) return removeFile(change.was, names.held, from)
  mkdirSync(dirname(to), { recursive: true })
  if (change.text === change.was && !lstatSync(from).isSymbolicLink()) {
    renameSync(from, to) // with whatever was saved into it since it was read
    return true
  }
  // A relative link would lead elsewhere from its new place, so its text moves instead.
  return putNewFile(names.staged, change.text, to) && removeFile(change.was, names.held, from)
}

/** The new text of a change, beside its future file. */
function temporary(entry: JournalEntry, index: number, bank: string): string {
  const change = entry.changes[index]
  return neighbour(change?.kind === 'move' ? change.to : change?.path, entry.id, `${index}`, bank)
}

/** The old text of a change, beside the file it was read from. */
function formerTemporary(entry: JournalEntry, index: number, bank: string): string {
  return neighbour(entry.changes[index]?.path, entry.id, `${index}.was`, bank)
}

/** The name under which the old file is held; for a move, the file at the old path. */
function heldName(entry: JournalEntry, index: number, bank: string): string {
  return neighbour(entry.changes[index]?.path, entry.id, `${index}.old`, bank)
}

function neighbour(path = '', id: string, ending: string, bank: string): string {
  const folder = dirname(realTarget(join(bank, path)))
  // A long file name would make the temporary name too long.
  const named = (own: string) => join(folder, `.${baseName(path).slice(0, 20)}.${own}.${ending}.tmp`)
  const whole = named(id)
  // A long id from an older program would do the same. Use the whole id only if that program already made the file.
  return id.length <= LONGEST_ID || isThere(whole) ? whole : named(id.slice(0, 23) + hashOfText(id))
}

/** The length of an id with `.back`. */
const LONGEST_ID = 28

/** Returns the files that somebody saved into while they were held. */
function removeTemporaries(entry: JournalEntry, bank: string): readonly BankPath[] {
  for (const index of entry.changes.keys()) removeIfThere(temporary(entry, index, bank))
  for (const index of entry.former ?? []) removeIfThere(formerTemporary(entry, index, bank))
  return entry.changes.flatMap((change, index) => {
    if (!('was' in change)) return []
    const text = change.kind === 'edit' ? change.text : undefined
    const target = realTarget(join(bank, change.path))
    return releaseHeld(change.was, heldName(entry, index, bank), target, text) ? [] : [change.path]
  })
}

/** Removes the empty folders that the changes name or leave. */
function removeFoldersLeft(entry: JournalEntry, bank: string): void {
  for (const change of entry.changes) {
    if (entry.keepsFolders === true) {
      if (change.kind === 'remove-folder') removeFolderIfEmpty(join(bank, change.path))
    } else if (change.kind === 'remove' || change.kind === 'move') {
      removeEmptyFolders(bank, directoryOf(change.path))
    } else if (change.kind === 'remove-folder') {
      removeEmptyFolders(bank, change.path)
    }
  }
  if (entry.removesBank === true) removeFolderIfEmpty(bank)
}

/** Removes empty folders upwards, but never the bank's own folder: it may be older, or the target of a link. */
function removeEmptyFolders(bank: string, folder: string): void {
  for (let at = folder; at !== '' && removeFolderIfEmpty(join(bank, at)); at = directoryOf(at));
}
