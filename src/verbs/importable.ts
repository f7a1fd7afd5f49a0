/**
 * Memory of other tools that was not imported yet (S60). Looks only at the usual places, to be fast.
 *
 * Files with instructions and rules do not count, because most repositories have them. `import` lists those too.
 */

import { join } from 'node:path'
import type { Words } from '../base/language.ts'
import { namesIn } from '../disk/disk.ts'
import { diskLook } from '../disk/project/settings-files.ts'
import { homeFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { RECORD } from '../import/import-record.ts'

export interface Importable {
  readonly tool: string
  /** Folder in the project. Undefined for folders below the home folder. */
  readonly place: string | undefined
}

/** With an environment, also looks below the home folder. */
export function importable({ project, place }: Workspace, env?: NodeJS.ProcessEnv): readonly Importable[] {
  const there = placesOf(project.root, env).filter(({ folder }) => holdsSomething(folder))
  if (there.length === 0) return []
  const imported = diskLook.text(join(place.bank, RECORD)) ?? ''
  return there
    .filter(({ recorded }) => !imported.includes(`| ${recorded}`))
    .map(({ tool, place: named }) => ({ tool, place: named }))
}

/** `Serena (.serena/memories/), Claude Code`. */
export function namesOf(found: readonly Importable[]): Words {
  const names = (mark: readonly [string, string]) =>
    found.map(({ tool, place }) => (place === undefined ? tool : `${tool}${mark[0]}${place}${mark[1]}`))
  return { en: names([' (', ')']).join(', '), zh: names(['（', '）']).join('、') }
}

interface Place extends Importable {
  readonly folder: string
  /** Name in the record of imports. */
  readonly recorded: string
}

/** Folders of other tools in a project. */
const IN_PROJECT: readonly (readonly [folder: string, tool: string])[] = [
  ['.serena/memories', 'Serena'],
  ['.claude/memory', 'Claude Code'],
  ['.qwen/memory', 'Qwen Code'],
  ['.kilocode/rules/memory-bank', 'Kilo Code'],
  ['memory_bank', 'Cline / Roo Code'],
  ['.memory-bank', 'Cline'],
  ['cline_docs', 'Cline'],
  ['cline_memory', 'Cline'],
]

function placesOf(root: string, env: NodeJS.ProcessEnv | undefined): readonly Place[] {
  const inProject = IN_PROJECT.map(([folder, tool]): Place => {
    const place = `${folder}/`
    return { tool, place, folder: join(root, folder), recorded: place }
  })
  if (env === undefined) return inProject
  const home = homeFolder(env)
  const slug = root.replaceAll('\\', '/').replace(/[^A-Za-z0-9]/g, '-')
  const own = (tool: string, folder: string, recorded: string) => ({ tool, place: undefined, folder, recorded })
  return [
    ...inProject,
    own(
      'Claude Code',
      join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects', slug, 'memory'),
      'claude-code/memory/',
    ),
    own('Qwen Code', join(home, '.qwen/projects', slug, 'memory'), 'qwen-code/memory/'),
  ]
}

function holdsSomething(folder: string): boolean {
  try {
    return namesIn(folder).some((name) => !name.startsWith('.'))
  } catch {
    return false // not readable
  }
}
