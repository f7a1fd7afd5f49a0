/**
 * The documents of the repository that the bank's routes name (S23): inside the repository with all links resolved,
 * limited in size and number. A folder means all documents in it.
 */

import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import { LIMITS } from '../../base/limits.ts'
import { once } from '../../base/once.ts'
import { isSettled, stampOf } from '../disk.ts'
import { leadsInside, textInside } from '../open-file.ts'

interface RoutedDocument {
  /** Relative to the root. */
  readonly path: string
  readonly mtime: number
  /** Undefined for a file that was just written. */
  readonly stamp: string | undefined
  readText(): string
}

export interface RoutedDocuments {
  readonly documents: readonly RoutedDocument[]
  /** Paths of documents over the size limit, which are listed instead of searched. */
  readonly tooLarge: readonly string[]
}

/** `places` are relative to the root; a folder ends in a slash. */
export function findDocuments(root: string, places: readonly string[], now: () => Date): RoutedDocuments {
  const found = new Map<string, RoutedDocument>()
  const tooLarge = new Set<string>()
  const take = (path: string) => {
    const document = found.has(path) || found.size >= LIMITS.routedFiles ? undefined : documentAt(root, path, now)
    if (document === 'too large') tooLarge.add(path)
    else if (document !== undefined) found.set(path, document)
  }
  for (const place of places) {
    if (place.endsWith('/')) for (const path of documentsIn(root, place.replace(/\/+$/, ''), DEEPEST)) take(path)
    else take(place)
  }
  return { documents: [...found.values()], tooLarge: [...tooLarge] }
}

/** The README at the root, with any extension; empty if there is none. */
export function rootReadme(root: string): readonly string[] {
  const names = entriesOf(root, root)
    .filter((entry) => entry.isFile() && README.test(entry.name))
    .map(({ name }) => name)
  return names.sort().slice(0, 1)
}

const README = /^readme(?:\.(?:md|mdx|rst|adoc|txt))?$/i
const DEEPEST = 4

function documentAt(root: string, path: string, now: () => Date): RoutedDocument | 'too large' | undefined {
  const file = `${root}/${path}`
  const stat = statOf(root, file)
  if (stat === undefined || !stat.isFile()) return undefined
  if (stat.size > LIMITS.routedBytes) return 'too large'
  return {
    path,
    mtime: Math.trunc(stat.mtimeMs),
    stamp: isSettled(stat, now().getTime()) ? stampOf(stat) : undefined,
    readText: once(() => textInside(root, file, { bytes: LIMITS.routedBytes }) ?? ''),
  }
}

function statOf(root: string, file: string): Stats | undefined {
  try {
    return leadsInside(root, file) ? statSync(file) : undefined
  } catch {
    return undefined // missing or unreadable
  }
}

/** Sorted by name, so that the same repository gives the same documents. */
function documentsIn(root: string, folder: string, depth: number): readonly string[] {
  const entries = entriesOf(root, `${root}/${folder}`)
  const files = entries.filter((entry) => entry.isFile() && DOCUMENT.test(entry.name)).map(({ name }) => name)
  const folders = depth === 0 ? [] : entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))
  const own = files.sort().map((name) => `${folder}/${name}`)
  const below = folders.map(({ name }) => name).sort()
  const paths = [...own]
  for (const name of below) {
    if (paths.length >= LIMITS.routedFiles) break
    paths.push(...documentsIn(root, `${folder}/${name}`, depth - 1))
  }
  return paths.slice(0, LIMITS.routedFiles)
}

const DOCUMENT = /\.(?:md|mdx|rst|txt|adoc)$/i
const SKIPPED = /^(?:\..*|node_modules|__pycache__|memory-bank)$/

function entriesOf(root: string, folder: string): readonly Dirent[] {
  try {
    return leadsInside(root, folder) ? readdirSync(folder, { withFileTypes: true }) : []
  } catch {
    return [] // a missing folder has no documents
  }
}
