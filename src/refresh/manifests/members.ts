/** The members of a workspace: its patterns matched against the folders that the tree shows. */

import type { Members } from './part.ts'
import type { Scan } from './scan.ts'

/** Folders where the tree knows them; a pattern that matches nothing so near stands for itself. */
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

/** `**` at the end stands for any folder below; elsewhere stars stay within their part of the path. */
export function matchesPattern(pattern: string, path: string): boolean {
  const asked = pattern.split('/')
  const given = path.split('/')
  if (asked.at(-1) === '**') {
    const head = asked.slice(0, -1)
    return given.length > head.length && head.every((part, index) => matchesPart(part, given[index] ?? ''))
  }
  return asked.length === given.length && asked.every((part, index) => matchesPart(part, given[index] ?? ''))
}

/** Linear in the text: a failed star is retried one character on, never the stars before it. */
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
