/** Lists the files that git tracks; outside git, the files that a bounded walk finds. */

import { join } from 'node:path'
import { BANK_FOLDER } from '../../base/layout.ts'
import { entriesIn } from '../disk.ts'
import { trackedFiles } from '../git/git.ts'
import type { Project } from './find-project.ts'

const MOST_PATHS = 20_000
const SKIPPED = new Set([
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  'dist',
  'build',
  'target',
  BANK_FOLDER,
])

export function listRepository({ root, gitFolder }: Pick<Project, 'root' | 'gitFolder'>): readonly string[] {
  const tracked = gitFolder === undefined ? undefined : trackedFiles(root)
  return tracked?.slice(0, MOST_PATHS) ?? walk(root)
}

function walk(root: string): readonly string[] {
  const found: string[] = []
  const waiting = ['']
  for (let folder = waiting.shift(); folder !== undefined && found.length < MOST_PATHS; folder = waiting.shift()) {
    for (const entry of entriesIn(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) waiting.push(path)
      } else if (entry.isFile()) {
        found.push(path)
      }
    }
  }
  return found.sort()
}
