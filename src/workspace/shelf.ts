/**
 * Values by key that last until somebody takes them down: in memory for a host that keeps us in its process,
 * in files where each event may come to a process of its own.
 *
 * Both are bounded: what was put there longest ago goes first. A value is in its file whole or not at all.
 */

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../core/content-hash.ts'
import { codeOf, isMissing, isThere, namesIn, removeIfThere } from './disk.ts'

export interface Shelf<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  remove(key: string): void
  entries(): readonly (readonly [string, T])[]
}

/** Calls or commands at a time; more than this many are not under way at once. */
const MOST = 64

export function memoryShelf<T>(): Shelf<T> {
  const values = new Map<string, T>()
  return {
    get: (key) => values.get(key),
    put(key, value) {
      values.delete(key)
      values.set(key, value)
      const oldest = values.keys().next().value
      if (values.size > MOST && oldest !== undefined) values.delete(oldest)
    },
    remove(key) {
      values.delete(key)
    },
    entries: () => [...values],
  }
}

/** `decode` says what a file of ours holds; one it does not know counts as not there. */
export function folderShelf<T>(folder: string, decode: (raw: unknown) => T | undefined): Shelf<T> {
  let puts = 0
  const placeOf = (key: string): string => join(folder, `${hashOfText(key)}.json`)
  const read = (path: string): { readonly key: string; readonly value: T } | undefined => {
    const raw = readJson(path)
    if (typeof raw !== 'object' || raw === null || !('key' in raw) || typeof raw.key !== 'string') return undefined
    const value = decode('value' in raw ? raw.value : undefined)
    return value === undefined ? undefined : { key: raw.key, value }
  }
  return {
    get(key) {
      const found = read(placeOf(key))
      return found?.key === key ? found.value : undefined
    },
    put(key, value) {
      const path = placeOf(key)
      if (!isThere(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
      putInPlace(path, JSON.stringify({ key, value }))
      // Not at every turn: what stands there has to be listed.
      if (puts % 16 === 0) clearOldest(folder)
      puts += 1
    },
    remove(key) {
      removeIfThere(placeOf(key))
    },
    entries: () =>
      namesIn(folder).flatMap((name) => {
        const found = name.endsWith('.json') ? read(join(folder, name)) : undefined
        return found === undefined ? [] : [[found.key, found.value] as const]
      }),
  }
}

/** Half written, a new one is as good as none, which it was before; one that replaces another must take its place whole. */
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

/** A file that is cut short or not ours is as good as none. */
function readJson(path: string): unknown {
  // What is asked for is often not there, and an error takes long to make.
  if (!isThere(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

function clearOldest(folder: string): void {
  const names = namesIn(folder)
  // Not at every turn: each has to be looked at.
  if (names.length <= 2 * MOST) return
  const dated = names.map((name) => ({
    name,
    time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  dated.sort((a, b) => a.time - b.time)
  for (const { name } of dated.slice(0, names.length - MOST)) removeIfThere(join(folder, name))
}
