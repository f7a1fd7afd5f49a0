/**
 * Views of the bank: what its files held at a moment, by name. Kept in memory, or in files so that the
 * process a command began in need not be the one that compares.
 *
 * A view names each file's stamp; the text that stood there under that stamp is kept once for all views,
 * and fetched only when it matters. A text that holds a secret is kept with the value masked; the value is found
 * again in the process that saw it, in the bank, or in git (S35).
 */

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BankPath, bankPath } from '../../core/bank-path.ts'
import { hashOfText } from '../../core/content-hash.ts'
import { LIMITS } from '../../core/limits.ts'
import { compression } from '../built-in.ts'
import { isMissing, isThere, namesIn, removeIfThere } from '../disk.ts'
import { type BankText, type SessionValues, valuesInFiles, valuesInMemory } from '../state/session-values.ts'
import { decodeMasked, unmaskValue } from '../state/unmask-value.ts'
import { decodeText, encodeText } from '../text-codec.ts'

const A_WHILE_MS = 60 * 60 * 1000

/** One file at a moment: its stamp changes with it. */
export interface Seen {
  readonly stamp: string
  readonly text: () => string
  /** Came from here: its text is kept. */
  readonly isKept?: true
}

export type View = ReadonlyMap<BankPath, Seen>

export interface BankViews extends SessionValues<View> {
  readonly areOnDisk: boolean
  /** Whether putting this view down would keep a text that is not kept yet. */
  hasNews(view: View): boolean
  /** Let go of texts that no view has named for a while. */
  tidy(now: number): void
}

export function memoryViews(): BankViews {
  return { ...valuesInMemory<View>(), areOnDisk: false, hasNews: () => false, tidy() {} }
}

export function folderViews(folder: string, bankText: BankText): BankViews {
  const texts = join(folder, 'texts')
  const placeOf = (path: BankPath, stamp: string): string => join(texts, hashOfText(`${path}\n${stamp}`))
  /** The true texts of those that are masked in their files, as this process has seen them. */
  const own = new Map<string, string>()
  const textIn = (place: string): string => {
    const known = own.get(place)
    if (known !== undefined) return known
    if (isThere(place + PACKED)) return decodeText(compression().gunzipSync(readFileSync(place + PACKED)))
    const masked = readMasked(place)
    if (masked === undefined) return decodeText(readFileSync(place))
    const { value } = unmaskValue(masked, bankText.sources)
    return typeof value === 'string' ? value : ''
  }
  const fetch = (path: BankPath, stamp: string): Seen => ({
    stamp,
    text: () => textIn(placeOf(path, stamp)),
    isKept: true,
  })
  const shelf = valuesInFiles<Stamps>(join(folder, 'views'), decodeStamps)
  const viewOf = (stamps: Stamps): View => new Map(stamps.map(([path, stamp]) => [path, fetch(path, stamp)]))
  const isKept = (path: BankPath, { isKept, stamp }: Seen): boolean =>
    isKept === true || ENDINGS.some((ending) => isThere(placeOf(path, stamp) + ending))
  return {
    areOnDisk: true,
    hasNews: (view) => [...view].some(([path, seen]) => !isKept(path, seen)),
    get(name) {
      const stamps = shelf.get(name)
      return stamps === undefined ? undefined : viewOf(stamps)
    },
    put(name, view) {
      for (const [path, seen] of view) {
        if (isKept(path, seen)) continue
        const place = placeOf(path, seen.stamp)
        mkdirSync(texts, { recursive: true, mode: 0o700 })
        const text = seen.text()
        const { ending, bytes } = stored(text, bankText)
        if (ending === MASKED) own.set(place, text)
        const name = place + ending
        writeFileSync(`${name}.${process.pid}.tmp`, bytes, { mode: 0o600 })
        renameSync(`${name}.${process.pid}.tmp`, name)
      }
      shelf.put(
        name,
        [...view].map(([path, { stamp }]) => [path, stamp]),
      )
    },
    remove: shelf.remove,
    entries: () => shelf.entries().map(([name, stamps]) => [name, viewOf(stamps)]),
    tidy(now) {
      const used = new Set(shelf.entries().flatMap(([, stamps]) => stamps.map(([path, stamp]) => placeOf(path, stamp))))
      for (const name of namesIn(texts)) {
        const place = join(texts, name)
        // One just written may belong to a view that another process is about to put down.
        const age = now - (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? now)
        if (used.has(place.replace(/\.(?:masked|gz)$/, '')) || age <= A_WHILE_MS) continue
        removeIfThere(place)
        own.delete(place.replace(/\.(?:masked|gz)$/, ''))
      }
    },
  }
}

/** A text that is masked says so in its name, and so does one that is packed. */
const MASKED = '.masked'
const PACKED = '.gz'
const ENDINGS = ['', MASKED, PACKED]

/** What is too large to be looked through while a host waits is packed instead. */
function stored(text: string, { mask }: BankText): { readonly ending: string; readonly bytes: Uint8Array | string } {
  if (text.length > LIMITS.writtenCharacters)
    return { ending: PACKED, bytes: compression().gzipSync(encodeText(text), { level: 1 }) }
  const masked = mask(text)
  return masked.masks === undefined
    ? { ending: '', bytes: encodeText(text) }
    : { ending: MASKED, bytes: JSON.stringify(masked) }
}

function readMasked(place: string): ReturnType<typeof decodeMasked> {
  try {
    return decodeMasked(JSON.parse(readFileSync(place + MASKED, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

type Stamps = readonly (readonly [BankPath, string])[]

function decodeStamps(raw: unknown): Stamps | undefined {
  if (!Array.isArray(raw)) return undefined
  return raw.flatMap((pair: unknown) => {
    if (!Array.isArray(pair)) return []
    const path = typeof pair[0] === 'string' ? bankPath(pair[0]) : undefined
    return path === undefined || typeof pair[1] !== 'string' ? [] : [[path, pair[1]] as const]
  })
}
