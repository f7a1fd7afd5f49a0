/**
 * Look-ups in a scanned project: existing paths, files by name, members of a workspace.
 *
 * The order of the input does not matter.
 */

import { LIMITS } from '../base/limits.ts'
import type { ScannedFile, ScannedProject, TreeEntry } from './facts.ts'

/** The packages of a workspace: folders in the tree, or patterns for folders too deep for the scan. */
export interface Members {
  readonly paths: readonly string[]
  readonly source: string
}

export interface Scan {
  readonly tree: ReadonlyMap<string, TreeEntry['kind']>
  /** Sorted by path, without byte order marks, lines ending in `\n`. */
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
    tree: new Map(entries.map((entry) => [entry.path, entry.kind])),
    files: [...files.values()],
    unread: [...project.unread].sort(compare),
  }
}

/** True if the name can be written in Markdown, and in a source's parentheses, without escaping. */
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

/** All read files of that name, the root's first. */
export function filesNamed(scan: Scan, ...names: readonly string[]): readonly ScannedFile[] {
  const found = scan.files.filter((file) => isNamed(file.path, names))
  return found.sort((a, b) => a.path.split('/').length - b.path.split('/').length || compare(a.path, b.path))
}

export function foldersWith(scan: Scan, ...names: readonly string[]): readonly string[] {
  return [...new Set(filesNamed(scan, ...names).map((file) => folderOf(file.path)))]
}

/** True if the file has one of these names. `*` matches one or more characters. */
export function isNamed(path: string, names: readonly string[]): boolean {
  const base = baseOf(path)
  return names.some((name) => {
    const [start = '', end] = name.split('*')
    if (end === undefined) return base === name
    return base.length >= name.length && base.startsWith(start) && base.endsWith(end)
  })
}

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

/** By code units, so the result does not depend on the locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function normalised(text: string): string {
  const cut = text.slice(0, LIMITS.manifestBytes)
  return (cut.charCodeAt(0) === 0xfeff ? cut.slice(1) : cut).replaceAll(/\r\n?/g, '\n')
}

/** The folders that match. A pattern without a match is kept, because its folders may be too deep for the scan. */
export function membersOf(scan: Scan, patterns: readonly string[], source: string, base: string): Members | undefined {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map((pattern) => rooted(pattern, base))
  const unwanted = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [rooted(pattern.slice(1), base)] : []))
  const folders = [...scan.tree].flatMap(([path, kind]) => (kind === 'folder' ? [path] : []))
  const paths = new Set<string>()
  for (const pattern of wanted.slice(0, 100)) {
    if (pattern === '' || pattern === '.') continue
    if (!pattern.includes('*')) {
      paths.add(pattern)
      continue
    }
    const found = folders.filter(
      (path) => matchesPattern(pattern, path) && !unwanted.some((each) => matchesPattern(each, path)),
    )
    for (const path of found.length === 0 ? [pattern] : found) paths.add(path)
  }
  return paths.size === 0 ? undefined : { paths: [...paths], source }
}

function rooted(pattern: string, base: string): string {
  const clean = pattern
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '')
  return base === '' || clean === '' ? clean : `${base}/${clean}`
}

/** `**` at the end matches any folder below; elsewhere stars stay within one path part. */
export function matchesPattern(pattern: string, path: string): boolean {
  const asked = pattern.split('/')
  const given = path.split('/')
  if (asked.at(-1) === '**') {
    const head = asked.slice(0, -1)
    return given.length > head.length && head.every((part, index) => matchesPart(part, given[index] ?? ''))
  }
  return asked.length === given.length && asked.every((part, index) => matchesPart(part, given[index] ?? ''))
}

/** Linear in the text: after a mismatch only the last star is retried, one character on. */
function matchesPart(pattern: string, text: string): boolean {
  if (text.startsWith('.') && !pattern.startsWith('.')) return false
  let p = 0
  let star = -1
  let resume = 0
  for (let t = 0; t < text.length; ) {
    if (pattern[p] === '*') {
      star = p
      p += 1
      resume = t
    } else if (pattern[p] === text[t]) {
      p += 1
      t += 1
    } else if (star !== -1) {
      p = star + 1
      resume += 1
      t = resume
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}
