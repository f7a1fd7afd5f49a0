/**
 * The steps of a transaction on the disk. Each may be repeated after a crash: what is already done is
 * recognised by its content and skipped, and a file that is neither the old nor the new one (a person
 * edited it meanwhile) is left alone and named.
 *
 * A file that makes way is held by a second name until the transaction is over: what an editor still saves
 * into it is found there and given its place back. A new file takes no name that somebody else took first.
 */

import { linkSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BankPath, baseName, directoryOf, knownPath } from '../../core/bank-path.ts'
import type { Change } from '../../core/change.ts'
import {
  cannotLink,
  codeOf,
  isMissing,
  isThere,
  removeFolderIfEmpty,
  removeIfThere,
  syncFolder,
  writeDurably,
} from '../disk.ts'
import { decodeText, encodeText } from '../text-codec.ts'
import type { JournalEntry } from './journal.ts'
import { readNow } from './preconditions.ts'

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
    heldName(entry, index, bank),
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
    const names = { staged: temporary(entry, index, bank), held: heldName(entry, index, bank) }
    if (unknown.has(index) || !perform(change, names, bank)) left.push(change.path)
    folders.add(directoryOf(change.path))
    if (change.kind === 'move') folders.add(directoryOf(change.to))
  }
  for (const path of removeTemporaries(entry, bank)) if (!left.includes(path)) left.push(path)
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

/** The neighbours of one change's file: its new text, and the file that makes way for it. */
interface Neighbours {
  readonly staged: string
  readonly held: string
}

/** False where the file is neither as it was nor as it shall be. */
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
      return now === change.was && replace(change.was, change.text, names, realTarget(path))
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

/** The staged neighbour takes the file's name; the file itself is held until the transaction is over. */
function replace(was: string, text: string, { staged, held }: Neighbours, target: string): boolean {
  stageAgain(staged, text, target)
  if (!letGo(was, held, target) || !hold(held, target)) return false
  if (isThere(held) && (textAt(held) !== was || !isSameFile(held, target))) {
    removeIfThere(held) // saved since we looked: it stands where it was saved
    return false
  }
  renameSync(staged, target)
  return isHeldAs(was, held) || giveBack(held, target)
}

/** A name that somebody took meanwhile is theirs. */
function putNew(staged: string, text: string, target: string): boolean {
  stageAgain(staged, text, target)
  if (!linkNew(staged, target)) return false
  removeIfThere(staged)
  return true
}

/** Renamed first and looked at then: what was saved in between comes back. */
function takeAway(was: string, held: string, path: string): boolean {
  if (!letGo(was, held, path)) return false
  if (lstatSync(path).isSymbolicLink()) {
    unlinkSync(path)
    return true
  }
  renameSync(path, held)
  return isHeldAs(was, held) || giveBack(held, path)
}

/** False where the name is taken. Disks that cannot link rename, and have looked a moment before. */
function linkNew(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!cannotLink(error)) throw error
    renameSync(from, to)
    return true
  }
}

/** False where the file has gone meanwhile. Disks that cannot link hold nothing. */
function hold(held: string, target: string): boolean {
  try {
    linkSync(target, held)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!cannotLink(error)) throw error
    return true
  }
}

function isHeldAs(was: string, held: string): boolean {
  return !isThere(held) || textAt(held) === was
}

/** Somebody still saved into the file that made way: it stands in its place again. Says that ours does not. */
function giveBack(held: string, target: string): false {
  renameSync(held, target)
  return false
}

/**
 * The transaction is over, or begins anew: what made way goes. False where somebody saved into it since, or into the
 * file; then theirs stands in its place, or, where two did, both are left.
 */
function letGo(was: string, held: string, target: string, text?: string): boolean {
  if (!isThere(held)) return true
  if (textAt(held) === was || isSameFile(held, target)) {
    removeIfThere(held)
    return true
  }
  const isOurs = !isThere(target) || (text !== undefined && textAt(target) === text)
  return isOurs && giveBack(held, target)
}

function textAt(path: string): string {
  return decodeText(readFileSync(path))
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

/** A neighbour that a crash lost or cut short is written again from the journal. */
function stageAgain(staged: string, text: string, target: string): void {
  const bytes = encodeText(text)
  if (isThere(staged) && readFileSync(staged).equals(bytes)) return
  removeIfThere(staged)
  mkdirSync(dirname(target), { recursive: true })
  writeDurably(staged, bytes, modeOf(target))
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

/** Where the file stands until its transaction is over; of a move, the one that it leaves. */
function heldName(entry: JournalEntry, index: number, bank: string): string {
  const path = entry.changes[index]?.path ?? ''
  return join(dirname(realTarget(join(bank, path))), `.${baseName(path).slice(0, 20)}.${entry.id}.${index}.old.tmp`)
}

/** Gives the files that somebody saved into while they made way. */
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

function modeOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : stat.mode & 0o777
}

/** Upwards as long as they are empty, but not the bank's own folder: it may have stood before us, or be where a link leads. */
function removeEmptyFolders(bank: string, folder: string): void {
  for (let at = folder; at !== '' && removeFolderIfEmpty(join(bank, at)); at = directoryOf(at));
}
