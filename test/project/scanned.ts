/** A project on paper: paths and texts, read as a scan would. */

import { LIMITS } from '../../src/base/limits.ts'
import { chooseMemberFolders, chooseScanFiles } from '../../src/project/choose-scan-files.ts'
import type { Fact, ScannedProject, TreeEntry } from '../../src/project/facts.ts'

/** `'src/'` is a folder, `null` a file without readable text. */
export type Paper = Readonly<Record<string, string | null>>

export function scanned(paper: Paper): ScannedProject {
  const tree = new Map<string, TreeEntry['kind']>()
  for (const path of Object.keys(paper)) {
    const parts = path.replace(/\/$/, '').split('/')
    for (let depth = 1; depth <= Math.min(parts.length, 2); depth += 1) {
      const isFolder = depth < parts.length || path.endsWith('/')
      tree.set(parts.slice(0, depth).join('/'), isFolder ? 'folder' : 'file')
    }
  }
  const look = (entries: readonly TreeEntry[]): ScannedProject => {
    const { manifests, prose, unread } = chooseScanFiles(entries)
    const files = [...manifests, ...prose].flatMap((path) => {
      const text = paper[path]
      if (typeof text !== 'string') return []
      const lines = text.split('\n')
      const read = manifests.includes(path) ? lines : lines.slice(0, LIMITS.scanLines)
      return [{ path, text: read.join('\n') }]
    })
    return { tree: entries, files, unread }
  }
  const listed = new Set<string>()
  let project = look([...tree].map(([path, kind]) => ({ path, kind })))
  for (let members = chooseMemberFolders(project, listed); members.length > 0; ) {
    for (const member of members) listed.add(member)
    project = look([...project.tree, ...members.flatMap((member) => entriesIn(paper, member))])
    members = chooseMemberFolders(project, listed)
  }
  return project
}

function entriesIn(paper: Paper, folder: string): readonly TreeEntry[] {
  const names = Object.keys(paper).flatMap((path) => {
    if (!path.startsWith(`${folder}/`)) return []
    const rest = path.slice(folder.length + 1)
    return [rest.includes('/') ? `${rest.split('/')[0]}/` : rest]
  })
  return [...new Set(names)].map((name) => ({
    path: `${folder}/${name.replace(/\/$/, '')}`,
    kind: name.endsWith('/') ? 'folder' : 'file',
  }))
}

/** Facts as a table: label → value. */
export function table(facts: readonly Fact[]): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map((fact) => [fact.label, fact.value]))
}
