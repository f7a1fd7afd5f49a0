/** The first lines of some files of the project. */

import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../core/limits.ts'
import type { ScannedFile } from '../../core/project.ts'
import { decodeText } from '../text-codec.ts'

/** The first lines of each file; one that cannot be read is left out, as if it were not there. */
export function scanFiles(root: string, paths: readonly string[]): readonly ScannedFile[] {
  return paths.slice(0, LIMITS.scanFiles).flatMap((path) => {
    const head = readHead(join(root, path))
    return head === undefined ? [] : [{ path, ...head }]
  })
}

/** Enough bytes for 200 long lines; whatever comes after is not a manifest's head. */
const HEAD_BYTES = 64 * 1024

function readHead(path: string): { readonly text: string; readonly truncated: boolean } | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const buffer = Buffer.alloc(HEAD_BYTES)
    let length = 0
    for (let read = -1; read !== 0 && length < HEAD_BYTES; length += read) {
      read = readSync(file, buffer, length, HEAD_BYTES - length, length)
    }
    const text = decodeText(buffer.subarray(0, length))
    const lines = text.split('\n')
    const truncated = length === HEAD_BYTES || lines.length > LIMITS.scanLines + 1
    return { text: lines.slice(0, LIMITS.scanLines).join('\n'), truncated }
  } catch {
    return undefined // vanished or unreadable since it was listed
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
