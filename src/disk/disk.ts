/** The few file operations that everything else is built from. */

import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that is on the disk when this returns. It must not be there yet. */
export function writeDurably(path: string, bytes: Uint8Array, mode?: number): void {
  const file = openSync(path, 'wx', mode ?? 0o666)
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  // `open` masks the mode; a file that is replaced keeps the one it had.
  if (mode !== undefined) chmodSync(path, mode)
}

/** Renames, and makes the rename itself durable. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) syncFolder(dirname(from))
}

/** Puts a file in place in one step: its neighbour is written first, then takes its name. */
export function replaceDurably(path: string, bytes: Uint8Array, temporary: string, mode?: number): void {
  removeIfThere(temporary)
  try {
    writeDurably(temporary, bytes, mode)
    renameDurably(temporary, path)
  } catch (error) {
    removeIfThere(temporary)
    throw error
  }
}

/** The same for what may be lost: a reader finds the old file, the new one or none; after a power cut, maybe a damaged one. */
export function replaceQuickly(path: string, bytes: Uint8Array, temporary: string, mode: number): void {
  try {
    writeFileSync(temporary, bytes, { mode })
    // A rename over a file waits until the new one is on the disk.
    removeIfThere(path)
    renameSync(temporary, path)
  } catch (error) {
    removeIfThere(temporary)
    throw error
  }
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // a folder cannot be opened there; renames are journalled by the system
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

export function removeFolderIfEmpty(path: string): boolean {
  try {
    if (readdirSync(path).length > 0) return false
    rmdirSync(path)
    return true
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Whether anything stands at a path. What we may not look at counts as there; where no path can lead does not. */
export function isThere(path: string): boolean {
  // A link that leads nowhere is there too, and only `lstat` sees it.
  if (existsSync(path)) return true
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return !leadsNowhere(error)
  }
}

/** The text of a file of git's or ours; undefined where there is none. What a repository brings is opened by `open-file.ts`. */
export function readIfThere(path: string): string | undefined {
  // Often there is none, and an error takes long to make.
  if (!isThere(path)) return undefined
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** What a JSON file holds; undefined where there is none, or where it was cut short. */
export function readJson(path: string): unknown {
  const text = readIfThere(path)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The names in a folder; none where there is no folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** A folder that we can look at. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

/** Tells one version of a file from another without reading it. */
export function stampOf(stat: Stats): string {
  return `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}`
}

/** A kernel's clock ticks every few milliseconds; where times are whole seconds, the disk counts no finer. */
const TICK_MS = 100
const COARSE_TICK_MS = 2_100

/** Whether a later write could no longer leave the same stamp. */
export function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  const tick = mtimeMs % 1_000 === 0 || ctimeMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS
  return Math.max(mtimeMs, ctimeMs) < now - tick
}

/** Undefined for a file that a later write could leave looking the same. */
export function settledStamp(stat: Stats, now: number): string | undefined {
  return isSettled(stat, now) ? stampOf(stat) : undefined
}

/** No path can lead there: the links form a circle, or the name is too long. That counts as missing. */
export function leadsNowhere(error: unknown): boolean {
  return isMissing(error) || codeOf(error) === 'ELOOP' || codeOf(error) === 'ENAMETOOLONG'
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

/** Whether this disk cannot link files, or not this file, which belongs to somebody else. */
export function cannotLink(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EISDIR', 'EMLINK', 'UNKNOWN'].includes(
    codeOf(error) ?? '',
  )
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A system error in plain words, without the path and the call it carries. */
export function causeOf(error: unknown): string {
  const code = codeOf(error)
  const known = code === undefined ? undefined : CAUSES[code]
  if (known !== undefined) return `${known} (${code})`
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error)
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an input/output error',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOENT: 'it does not exist',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files',
}
