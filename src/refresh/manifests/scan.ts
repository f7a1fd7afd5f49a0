/** A scanned project made easy to ask: what exists, and the files by name. Independent of the order it came in. */

import { LIMITS } from '../../core/limits.ts'
import type { ScannedFile, ScannedProject, TreeEntry } from '../../core/project.ts'

export interface Scan {
  readonly folder: string
  readonly tree: ReadonlyMap<string, TreeEntry['kind']>
  /** Sorted by path; texts without byte order mark, lines ending in `\n`. */
  readonly files: readonly ScannedFile[]
  readonly unread: readonly string[]
}

export function openScan(project: ScannedProject): Scan {
  const files = new Map<string, ScannedFile>()
  const sorted = [...project.files].sort((a, b) => compare(a.path, b.path) || compare(a.text, b.text))
  for (const file of sorted) {
    if (!files.has(file.path)) files.set(file.path, { ...file, text: normalised(file.text) })
  }
  const entries = [...project.tree].sort((a, b) => compare(a.path, b.path) || compare(a.kind, b.kind))
  return {
    folder: project.folder,
    tree: new Map(entries.map((entry) => [entry.path, entry.kind])),
    files: [...files.values()],
    unread: [...project.unread].sort(compare),
  }
}

/** A name that can stand in a line of Markdown as it is, and in a source's parentheses. */
export function isNameable(name: string): boolean {
  return name.length <= 80 && name !== '.' && name !== '..' && /^[\p{L}\p{N}_.@+~-][\p{L}\p{N}_.@+=~ -]*$/u.test(name)
}

export function exists(scan: Scan, folder: string, name: string): boolean {
  const path = join(folder, name)
  return scan.tree.has(path) || scan.files.some((file) => file.path === path)
}

export function fileAt(scan: Scan, folder: string, ...names: readonly string[]): ScannedFile | undefined {
  for (const name of names) {
    const file = scan.files.find((each) => each.path === join(folder, name))
    if (file !== undefined) return file
  }
  return undefined
}

/** Every read file of that name, the root's first. */
export function filesNamed(scan: Scan, ...names: readonly string[]): readonly ScannedFile[] {
  const found = scan.files.filter((file) => isNamed(file.path, names))
  return found.sort((a, b) => depthOf(a.path) - depthOf(b.path) || compare(a.path, b.path))
}

/** The folders that hold a read file of that name, the root first. */
export function foldersWith(scan: Scan, ...names: readonly string[]): readonly string[] {
  return [...new Set(filesNamed(scan, ...names).map((file) => folderOf(file.path)))]
}

/** Whether the file has one of these names; `*` in a name stands for any text but none. */
export function isNamed(path: string, names: readonly string[]): boolean {
  const base = baseOf(path)
  return names.some((name) => {
    const [start = '', end] = name.split('*')
    if (end === undefined) return base === name
    return base.length >= name.length && base.startsWith(start) && base.endsWith(end)
  })
}

/** Names directly inside a folder of the tree. */
export function childrenOf(scan: Scan, folder: string, kind: TreeEntry['kind']): readonly string[] {
  const prefix = folder === '' ? '' : `${folder}/`
  const names: string[] = []
  for (const [path, what] of scan.tree) {
    if (!path.startsWith(prefix) || what !== kind) continue
    const rest = path.slice(prefix.length)
    if (rest !== '' && !rest.includes('/')) names.push(rest)
  }
  return names
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** By code units, so that the answer is the same under every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function depthOf(path: string): number {
  return path.split('/').length
}

function normalised(text: string): string {
  const cut = text.slice(0, LIMITS.manifestBytes)
  return (cut.charCodeAt(0) === 0xfeff ? cut.slice(1) : cut).replaceAll(/\r\n?/g, '\n')
}
