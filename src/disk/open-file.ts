/**
 * The one way to open a file that Memory Bank did not write (S39). The file must be regular and of a bounded size. A
 * file of a repository must also be inside its folder with all links resolved. Any other file is refused with a reason.
 * Opening a pipe or a device never blocks.
 */

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import { sep } from 'node:path'
import { LIMITS } from '../base/limits.ts'
import { causeOf, leadsNowhere } from './disk.ts'
import { decodeText } from './text-codec.ts'

export type Opened =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: 'missing' }
  /** `error` is the system's error, if the system refused. */
  | { readonly kind: 'refused'; readonly cause: string; readonly error?: unknown }

/** A larger file is refused, unless only a `part` of it is asked for. */
export interface Bounds {
  readonly bytes: number
  readonly part?: 'head' | 'tail'
  /** The maximum number of line ends. */
  readonly lines?: number
}

/** Opens `path`, which must be inside `folder`. */
export function openInside(folder: string, path: string, bounds: Bounds): Opened {
  try {
    statSync(path)
    return leadsInside(folder, path) ? openRegular(path, bounds) : { kind: 'refused', cause: CAUSES.outside }
  } catch (error) {
    return failureOf(error)
  }
}

/** Opens a file that a person or a tool named, wherever it is. It must still be regular and of a bounded size. */
export function openRegular(path: string, bounds: Bounds): Opened {
  try {
    const why = refusalOf(path, bounds)
    if (why !== undefined) return { kind: 'refused', cause: why }
    // If a pipe has replaced the file since the check, opening it must not wait for a writer.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = fstatSync(handle)
      if (!stat.isFile()) return { kind: 'refused', cause: CAUSES.special }
      const bytes = readUpTo(handle, stat.size, bounds)
      if (bytes === undefined) return { kind: 'refused', cause: largerThan(bounds.bytes) }
      if (bounds.lines !== undefined && hasMoreLines(bytes, bounds.lines))
        return { kind: 'refused', cause: longerThan(bounds.lines) }
      return { kind: 'file', bytes, stat }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    return failureOf(error)
  }
}

/** The text of the file; undefined if it does not exist or is refused. */
export function textInside(folder: string, path: string, bounds: Bounds): string | undefined {
  const opened = openInside(folder, path, bounds)
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/** The text of a source file. Undefined also if it is binary. */
export function sourceInside(folder: string, path: string, bounds: Bounds = SOURCE_FILE): string | undefined {
  const bytes = sourceBytesInside(folder, path, bounds)
  return bytes === undefined ? undefined : decodeText(bytes)
}

export function sourceBytesInside(folder: string, path: string, bounds: Bounds = SOURCE_FILE): Buffer | undefined {
  const opened = openInside(folder, path, bounds)
  return opened.kind === 'file' && !opened.bytes.subarray(0, 8_000).includes(0) ? opened.bytes : undefined
}

const SOURCE_FILE: Bounds = { bytes: 1024 * 1024 }

/** Like `textInside`, for a file anywhere on the disk. */
export function textOfRegular(path: string, bounds: Bounds): string | undefined {
  const opened = openRegular(path, bounds)
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/**
 * Whether a path is inside the folder, with all links resolved. Files in a .git folder do not count as inside, unless
 * `folder` is the root of the disk, as for settings files.
 */
export function leadsInside(folder: string, path: string): boolean {
  const root = realpathSync.native(folder)
  const real = realpathSync.native(path)
  if (real === root) return true
  if (root.endsWith(sep)) return real.startsWith(root)
  const inside = root + sep
  return real.startsWith(inside) && !real.slice(inside.length).split(sep).includes('.git')
}

/** The limits of a bank file. A larger or longer file is listed but not read. */
export const BANK_FILE: Bounds = { bytes: LIMITS.fileBytes, lines: LIMITS.fileLines }
/** The largest file that is compared and restored after a command wrote it. */
export const WATCHED: Bounds = { bytes: LIMITS.watchedBytes }

const CAUSES = {
  outside: 'it is a link out of the repository',
  special: 'it is not a regular file',
} as const

function largerThan(bytes: number): string {
  return bytes < 1024 * 1024 ? `it is larger than ${bytes / 1024} KB` : `it is larger than ${bytes / 1024 / 1024} MB`
}

function failureOf(error: unknown): Opened {
  return leadsNowhere(error) ? { kind: 'missing' } : { kind: 'refused', cause: causeOf(error), error }
}

function longerThan(lines: number): string {
  return `it has more than ${lines.toLocaleString('en')} lines`
}

function hasMoreLines(bytes: Buffer, most: number): boolean {
  return [0x0a, 0x0d].some((end) => {
    let left = most
    for (let at = bytes.indexOf(end); at !== -1 && left >= 0; at = bytes.indexOf(end, at + 1)) left -= 1
    return left < 0
  })
}

function refusalOf(path: string, { bytes, part }: Bounds): string | undefined {
  const stat = statSync(path)
  if (stat.isDirectory()) return 'it is a folder (EISDIR)'
  if (!stat.isFile()) return CAUSES.special
  return stat.size > bytes && part === undefined ? largerThan(bytes) : undefined
}

/** The stat'ed size may be wrong: read to the end, or one byte past the limit. */
function readUpTo(handle: number, size: number, { bytes: most, part }: Bounds): Buffer | undefined {
  const from = part === 'tail' ? Math.max(0, size - most) : 0
  let buffer = Buffer.allocUnsafe(Math.min(size, most) + 1)
  let length = 0
  for (;;) {
    const read = readSync(handle, buffer, length, buffer.length - length, from + length)
    if (read === 0) return buffer.subarray(0, length)
    length += read
    if (length > most) return part === undefined ? undefined : buffer.subarray(0, most)
    // The buffer had room for another byte, so this is the end of the file.
    if (from + length === size && length < buffer.length) return buffer.subarray(0, length)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2, most + 1))
  }
}
