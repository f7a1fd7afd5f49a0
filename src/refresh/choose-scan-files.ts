/**
 * Which files of a project are worth reading, best first, never more than the scan's budget (S12).
 *
 * Only names are looked at, so the choice costs nothing and is the same for the same tree in any order.
 */

import { LIMITS } from '../core/limits.ts'
import type { TreeEntry } from '../core/project.ts'
import { isNameable } from './manifests/folder-structure.ts'
import { READERS } from './manifests/index.ts'
import { readmeRank } from './manifests/readme.ts'
import { compare, folderOf, isNamed } from './manifests/scan.ts'

export function chooseScanFiles(tree: readonly TreeEntry[]): readonly string[] {
  const files = new Set(tree.flatMap((entry) => (entry.kind === 'file' && isReadable(entry.path) ? [entry.path] : [])))
  const paths = [...files].sort(compare)
  const chosen = [...readmes(paths), ...atRoot(paths), ...oneLevelDown(paths)]
  return chosen.slice(0, LIMITS.scanFiles)
}

/** The files that some reader understands, best first. */
const WORTHWHILE = READERS.flatMap((reader) => reader.files).toSorted((a, b) => a.worth - b.worth)

/** One in the project's main form, and one for Chinese readers. */
function readmes(paths: readonly string[]): readonly string[] {
  const ranked = paths.flatMap((path) => {
    const rank = readmeRank(path)
    return rank === undefined ? [] : [{ path, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || compare(a.path, b.path))
  const [main] = ranked
  const chinese = ranked.find(({ rank }) => rank >= 10 && rank < 20)
  return [...new Set([main, chinese].flatMap((each) => (each === undefined ? [] : [each.path])))]
}

function atRoot(paths: readonly string[]): readonly string[] {
  return byWorth(paths.filter((path) => folderOf(path) === ''))
}

/** The first of each kind before the second of any: ten packages must not hide the one backend. */
function oneLevelDown(paths: readonly string[]): readonly string[] {
  const below = byWorth(paths.filter((path) => folderOf(path) !== '' && !isBeside(folderOf(path))))
  const seen = new Map<number, number>()
  const turns = below.map((path) => {
    const worth = worthOf(path)
    const turn = seen.get(worth) ?? 0
    seen.set(worth, turn + 1)
    return { path, worth, turn }
  })
  turns.sort((a, b) => a.turn - b.turn || a.worth - b.worth || compare(a.path, b.path))
  return turns.map(({ path }) => path)
}

function byWorth(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => worthOf(path) !== -1).sort((a, b) => worthOf(a) - worthOf(b) || compare(a, b))
}

function worthOf(path: string): number {
  return WORTHWHILE.findIndex(({ names }) => isNamed(path, names))
}

/** Folders whose manifests are not the project's own work, or only show it. */
function isBeside(folder: string): boolean {
  return /^(\..*|node_modules|vendor|third_party|dist|build|target|out|memory-bank|examples?|samples?|fixtures|docs?|website)$/i.test(
    folder,
  )
}

/** Paths that can be cited as a source: two plain names at most. */
function isReadable(path: string): boolean {
  const parts = path.split('/')
  return parts.length <= 2 && parts.every((part) => isNameable(part))
}
