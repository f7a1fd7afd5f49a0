/**
 * A value worked out by one process and kept for the next, in our state folder: only ever a saving of time.
 *
 * It is read back by the very program that kept it, or not at all: damaged, or of another program, it is as none.
 */

import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keepBytes, keptBytes } from './kept-bytes.ts'

export function keepJson(path: string, value: unknown): void {
  keepBytes(path, Buffer.from(`${programMark()}\n${JSON.stringify(value)}`))
}

/** Undefined where there is none. What was kept under a path is what comes back. */
export function keptJson<T>(path: string): T | undefined {
  const text = keptBytes(path)?.toString('utf8')
  const mark = `${programMark()}\n`
  if (text === undefined || !text.startsWith(mark)) return undefined
  try {
    return JSON.parse(text.slice(mark.length)) as T
  } catch {
    return undefined // no program of ours wrote this
  }
}

declare const PROGRAM_VERSION: string

/** A published package has its version, whose files all have the same time; one built here has the time. */
function programMark(): string {
  const version = typeof PROGRAM_VERSION === 'string' ? PROGRAM_VERSION : 'source'
  const built = statSync(import.meta.filename ?? fileURLToPath(import.meta.url), { throwIfNoEntry: false })
  return `memo ${version} ${built?.mtimeMs ?? 0} ${built?.size ?? 0}`
}
