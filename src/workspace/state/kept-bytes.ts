/**
 * Bytes worked out by one process and kept for the next: only ever a saving of time.
 *
 * They are read back as they were written, or not at all: cut short or damaged they are as none. Several processes may
 * keep them at once; the last one's are whole.
 */

import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceQuickly } from '../disk.ts'

const HEAD = 16
const MAGIC = 0x4d424b31
/**
 * Up to here they are kept twice over, and good if the two are equal: no sum is as quick in a process that has compiled
 * nothing yet. Above, room counts more, and a sum is worked out.
 */
const MOST_TWICE = 1024 * 1024

export function keepBytes(path: string, bytes: Uint8Array): void {
  const parts = bytes.length > MOST_TWICE ? [bytes] : [bytes, bytes]
  const head = Buffer.alloc(HEAD)
  for (const [at, value] of [MAGIC, parts.length, bytes.length, parts.length === 2 ? 0 : sumOf(bytes)].entries())
    head.writeUInt32LE(value, at * 4)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const whole = Buffer.concat([head, ...parts])
    replaceQuickly(path, whole, `${path}.${process.pid}.tmp`, 0o600)
  } catch {
    return // a full or read-only disk: the next process works it out again
  }
}

export function keptBytes(path: string): Buffer | undefined {
  try {
    const handle = openSync(path, 'r')
    try {
      const { uid, mode, size } = fstatSync(handle)
      // What others may write to is not trusted; compiled code is among it.
      const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
      return isOurs ? readWhole(handle, size) : undefined
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined // none yet, or none that we may read
  }
}

function readWhole(handle: number, size: number): Buffer | undefined {
  const head = readAt(handle, 0, Buffer.allocUnsafe(HEAD))
  if (head?.readUInt32LE(0) !== MAGIC) return undefined
  const [parts, length] = [head.readUInt32LE(4), head.readUInt32LE(8)]
  if (size !== HEAD + parts * length) return undefined
  const bytes = readAt(handle, HEAD, Buffer.allocUnsafeSlow(length))
  if (bytes === undefined) return undefined
  const isWhole = parts === 2 ? isRepeated(handle, bytes) : parts === 1 && head.readUInt32LE(12) === sumOf(bytes)
  return isWhole ? bytes : undefined
}

/** The second copy, piece by piece: memory that is new to a process costs more than what is read into it. */
function isRepeated(handle: number, bytes: Buffer): boolean {
  const room = Buffer.allocUnsafeSlow(Math.min(bytes.length, PIECE))
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    if (readAt(handle, HEAD + bytes.length + at, room.subarray(0, piece.length))?.equals(piece) !== true) return false
  }
  return true
}

const PIECE = 128 * 1024

/** Undefined where there is less than was asked for. */
function readAt(handle: number, at: number, into: Buffer): Buffer | undefined {
  return readSync(handle, into, 0, into.length, at) === into.length ? into : undefined
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
