/**
 * A bounded look at the project: the first two levels of its tree, manifests whole, and the first lines of documents.
 *
 * What is looked at does not grow with the repository: a folder is read up to a fixed number of
 * entries, and so many folders and files at most.
 */

import { type Dirent, opendirSync } from 'node:fs'
import { basename, join } from 'node:path'
import ignore from 'ignore'
import { BANK_FOLDER } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import type { ScannedFile, TreeEntry } from '../../project/facts.ts'
import { openInside, textInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Never part of what a project is, ignored or not. */
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__', '.DS_Store', BANK_FOLDER])

export function folderNameOf(root: string): string {
  return basename(root)
}

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

/** What lies in these folders; each is one that a listing before it has shown, so no link is followed. */
export function scanFolders(root: string, folders: readonly string[]): readonly TreeEntry[] {
  const reader = new IgnoreReader(root)
  const rules = { prefix: '', rules: reader.rulesIn() }
  return folders.flatMap((folder) => {
    const own = { prefix: `${folder}/`, rules: reader.rulesIn(folder) }
    return listFolder(root, folder, [rules, own])
  })
}

/** Those that the .gitignore at the root leaves out, as a file or as a folder. */
export function ignoredAmong(root: string, paths: readonly string[]): ReadonlySet<string> {
  const rules = new IgnoreReader(root).rulesIn()
  return new Set(paths.filter((path) => [path, `${path}/`].some((one) => rules?.(one) === 'ignored')))
}

/** What the rules of one .gitignore say of a path; undefined where they do not mention it. */
type Rules = (path: string) => 'ignored' | 'kept' | undefined

interface FolderRules {
  readonly prefix: string
  readonly rules: Rules | undefined
}

function listFolder(root: string, folder: string, rules: readonly FolderRules[]): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (const item of firstEntries(join(root, folder))) {
    // A README that is a link (to the one of a package) is read by whoever opens the repository.
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
        // What is never listed does not count: a bank that was just made must not push another entry out.
        if (!SKIPPED.has(item.name)) entries.push(item)
      }
    } finally {
      handle.closeSync()
    }
  } catch {
    return entries // a folder we may not read tells us nothing; the scan goes on
  }
  return entries
}

/**
 * Reads .gitignore files. A stranger wrote them: a rule that is costly to match is left out, and once matching has taken
 * its time nothing more is said to be ignored.
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
      const began = performance.now()
      const { ignored, unignored } = rules.test(path)
      this.#left -= performance.now() - began
      return ignored ? 'ignored' : unignored ? 'kept' : undefined
    }
  }
}

/** Longer than any honest list of rules takes. */
const MATCH_MILLISECONDS = 1_000
/** More than three stars between two slashes, or more than four folders of any name: each multiplies what must be tried. */
const COSTLY = /\*(?:[^*/]*\*+){3}|(?:\*\*\/.*){4}/

function isIgnored(entry: TreeEntry, rules: readonly FolderRules[]): boolean {
  let ignored = false
  for (const { prefix, rules: own } of rules) {
    const relative = entry.path.slice(prefix.length)
    // The nearest .gitignore that mentions it decides.
    const said = own?.(entry.kind === 'folder' ? `${relative}/` : relative)
    if (said !== undefined) ignored = said === 'ignored'
  }
  return ignored
}

/** Manifests whole; one that is too large or cannot be read is left out. */
export function readManifests(root: string, paths: readonly string[]): readonly ScannedFile[] {
  return paths.slice(0, LIMITS.scanManifests).flatMap((path) => {
    const text = textInside(root, join(root, path), { bytes: LIMITS.manifestBytes })
    return text === undefined ? [] : [{ path, text, truncated: false }]
  })
}

/** The first lines of each document; one that cannot be read is left out, as if it were not there. */
export function scanFiles(root: string, paths: readonly string[]): readonly ScannedFile[] {
  return paths.slice(0, LIMITS.scanFiles).flatMap((path) => {
    const opened = openInside(root, join(root, path), HEAD)
    if (opened.kind !== 'file') return []
    const lines = decodeText(opened.bytes).split('\n')
    const truncated = opened.bytes.length === HEAD.bytes || lines.length > LIMITS.scanLines + 1
    return [{ path, text: lines.slice(0, LIMITS.scanLines).join('\n'), truncated }]
  })
}

/** Enough bytes for 200 long lines. */
const HEAD = { bytes: 64 * 1024, part: 'head' } as const
