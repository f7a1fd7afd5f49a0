/**
 * The one way to open a file that a repository brings (S39): a regular file, inside the folder it is asked for in once
 * all links are resolved, and of a bounded size. A device, a pipe, a link that leads out, a file without end is never
 * opened, and never waited for; what was asked for is refused with the reason.
 */

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import { sep } from 'node:path'
import { LIMITS } from '../core/limits.ts'
import { causeOf, leadsNowhere } from './disk.ts'
import { decodeText } from './text-codec.ts'

export type Opened =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly cause: string }

/** Never more of a file than this is kept, and none that is larger; `head` takes the beginning of any file. */
export interface Bounds {
  readonly bytes: number
  readonly head?: true
}

/** Opens `path`, which must stand inside `folder`. */
export function openInside(folder: string, path: string, bounds: Bounds): Opened {
  try {
    const why = whyNot(folder, path, bounds)
    if (why !== undefined) return { kind: 'refused', cause: why }
    // Should a pipe take the file's place just now, opening it does not wait for a writer.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = fstatSync(handle)
      if (!stat.isFile()) return { kind: 'refused', cause: CAUSES.special }
      const bytes = readUpTo(handle, stat.size, bounds)
      return bytes === undefined ? tooLarge(bounds) : { kind: 'file', bytes, stat }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    return leadsNowhere(error) ? { kind: 'missing' } : { kind: 'refused', cause: causeOf(error) }
  }
}

/** The text of such a file; undefined where there is none that may be opened. */
export function textInside(folder: string, path: string, bounds: Bounds): string | undefined {
  const opened = openInside(folder, path, bounds)
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/** Whether a path leads to something inside the folder, all links resolved; what git keeps for itself is no part of it. */
export function leadsInside(folder: string, path: string): boolean {
  const root = realpathSync.native(folder)
  const real = realpathSync.native(path)
  if (real === root) return true
  const inside = root.endsWith(sep) ? root : root + sep
  return real.startsWith(inside) && !real.slice(inside.length).split(sep).includes('.git')
}

/** A bank file that is larger is named instead of read. */
export const BANK_FILE: Bounds = { bytes: LIMITS.fileBytes }

export const CAUSES = {
  outside: 'it is a link that leads out of the repository',
  special: 'it is not a regular file',
} as const

export function largerThan(bytes: number): string {
  return bytes < 1024 * 1024 ? `it is larger than ${bytes / 1024} KB` : `it is larger than ${bytes / 1024 / 1024} MB`
}

function whyNot(folder: string, path: string, { bytes, head }: Bounds): string | undefined {
  const stat = statSync(path)
  if (!leadsInside(folder, path)) return CAUSES.outside
  if (stat.isDirectory()) return 'it is a folder (EISDIR)'
  if (!stat.isFile()) return CAUSES.special
  return stat.size > bytes && head === undefined ? largerThan(bytes) : undefined
}

function tooLarge({ bytes }: Bounds): Opened {
  return { kind: 'refused', cause: largerThan(bytes) }
}

/** What a file says of its size may be wrong: reading goes on to its end, or one byte past the bound. */
function readUpTo(handle: number, said: number, { bytes: most, head }: Bounds): Buffer | undefined {
  let buffer = Buffer.allocUnsafe(Math.min(said, most) + 1)
  let length = 0
  for (;;) {
    const read = readSync(handle, buffer, length, buffer.length - length, length)
    if (read === 0) return buffer.subarray(0, length)
    length += read
    if (length > most) return head === undefined ? undefined : buffer.subarray(0, most)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2, most + 1))
  }
}
