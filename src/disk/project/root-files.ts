/** What a path of the project leads to, and what a file says. */

import { statSync } from 'node:fs'
import { leadsInside, openInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** What a path of the repository leads to; where it leads out of it, that is not looked at. */
export function kindAt(root: string, path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    return stat.isDirectory() && leadsInside(root, path) ? 'folder' : 'file'
  } catch {
    return 'file' // what we may not look at is there
  }
}

const SENSIBLE = { bytes: 1024 * 1024 }

/** A text of a sensible size; of what vanished, or is not ours to read, nothing can be said. */
export function readText(root: string, path: string): string | undefined {
  const opened = openInside(root, path, SENSIBLE)
  if (opened.kind !== 'file') return undefined
  return opened.bytes.subarray(0, 8_000).includes(0) ? undefined : decodeText(opened.bytes)
}
