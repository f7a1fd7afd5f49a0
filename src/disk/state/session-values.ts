/**
 * Values that a guard keeps until a call, a turn or a session ends, by key. They are in memory if the guard runs inside
 * the host, and in files if each event may start a process.
 *
 * Both are bounded: the oldest value is removed first. A file holds a whole value or none, sealed by Memory Bank. Values
 * hold no text of the bank, which may have a secret in it (S35).
 */

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { isRecord } from '../../base/is-record.ts'
import { codeOf, isThere, keepNewest, namesIn, removeIfThere } from '../disk.ts'
import type { Seal } from './seal.ts'

export interface SessionValues<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  remove(key: string): void
  entries(): readonly (readonly [string, T])[]
}

/** Earlier builds wrote `.json` without a seal; those files are no longer read. */
const ENDING = '.sealed.json'

/** The most sessions, calls or files at one time. */
const MOST = 64

/** Puts a value into a bounded map; the oldest is removed first. */
export function putBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > MOST && oldest !== undefined) map.delete(oldest)
}

export function valuesInMemory<T>(): SessionValues<T> {
  const values = new Map<string, T>()
  return {
    get: (key) => values.get(key),
    put: (key, value) => putBounded(values, key, value),
    remove: (key) => {
      values.delete(key)
    },
    entries: () => [...values],
  }
}

/**
 * `decode` validates the content of a file. A file that it rejects counts as missing. A file that Memory Bank did not write
 * is removed and reported.
 */
export function valuesInFiles<T>(
  folder: string,
  seal: Seal,
  decode: (raw: unknown) => T | undefined,
): SessionValues<T> {
  let puts = 0
  const placeOf = (key: string): string => join(folder, `${hashOfText(key)}${ENDING}`)
  const sealedName = (path: string) => `${basename(folder)}/${basename(path)}`
  const read = (path: string): { readonly key: string; readonly value: T } | undefined => {
    const text = seal.readFile(path, sealedName(path))
    if (text === undefined) return undefined
    const keyed: unknown = JSON.parse(text)
    if (!isRecord(keyed) || typeof keyed['key'] !== 'string') return undefined
    const value = decode(keyed['value'])
    return value === undefined ? undefined : { key: keyed['key'], value }
  }
  return {
    get(key) {
      const found = read(placeOf(key))
      return found?.key === key ? found.value : undefined
    },
    put(key, value) {
      if (!isThere(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = placeOf(key)
      putInPlace(path, seal.at(sealedName(path)).close(JSON.stringify({ key, value })))
      // Not on every call: it lists the folder.
      if (puts % 16 === 0) clearOldest(folder)
      puts += 1
    },
    remove: (key) => removeIfThere(placeOf(key)),
    entries: () =>
      namesIn(folder).flatMap((name) => {
        const found = name.endsWith(ENDING) ? read(join(folder, name)) : undefined
        return found === undefined ? [] : [[found.key, found.value] as const]
      }),
  }
}

/** A half-written new file counts as missing, as before. A replaced file must be whole. */
function putInPlace(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    if (!isThere(path)) {
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
      return
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, path)
}

function clearOldest(folder: string): void {
  // Not on every call: `keepNewest` stats every file.
  if (namesIn(folder).length > 2 * MOST) keepNewest(folder, MOST)
}
