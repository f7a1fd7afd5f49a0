/**
 * A bounded look at the project: the first two levels of its tree, whole manifests, and the first lines of documents.
 *
 * The work does not grow with the repository: the numbers of files, folders and entries per folder are limited.
 */

import { type Dirent, opendirSync } from 'node:fs'
import { join } from 'node:path'
import ignore from 'ignore'
import { BANK_FOLDER } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import type { ScannedFile, TreeEntry } from '../../project/facts.ts'
import { monotonicMs } from '../built-in.ts'
import { openInside, textInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Never part of a project, whether git ignores them or not. */
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__', '.DS_Store', BANK_FOLDER])

export function scanTree(root: string): readonly TreeEntry[] {
  const reader = new IgnoreReader(root)
  const rules = [{ prefix: '', rules: reader.rulesIn() }]
  const top = listFolder(root, '', rules)
  const entries = [...top]
  for (const folder of top.filter((entry) => entry.kind === 'folder').slice(0, LIMITS.scanFolders)) {
    const own = { prefix: `${folder.path}/`, rules: reader.rulesIn(folder.path) }
    entries.push(...listFolder(root, folder.path, [...rules, own]))
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** The entries of these folders. Earlier listings have shown them as folders, so no link is followed. */
export function scanFolders(root: string, folders: readonly string[]): readonly TreeEntry[] {
  const reader = new IgnoreReader(root)
  const rules = { prefix: '', rules: reader.rulesIn() }
  return folders.flatMap((folder) => {
    const own = { prefix: `${folder}/`, rules: reader.rulesIn(folder) }
    return listFolder(root, folder, [rules, own])
  })
}

/** The paths that the .gitignore at the root excludes, as a file or as a folder. */
export function ignoredAmong(root: string, paths: readonly string[]): ReadonlySet<string> {
  const rules = new IgnoreReader(root).rulesIn()
  return new Set(paths.filter((path) => [path, `${path}/`].some((one) => rules?.(one) === 'ignored')))
}

/** The answer of one .gitignore for a path; undefined if it does not mention the path. */
type Rules = (path: string) => 'ignored' | 'kept' | undefined

interface FolderRules {
  readonly prefix: string
  readonly rules: Rules | undefined
}

function listFolder(root: string, folder: string, rules: readonly FolderRules[]): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (const item of firstEntries(join(root, folder))) {
    // A README may be a link, for example to the README of a package.
    const isReadme = item.isSymbolicLink() && /^readme\b/i.test(item.name)
    if (!(item.isFile() || item.isDirectory() || isReadme)) continue
    const path = folder === '' ? item.name : `${folder}/${item.name}`
    const entry: TreeEntry = { path, kind: item.isDirectory() ? 'folder' : 'file' }
    if (!isIgnored(entry, rules)) entries.push(entry)
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function firstEntries(folder: string): readonly Dirent[] {
  const entries: Dirent[] = []
  try {
    const handle = opendirSync(folder, { bufferSize: 128 })
    try {
      for (
        let item = handle.readSync();
        item !== null && entries.length < LIMITS.scanFolderEntries;
        item = handle.readSync()
      ) {
        // Skipped entries do not count, so that a new bank does not push out another entry.
        if (!SKIPPED.has(item.name)) entries.push(item)
      }
    } finally {
      handle.closeSync()
    }
  } catch {
    return entries // an unreadable folder is skipped; the scan continues
  }
  return entries
}

/**
 * Reads untrusted .gitignore files. Costly rules are skipped, and once matching has used up its time, nothing more is
 * ignored.
 */
class IgnoreReader {
  readonly #root: string
  #left = MATCH_MILLISECONDS

  constructor(root: string) {
    this.#root = root
  }

  rulesIn(folder = ''): Rules | undefined {
    const text = textInside(this.#root, join(this.#root, folder, '.gitignore'), { bytes: LIMITS.ignoreBytes })
    if (text === undefined) return undefined
    const rules = ignore().add(text.split('\n').filter((rule) => !COSTLY.test(rule)))
    return (path) => {
      // No pattern can match a name such as `...`.
      if (this.#left <= 0 || !ignore.isPathValid(path)) return undefined
      const began = monotonicMs()
      const { ignored, unignored } = rules.test(path)
      this.#left -= monotonicMs() - began
      return ignored ? 'ignored' : unignored ? 'kept' : undefined
    }
  }
}

/** More than any ordinary list of rules needs. */
const MATCH_MILLISECONDS = 1_000
/** Four or more stars between two slashes, or four or more folders of any name: each multiplies the match attempts. */
const COSTLY = /\*(?:[^*/]*\*+){3}|(?:\*\*\/.*){4}/

function isIgnored(entry: TreeEntry, rules: readonly FolderRules[]): boolean {
  let ignored = false
  for (const { prefix, rules: own } of rules) {
    const relative = entry.path.slice(prefix.length)
    // The nearest .gitignore that mentions the entry decides.
    const verdict = own?.(entry.kind === 'folder' ? `${relative}/` : relative)
    if (verdict !== undefined) ignored = verdict === 'ignored'
  }
  return ignored
}

/** Whole manifests. One that is too large or unreadable is skipped. */
export function readManifests(root: string, paths: readonly string[]): readonly ScannedFile[] {
  return paths.slice(0, LIMITS.scanManifests).flatMap((path) => {
    const text = textInside(root, join(root, path), { bytes: LIMITS.manifestBytes })
    return text === undefined ? [] : [{ path, text }]
  })
}

/** The first lines of each document. An unreadable one is skipped. */
export function scanFiles(root: string, paths: readonly string[]): readonly ScannedFile[] {
  return paths.slice(0, LIMITS.scanFiles).flatMap((path) => {
    const opened = openInside(root, join(root, path), HEAD)
    if (opened.kind !== 'file') return []
    return [{ path, text: decodeText(opened.bytes).split('\n').slice(0, LIMITS.scanLines).join('\n') }]
  })
}

/** Enough bytes for 200 long lines. */
const HEAD = { bytes: 64 * 1024, part: 'head' } as const
