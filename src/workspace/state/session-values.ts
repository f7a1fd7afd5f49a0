/**
 * What a guard must find again until a call, a turn or a session is over, by key: in memory for a host that keeps us in
 * its process, in files where each event may come to a process of its own.
 *
 * Both are bounded: what was put there longest ago goes first. A value is in its file whole or not at all, except that
 * secrets are masked there; their values are found again in this process or where they stand (S35).
 */

import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../../core/content-hash.ts'
import { codeOf, isThere, namesIn, readJson, removeIfThere } from '../disk.ts'
import { decodeMasked, type MaskedValue, unmaskValue } from './unmask-value.ts'

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

/** What is needed to keep values that hold text of the bank. */
export interface BankText {
  /** Where the values of secrets may stand that another process has masked. */
  readonly sources: readonly (() => readonly string[])[]
  /** `maskValue`: the finder of secrets is large, and most events keep nothing of the bank. */
  readonly mask: (value: unknown) => MaskedValue
}

/** `decode` says what a file of ours holds; a file that it does not understand counts as not there. */
export function valuesInFiles<T>(
  folder: string,
  decode: (raw: unknown) => T | undefined,
  bankText?: BankText,
): SessionValues<T> {
  let puts = 0
  const placeOf = (key: string): string => join(folder, `${hashOfText(key)}.json`)
  /** Values that this process has put there and that are masked in their files. */
  const own = valuesInMemory<{ readonly salt: string; readonly key: string; readonly value: T }>()
  const read = (path: string): { readonly key: string; readonly value: T } | undefined => {
    const raw = decodeMasked(readJson(path))
    if (raw === undefined || !isKeyed(raw.value)) return undefined
    const known = own.get(path)
    if (known !== undefined && known.salt === raw.masks?.salt) return known
    const { value: keyed } = unmaskValue(raw, bankText?.sources ?? [])
    const value = isKeyed(keyed) ? decode(keyed.value) : undefined
    return value === undefined || !isKeyed(keyed) ? undefined : { key: keyed.key, value }
  }
  return {
    get(key) {
      const found = read(placeOf(key))
      return found?.key === key ? found.value : undefined
    },
    put(key, value) {
      const path = placeOf(key)
      if (!isThere(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
      const keyed = { key, value }
      const stored: MaskedValue = bankText === undefined ? { value: keyed } : bankText.mask(keyed)
      putInPlace(path, JSON.stringify(stored))
      if (stored.masks === undefined) own.remove(path)
      else own.put(path, { salt: stored.masks.salt, key, value })
      // Not at every call, since the folder has to be listed.
      if (puts % 16 === 0) clearOldest(folder)
      puts += 1
    },
    remove(key) {
      own.remove(placeOf(key))
      removeIfThere(placeOf(key))
    },
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

function isKeyed(raw: unknown): raw is { readonly key: string; readonly value: unknown } {
  return typeof raw === 'object' && raw !== null && 'key' in raw && typeof raw.key === 'string' && 'value' in raw
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
