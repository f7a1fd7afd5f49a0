/**
 * The steps of a transaction on the disk. Each may be repeated after a crash: what is already done is
 * recognised by its content and skipped, and a file that is neither the old nor the new one (a person
 * edited it meanwhile) is left alone and named.
 */

import { lstatSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BankPath, baseName, directoryOf, knownPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { hashOfText } from '../../base/content-hash.ts'
import { isThere, removeFolderIfEmpty, removeIfThere, syncFolder, writeDurably } from '../disk.ts'
import { encodeText } from '../text-codec.ts'
import type { JournalEntry } from './journal.ts'
import { pathsOf, readNow } from './preconditions.ts'
import { letGo, modeOf, type Neighbours, putNew, realTarget, replaceFile, takeAway, textAt } from './replace-file.ts'

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

/** Removes the temporaries, and the folders made for them where they stayed empty. */
export function unstageAll(entry: JournalEntry, bank: string): void {
  removeTemporaries(entry, bank)
  for (const folder of [...entry.newFolders].reverse()) removeFolderIfEmpty(join(bank, folder))
}

/** Every text that stands where this transaction put or found one; what the journal has masked is among them. */
export function standingTexts(entry: JournalEntry, bank: string): readonly string[] {
  const places = entry.changes.flatMap((change, index) => [
    temporary(entry, index, bank),
    formerTemporary(entry, index, bank),
    heldName(entry, index, bank),
    ...pathsOf(change).map((path) => join(bank, path)),
  ])
  return places.flatMap((place) => textAt(place) ?? [])
}

/**
 * Puts the changes in place; returns the files that were left alone: somebody else changed them, or their new text is
 * unknown.
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

/** The files that are neither as they were nor as they will be: somebody saved, moved or removed them since. */
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
 * Puts the old bank back; returns the files that somebody else changed, where they stand now. What they wrote stays, and
 * a file that had moved takes it back to its old place.
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

/** False where the file is neither as it was nor as it will be. */
function perform(change: Change, names: Neighbours, bank: string): boolean {
  const path = join(bank, change.path)
  switch (change.kind) {
    case 'make-folder':
      mkdirSync(path, { recursive: true })
      return true
    case 'remove-folder':
      return true // after the files, with the other folders that were left empty
    case 'create': {
      const now = readNow(bank, change.path)
      if (now !== undefined) return now === change.text
      return putNew(names.staged, change.text, realTarget(path))
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
      return now === change.was && takeAway(change.was, names.held, path)
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
  if (target === change.text) return takeAway(change.was, names.held, from)
  mkdirSync(dirname(to), { recursive: true })
  if (change.text === change.was && !lstatSync(from).isSymbolicLink()) {
    renameSync(from, to) // with whatever was saved into it since we looked
    return true
  }
  // A link would lead elsewhere from its new place: the text it stood for moves.
  return putNew(names.staged, change.text, to) && takeAway(change.was, names.held, from)
}

/** The new text of a change, beside the file that will hold it. */
function temporary(entry: JournalEntry, index: number, bank: string): string {
  const change = entry.changes[index]
  return neighbour(change?.kind === 'move' ? change.to : change?.path, entry.id, `${index}`, bank)
}

/** The old text of a change, beside the file it was read from. */
function formerTemporary(entry: JournalEntry, index: number, bank: string): string {
  return neighbour(entry.changes[index]?.path, entry.id, `${index}.was`, bank)
}

/** Where the file stands until its transaction is over; of a move, the file that it leaves. */
function heldName(entry: JournalEntry, index: number, bank: string): string {
  return neighbour(entry.changes[index]?.path, entry.id, `${index}.old`, bank)
}

function neighbour(path = '', id: string, ending: string, bank: string): string {
  const folder = dirname(realTarget(join(bank, path)))
  // A long name of the file would make its neighbour's too long.
  const named = (own: string) => join(folder, `.${baseName(path).slice(0, 20)}.${own}.${ending}.tmp`)
  const whole = named(id)
  // So would an id that an older program let grow; only where that program made the file it has the whole name.
  return id.length <= LONGEST_ID || isThere(whole) ? whole : named(id.slice(0, 23) + hashOfText(id))
}

/** An id, and `.back`. */
const LONGEST_ID = 28

/** Returns the files that somebody saved into while they made way. */
function removeTemporaries(entry: JournalEntry, bank: string): readonly BankPath[] {
  for (const index of entry.changes.keys()) removeIfThere(temporary(entry, index, bank))
  for (const index of entry.former ?? []) removeIfThere(formerTemporary(entry, index, bank))
  return entry.changes.flatMap((change, index) => {
    if (!('was' in change)) return []
    const text = change.kind === 'edit' ? change.text : undefined
    const target = realTarget(join(bank, change.path))
    return letGo(change.was, heldName(entry, index, bank), target, text) ? [] : [change.path]
  })
}

/** The folders that the changes name or leave empty. */
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

/** Removes empty folders upwards, but never the bank's own: it may have stood before us, or be where a link leads. */
function removeEmptyFolders(bank: string, folder: string): void {
  for (let at = folder; at !== '' && removeFolderIfEmpty(join(bank, at)); at = directoryOf(at));
}
