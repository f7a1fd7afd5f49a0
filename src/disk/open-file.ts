/**
 * The one way to open a file that we did not write (S39): a regular file of a bounded size, and where a repository
 * brings it, inside the folder it is asked for in once all links are resolved. A device, a pipe, a link that leads out,
 * a file without end is never opened, and never waited for; what was asked for is refused with the reason.
 */

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import { sep } from 'node:path'
import { LIMITS } from '../base/limits.ts'
import { causeOf, leadsNowhere } from './disk.ts'
import { decodeText } from './text-codec.ts'

export type Opened =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: 'missing' }
  /** `error` is what the system threw, where it was the system that refused. */
  | { readonly kind: 'refused'; readonly cause: string; readonly error?: unknown }

/** Never more of a file than this is kept, and none that is larger, unless a `part` of it is all that is asked for. */
export interface Bounds {
  readonly bytes: number
  readonly part?: 'head' | 'tail'
  /** As many line ends at most. */
  readonly lines?: number
}

/** Opens `path`, which must stand inside `folder`. */
export function openInside(folder: string, path: string, bounds: Bounds): Opened {
  try {
    statSync(path)
    return leadsInside(folder, path) ? openRegular(path, bounds) : { kind: 'refused', cause: CAUSES.outside }
  } catch (error) {
    return whyFailed(error)
  }
}

/** Opens what a person or a tool names, wherever it stands: still only a regular file, and of a bounded size. */
export function openRegular(path: string, bounds: Bounds): Opened {
  try {
    const why = whyNot(path, bounds)
    if (why !== undefined) return { kind: 'refused', cause: why }
    // Should a pipe take the file's place just now, opening it does not wait for a writer.
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
    return whyFailed(error)
  }
}

/** The text of such a file; undefined where there is none that may be opened. */
export function textInside(folder: string, path: string, bounds: Bounds): string | undefined {
  const opened = openInside(folder, path, bounds)
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/** The same for a file that stands anywhere. */
export function textOfRegular(path: string, bounds: Bounds): string | undefined {
  const opened = openRegular(path, bounds)
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/**
 * Whether a path leads to something inside the folder, all links resolved. What git keeps for itself is no part of a
 * project or a bank; of a whole disk, where settings stand, it is.
 */
export function leadsInside(folder: string, path: string): boolean {
  const root = realpathSync.native(folder)
  const real = realpathSync.native(path)
  if (real === root) return true
  if (root.endsWith(sep)) return real.startsWith(root)
  const inside = root + sep
  return real.startsWith(inside) && !real.slice(inside.length).split(sep).includes('.git')
}

/** A bank file that is larger or longer is named instead of read. */
export const BANK_FILE: Bounds = { bytes: LIMITS.fileBytes, lines: LIMITS.fileLines }
/** What a command made of a file is compared and put back up to this size. */
export const WATCHED: Bounds = { bytes: LIMITS.watchedBytes }

const CAUSES = {
  outside: 'it is a link that leads out of the repository',
  special: 'it is not a regular file',
} as const

function largerThan(bytes: number): string {
  return bytes < 1024 * 1024 ? `it is larger than ${bytes / 1024} KB` : `it is larger than ${bytes / 1024 / 1024} MB`
}

function whyFailed(error: unknown): Opened {
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

function whyNot(path: string, { bytes, part }: Bounds): string | undefined {
  const stat = statSync(path)
  if (stat.isDirectory()) return 'it is a folder (EISDIR)'
  if (!stat.isFile()) return CAUSES.special
  return stat.size > bytes && part === undefined ? largerThan(bytes) : undefined
}

/** What a file says of its size may be wrong: reading goes on to its end, or one byte past the bound. */
function readUpTo(handle: number, said: number, { bytes: most, part }: Bounds): Buffer | undefined {
  const from = part === 'tail' ? Math.max(0, said - most) : 0
  let buffer = Buffer.allocUnsafe(Math.min(said, most) + 1)
  let length = 0
  for (;;) {
    const read = readSync(handle, buffer, length, buffer.length - length, from + length)
    if (read === 0) return buffer.subarray(0, length)
    length += read
    if (length > most) return part === undefined ? undefined : buffer.subarray(0, most)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2, most + 1))
  }
}
