/**
 * What a guard must find again until a call, a turn or a session is over, by key: in memory for a host that keeps us in
 * its process, in files where each event may come to a process of its own.
 *
 * Both are bounded: what was put there longest ago goes first. A value is in its file whole or not at all. No text of the
 * bank is put there: it may hold a secret (S35).
 */

import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { isRecord } from '../../base/record.ts'
import { codeOf, isThere, namesIn, readJson, removeIfThere } from '../disk.ts'

export interface SessionValues<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  remove(key: string): void
  entries(): readonly (readonly [string, T])[]
}

/** Sessions, calls or files at a time; more than this many are not under way at once. */
const MOST = 64

/** Puts a value into a bounded map: what was put there longest ago goes first. */
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

/** `decode` says what a file of ours holds; a file that it does not understand counts as not there. */
export function valuesInFiles<T>(folder: string, decode: (raw: unknown) => T | undefined): SessionValues<T> {
  let puts = 0
  const placeOf = (key: string): string => join(folder, `${hashOfText(key)}.json`)
  const read = (path: string): { readonly key: string; readonly value: T } | undefined => {
    const raw = readJson(path)
    const keyed = isRecord(raw) ? raw['value'] : undefined
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
      putInPlace(placeOf(key), JSON.stringify({ value: { key, value } }))
      // Not at every call, since the folder has to be listed.
      if (puts % 16 === 0) clearOldest(folder)
      puts += 1
    },
    remove: (key) => removeIfThere(placeOf(key)),
    entries: () =>
      namesIn(folder).flatMap((name) => {
        const found = name.endsWith('.json') ? read(join(folder, name)) : undefined
        return found === undefined ? [] : [[found.key, found.value] as const]
      }),
  }
}

/** A new file that is half written counts as none, which is what was there before; one that replaces another must be whole. */
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
  const names = namesIn(folder)
  // Not at every call, since every file has to be looked at.
  if (names.length <= 2 * MOST) return
  const dated = names.map((name) => ({
    name,
    time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  dated.sort((a, b) => a.time - b.time)
  for (const { name } of dated.slice(0, names.length - MOST)) removeIfThere(join(folder, name))
}
