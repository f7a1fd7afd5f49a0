/**
 * Bytes worked out by one process and kept for the next: only ever a saving of time.
 *
 * They are read back as they were written, or not at all: cut short or damaged they are as none. Several processes may
 * keep them at once; the last one's are whole.
 */

import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceQuickly } from './disk.ts'

const HEAD = 16
const MAGIC = 0x4d424b31
/**
 * Up to here they are kept twice over, and good if the two are equal: no sum is as quick in a process that has compiled
 * nothing yet. Above, room counts more, and a sum is worked out.
 */
const MOST_TWICE = 1024 * 1024

export function keepBytes(path: string, bytes: Uint8Array): void {
  const parts = bytes.length > MOST_TWICE ? [bytes] : [bytes, bytes]
  const head = new Uint32Array([MAGIC, parts.length, bytes.length, parts.length === 2 ? 0 : sumOf(bytes)])
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const whole = Buffer.concat([new Uint8Array(head.buffer), ...parts])
    replaceQuickly(path, whole, `${path}.${process.pid}.tmp`, 0o600)
  } catch {
    return // a full or read-only disk: the next process works it out again
  }
}

export function keptBytes(path: string): Buffer | undefined {
  const whole = readOwn(path)
  if (whole === undefined || whole.length < HEAD) return undefined
  const [magic, parts = 0, length = 0, sum] = new Uint32Array(Uint8Array.from(whole.subarray(0, HEAD)).buffer)
  if (magic !== MAGIC || whole.length !== HEAD + parts * length) return undefined
  const bytes = whole.subarray(HEAD, HEAD + length)
  const isWhole = parts === 2 ? bytes.equals(whole.subarray(HEAD + length)) : parts === 1 && sum === sumOf(bytes)
  return isWhole ? bytes : undefined
}

/** What others may write to is not trusted; compiled code is among it. */
function readOwn(path: string): Buffer | undefined {
  try {
    const handle = openSync(path, 'r')
    try {
      const { uid, mode, size } = fstatSync(handle)
      const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
      if (!isOurs) return undefined
      const bytes = Buffer.allocUnsafeSlow(size)
      return readSync(handle, bytes, 0, size, 0) === size ? bytes : undefined
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined // none yet, or none that we may read
  }
}

/** Two running sums, as Fletcher's, and what is left over at the end. */
function sumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = 1
  let sums = bytes.length
  let at = 0
  for (; at + 4 <= bytes.length; at += 4) {
    sum = (sum + view.getInt32(at)) | 0
    sums = (sums + sum) | 0
  }
  for (; at < bytes.length; at += 1) sum = (sum + (bytes[at] ?? 0) * 257) | 0
  return (sum ^ Math.imul(sums, 0x9e3779b1)) >>> 0
}
