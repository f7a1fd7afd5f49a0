/**
 * Views of the bank: what its files held at a moment, by name. Kept in memory, or in files so that the
 * process a command began in need not be the one that compares.
 *
 * A view names each file's stamp; the text that stood there under that stamp is kept once for all views,
 * and fetched only when it matters.
 */

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BankPath, bankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { isThere, namesIn, removeIfThere } from './disk.ts'
import { folderShelf, memoryShelf, type Shelf } from './shelf.ts'
import { decodeText, encodeText } from './text-codec.ts'

const A_WHILE_MS = 60 * 60 * 1000

/** One file at a moment: its stamp changes with it. */
export interface Seen {
  readonly stamp: string
  readonly text: () => string
  /** Came from here: its text is kept. */
  readonly isKept?: true
}

export type View = ReadonlyMap<BankPath, Seen>

export interface BankViews extends Shelf<View> {
  /** Let go of texts that no view has named for a while. */
  tidy(now: number): void
}

export function memoryViews(): BankViews {
  return { ...memoryShelf<View>(), tidy() {} }
}

export function folderViews(folder: string): BankViews {
  const texts = join(folder, 'texts')
  const placeOf = (path: BankPath, stamp: string): string => join(texts, hashOfText(`${path}\n${stamp}`))
  const fetch = (path: BankPath, stamp: string): Seen => ({
    stamp,
    text: () => decodeText(readFileSync(placeOf(path, stamp))),
    isKept: true,
  })
  const shelf = folderShelf<Stamps>(join(folder, 'views'), decodeStamps)
  const viewOf = (stamps: Stamps): View => new Map(stamps.map(([path, stamp]) => [path, fetch(path, stamp)]))
  return {
    get(name) {
      const stamps = shelf.get(name)
      return stamps === undefined ? undefined : viewOf(stamps)
    },
    put(name, view) {
      for (const [path, seen] of view) {
        if (seen.isKept) continue
        const place = placeOf(path, seen.stamp)
        if (isThere(place)) continue
        mkdirSync(texts, { recursive: true, mode: 0o700 })
        writeFileSync(`${place}.${process.pid}.tmp`, encodeText(seen.text()), { mode: 0o600 })
        renameSync(`${place}.${process.pid}.tmp`, place)
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
        if (!used.has(place) && age > A_WHILE_MS) removeIfThere(place)
      }
    },
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
