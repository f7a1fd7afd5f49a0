/**
 * Chooses the files that a scan reads, best first, within its budget (S12).
 *
 * Only names are examined, so the choice is cheap and does not depend on the order of the tree.
 */

import { LIMITS } from '../base/limits.ts'
import { wordSet } from '../base/word-set.ts'
import { isCiFile } from './ci-files.ts'
import { isPointingDocument } from './documents.ts'
import type { ScannedProject, TreeEntry } from './facts.ts'
import { READERS } from './manifests/index.ts'
import { isCommandDocument } from './named-commands.ts'
import { readmeRank } from './readme.ts'
import { compare, folderOf, isNameable, isNamed, matchesPattern, openScan } from './scan.ts'

export interface ScanChoice {
  /** Data files, read whole. */
  readonly manifests: readonly string[]
  /** Documents; only their first lines are read. */
  readonly prose: readonly string[]
  /** Manifests beyond the budget. */
  readonly unread: readonly string[]
}

export function chooseScanFiles(tree: readonly TreeEntry[]): ScanChoice {
  const files = new Set(tree.flatMap((entry) => (entry.kind === 'file' && isCitable(entry.path) ? [entry.path] : [])))
  const paths = [...files].sort(compare)
  const ci = paths.filter(isCiFile).toSorted(byUse).slice(0, LIMITS.scanWorkflows)
  const manifests = [...byWorth(paths.filter((path) => folderOf(path) === '')), ...ci, ...below(paths)]
  return {
    manifests: manifests.slice(0, LIMITS.scanManifests),
    prose: [...readmes(paths), ...paths.filter(isNamingDocument)].slice(0, LIMITS.scanFiles),
    unread: manifests.slice(LIMITS.scanManifests),
  }
}

/** Folders that lead to workspace members and have not been listed yet. */
export function chooseMemberFolders(project: ScannedProject, listed: ReadonlySet<string>): readonly string[] {
  const scan = openScan(project)
  const all = [...scan.tree].flatMap(([path, kind]) => (kind === 'folder' ? [path] : []))
  const folders = all.filter((path) => !isBeside(path))
  const members = new Set(READERS.flatMap(({ read }) => read(scan)).flatMap((part) => part.members?.paths ?? []))
  const wanted = [...members].flatMap((path) => {
    const parts = path.split('/')
    // A trailing star is resolved by listing the folder above it.
    const deepest = parts.at(-1)?.includes('*') === true ? parts.length - 1 : parts.length
    const onTheWay = Array.from({ length: deepest }, (_, index) => parts.slice(0, index + 1).join('/'))
    return onTheWay.slice(1).flatMap((way) => folders.filter((folder) => matchesPattern(way, folder)))
  })
  return [...new Set([...all.filter((folder) => folder === '.github/workflows'), ...wanted])].filter(
    (folder) => !listed.has(folder),
  )
}

const WORTHWHILE = READERS.flatMap(({ files }) => files)
  .flatMap(({ names, worth }) => (worth === undefined ? [] : [{ names, worth }]))
  .toSorted((a, b) => a.worth - b.worth)

/** True if a manifest reader understands a file of that name. */
export function isManifest(path: string): boolean {
  return worthOf(path) !== -1
}

/** The main README, and one in Chinese. */
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

/** Documents for agents and contributors, some of which only point to another one. */
function isNamingDocument(path: string): boolean {
  return readmeRank(path) === undefined && (isPointingDocument(path) || isCommandDocument(path))
}

/** Workflows that are named for tests and builds come first. */
function byUse(a: string, b: string): number {
  const isMain = (path: string) => Number(/(?:^|[/_-])(?:ci|tests?|build|main|check)\b/i.test(path))
  return isMain(b) - isMain(a) || compare(a, b)
}

/** The first of each kind comes before the second of any, so that ten packages do not hide the one backend. */
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

/** Folders with foreign manifests, or with examples, tests or documentation of the project. */
const BESIDE = wordSet(`
  node_modules vendor third_party dist build target out memory-bank example examples sample samples demo demos fixture
  fixtures testdata doc docs website www tutorial tutorials playground playgrounds fuzz bench benches benchmark benchmarks`)

/** True if a path is in one of these folders or in a hidden one. */
function isBeside(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .some(
      (part, index, parts) =>
        BESIDE.has(part) ||
        (index < parts.length - 1 && (part.startsWith('.') || /^(?:__|templates?(?:[-_]|$))/.test(part))),
    )
}

function isCitable(path: string): boolean {
  return path.split('/').every((part) => isNameable(part))
}
