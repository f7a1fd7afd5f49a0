/**
 * Which files of a project are worth reading, best first, never more than the scan's budget (S12).
 *
 * Only names are looked at, so the choice costs nothing and is the same for the same tree in any order.
 */

import { LIMITS } from '../base/limits.ts'
import type { ScannedProject, TreeEntry } from './facts.ts'
import { wordSet } from '../base/word-set.ts'
import { isPointingDocument } from './documents.ts'
import { READERS } from './manifests/index.ts'
import { readmeRank } from './readme.ts'
import { compare, folderOf, isNameable, isNamed, matchesPattern, openScan } from './scan.ts'

export interface ScanChoice {
  /** Data, read whole. */
  readonly manifests: readonly string[]
  /** Documents, of which the first lines are read. */
  readonly prose: readonly string[]
  /** Manifests beyond the budget. */
  readonly unread: readonly string[]
}

export function chooseScanFiles(tree: readonly TreeEntry[]): ScanChoice {
  const files = new Set(tree.flatMap((entry) => (entry.kind === 'file' && isCitable(entry.path) ? [entry.path] : [])))
  const paths = [...files].sort(compare)
  const manifests = [...atRoot(paths), ...below(paths)]
  return {
    manifests: manifests.slice(0, LIMITS.scanManifests),
    prose: [...readmes(paths), ...paths.filter(isPointingDocument)].slice(0, LIMITS.scanFiles),
    unread: manifests.slice(LIMITS.scanManifests),
  }
}

/** Folders on the way to workspace members that the tree knows and has not looked into; none when all are known. */
export function chooseMemberFolders(project: ScannedProject, listed: ReadonlySet<string>): readonly string[] {
  const scan = openScan(project)
  const folders = [...scan.tree].flatMap(([path, kind]) => (kind === 'folder' && !isBeside(path) ? [path] : []))
  const members = new Set(READERS.flatMap(({ read }) => read(scan)).flatMap((part) => part.members?.paths ?? []))
  const wanted = [...members].flatMap((path) => {
    const parts = path.split('/')
    // What a star at the end stands for is seen by opening the folder above it.
    const deepest = parts.at(-1)?.includes('*') === true ? parts.length - 1 : parts.length
    const onTheWay = Array.from({ length: deepest }, (_, index) => parts.slice(0, index + 1).join('/'))
    return onTheWay.slice(1).flatMap((way) => folders.filter((folder) => matchesPattern(way, folder)))
  })
  return [...new Set(wanted)].filter((folder) => !listed.has(folder))
}

/** The files that some reader understands, best first. */
const WORTHWHILE = READERS.flatMap((reader) => reader.files).toSorted((a, b) => a.worth - b.worth)

/** Whether a file of that name is one that a reader understands. */
export function isManifest(path: string): boolean {
  return worthOf(path) !== -1
}

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
function below(paths: readonly string[]): readonly string[] {
  const seen = new Map<number, number>()
  const turns = byWorth(paths.filter((path) => folderOf(path) !== '' && !isBeside(path))).map((path) => {
    const worth = worthOf(path)
    const turn = seen.get(worth) ?? 0
    seen.set(worth, turn + 1)
    return { path, worth, turn }
  })
  turns.sort((a, b) => a.turn - b.turn || a.worth - b.worth || compare(a.path, b.path))
  return turns.map(({ path }) => path)
}

function byWorth(paths: readonly string[]): readonly string[] {
  return paths.filter(isManifest).sort((a, b) => worthOf(a) - worthOf(b) || compare(a, b))
}

function worthOf(path: string): number {
  return WORTHWHILE.findIndex(({ names }) => isNamed(path, names))
}

/** Folders whose manifests are not the project's own work, or only show, test or document it. */
const BESIDE = wordSet(`
  node_modules vendor third_party dist build target out memory-bank example examples sample samples demo demos fixture
  fixtures testdata doc docs website www tutorial tutorials playground playgrounds fuzz bench benches benchmark benchmarks`)

/** Whether a file, or a member's folder, lies in one of them. */
function isBeside(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .some((part, index, parts) => BESIDE.has(part) || (part.startsWith('.') && index < parts.length - 1))
}

/** Paths that can be cited as a source. */
function isCitable(path: string): boolean {
  return path.split('/').every((part) => isNameable(part))
}
