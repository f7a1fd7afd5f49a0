/** A project on paper: paths and texts, read as a scan would read them. */

import { LIMITS } from '../../../src/core/limits.ts'
import type { Fact, ScannedProject, TreeEntry } from '../../../src/core/project.ts'
import { chooseScanFiles } from '../../../src/refresh/choose-scan-files.ts'

/** `'src/'` is a folder, `null` a file that is there but says nothing. */
export type Paper = Readonly<Record<string, string | null>>

export function scanned(paper: Paper, folder = 'project'): ScannedProject {
  const tree = new Map<string, TreeEntry['kind']>()
  for (const path of Object.keys(paper)) {
    const parts = path.replace(/\/$/, '').split('/')
    for (let depth = 1; depth <= Math.min(parts.length, 2); depth += 1) {
      const isFolder = depth < parts.length || path.endsWith('/')
      tree.set(parts.slice(0, depth).join('/'), isFolder ? 'folder' : 'file')
    }
  }
  const entries = [...tree].map(([path, kind]) => ({ path, kind }))
  const files = chooseScanFiles(entries).flatMap((path) => {
    const text = paper[path]
    if (typeof text !== 'string') return []
    const lines = text.split('\n')
    return [{ path, text: lines.slice(0, LIMITS.scanLines).join('\n'), truncated: lines.length > LIMITS.scanLines }]
  })
  return { folder, tree: entries, files }
}

/** Facts as a table: label → value. */
export function table(facts: readonly Fact[]): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map((fact) => [fact.label, fact.value]))
}
