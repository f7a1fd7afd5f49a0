/** The basic file operations. */

import {
  chmodSync,
  closeSync,
  type Dirent,
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
import { dirname, join } from 'node:path'

/** Writes a new file and flushes it to the disk. Fails if the file exists. */
export function writeDurably(path: string, bytes: Uint8Array, mode?: number): void {
  const file = openSync(path, 'wx', mode ?? 0o666)
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  // `open` applies the umask, but a replaced file must keep its exact mode.
  if (mode !== undefined) chmodSync(path, mode)
}

/** Renames, and makes the rename itself durable. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) syncFolder(dirname(from))
}

/** Replaces a file in one step: writes a temporary file beside it, then renames that. */
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

/**
 * Replaces a file without flushing it, for data that may be lost. A reader finds the old file, the new one or none.
 * After a power failure the file may be damaged.
 */
export function replaceQuickly(path: string, bytes: Uint8Array, temporary: string, mode: number): void {
  try {
    writeFileSync(temporary, bytes, { mode })
    // On some file systems, a rename over an existing file waits until the new one is on the disk.
    removeIfThere(path)
    renameSync(temporary, path)
  } catch (error) {
    removeIfThere(temporary)
    throw error
  }
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // Windows cannot open a folder; its file system journals renames
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

/**
 * Whether a path exists. A path that cannot be examined for lack of permission counts as existing. A path below a
 * loop of links, or with a name that is too long, does not.
 */
export function isThere(path: string): boolean {
  // A dangling link exists too, and only `lstat` sees it.
  if (existsSync(path)) return true
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return !leadsNowhere(error)
  }
}

/**
 * The text of a file that git or Memory Bank wrote; undefined if there is no such file. For files of the repository,
 * use `open-file.ts`.
 */
export function readIfThere(path: string): string | undefined {
  // Often the file is missing, and creating an error is slow.
  if (!isThere(path)) return undefined
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The value in a JSON file; undefined if the file is missing or is not valid JSON. */
export function readJson(path: string): unknown {
  const text = readIfThere(path)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The names in a folder; empty if there is no folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The entries of a folder; empty if the folder is missing or cannot be listed. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Removes all but the newest `most` files of a folder, and those older than `oldest` (a time in milliseconds). */
export function keepNewest(folder: string, most: number, oldest = 0): void {
  const files = namesIn(folder).map((name) => {
    const path = join(folder, name)
    return { path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  const newestFirst = files.sort((a, b) => b.time - a.time)
  for (const [at, { path, time }] of newestFirst.entries()) if (at >= most || time < oldest) removeIfThere(path)
}

/** Whether the path is a folder. False if it cannot be examined. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

/** Identifies a version of a file without reading it. */
export function stampOf(stat: Stats): string {
  return `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}`
}

/** The stamp of a file; undefined if the file is missing. If it cannot be examined, the reason instead. */
export function stampAt(path: string): string | undefined {
  try {
    return stampOf(statSync(path))
  } catch (error) {
    return leadsNowhere(error) ? undefined : causeOf(error)
  }
}

/** File times advance every few milliseconds. On a disk that stores whole seconds, such as FAT, up to every two. */
const TICK_MS = 100
const COARSE_TICK_MS = 2_100

/** Whether any later write must change the stamp. */
export function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  const tick = mtimeMs % 1_000 === 0 || ctimeMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS
  return Math.max(mtimeMs, ctimeMs) < now - tick
}

/** Undefined if a later write could leave the same stamp. */
export function settledStamp(stat: Stats, now: number): string | undefined {
  return isSettled(stat, now) ? stampOf(stat) : undefined
}

/** Whether a path with this error counts as missing: no such file, a loop of links, or a name that is too long. */
export function leadsNowhere(error: unknown): boolean {
  return isMissing(error) || codeOf(error) === 'ELOOP' || codeOf(error) === 'ENAMETOOLONG'
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

/** Whether the disk does not support hard links, or refuses one to this file, such as that of another user. */
export function cannotLink(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EISDIR', 'EMLINK', 'UNKNOWN'].includes(
    codeOf(error) ?? '',
  )
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A system error in plain words, without its path and system call. */
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
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files',
}
