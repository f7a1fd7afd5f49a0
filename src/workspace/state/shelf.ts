/**
 * Values by key that last until somebody takes them down: in memory for a host that keeps us in its process,
 * in files where each event may come to a process of its own.
 *
 * Both are bounded: what was put there longest ago goes first. A value is in its file whole or not at all, but for
 * secrets: they are masked there, and found again in this process or where they stand (S35).
 */

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../../core/content-hash.ts'
import { codeOf, isMissing, isThere, namesIn, removeIfThere } from '../disk.ts'
import type { CleanTexts } from './clean-texts.ts'
import { decodeMasked, type MaskedValue, maskValue, trueValue } from './masked-value.ts'

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

/** What a shelf needs to know whose values hold text of the bank. */
export interface BankText {
  /** Where the values of secrets may stand that another process has masked. */
  readonly pools: readonly (() => readonly string[])[]
  readonly clean: CleanTexts
}

/** `decode` says what a file of ours holds; one it does not know counts as not there. */
export function folderShelf<T>(folder: string, decode: (raw: unknown) => T | undefined, bankText?: BankText): Shelf<T> {
  let puts = 0
  const placeOf = (key: string): string => join(folder, `${hashOfText(key)}.json`)
  /** What this process has put there, where the file alone would not tell it. */
  const own = memoryShelf<{ readonly salt: string; readonly key: string; readonly value: T }>()
  const read = (path: string): { readonly key: string; readonly value: T } | undefined => {
    const raw = decodeMasked(readJson(path))
    if (raw === undefined || !isKeyed(raw.value)) return undefined
    const known = own.get(path)
    if (known !== undefined && known.salt === raw.masks?.salt) return known
    const { value: keyed } = trueValue(raw, bankText?.pools ?? [])
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
      const stored: MaskedValue = bankText === undefined ? { value: keyed } : maskValue(keyed, bankText.clean)
      putInPlace(path, JSON.stringify(stored))
      if (stored.masks === undefined) own.remove(path)
      else own.put(path, { salt: stored.masks.salt, key, value })
      // Not at every turn: what stands there has to be listed.
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

function isKeyed(raw: unknown): raw is { readonly key: string; readonly value: unknown } {
  return typeof raw === 'object' && raw !== null && 'key' in raw && typeof raw.key === 'string' && 'value' in raw
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
