/**
 * Whether the bank's text contains the name of one of these files. A process for one event asks this before it loads the
 * code for notes at files (S28), which reads the whole bank.
 */

import { basename, join } from 'node:path'
import { LIMITS } from '../base/limits.ts'
import { listMarkdown } from '../disk/bank/list-bank.ts'
import { openRegular } from '../disk/open-file.ts'
import { findProject } from '../disk/project/find-project.ts'
import { homeFolder } from '../disk/state/state-folder.ts'

/** A larger bank is searched in part, since the model waits for the answer. */
const MOST_FILES = 500

export function isFileNamed(bank: string, paths: readonly string[]): boolean {
  const names = paths.map((path) => basename(path.replaceAll('\\', '/'))).filter((name) => name !== '')
  if (names.length === 0) return false
  return listMarkdown(bank)
    .slice(0, MOST_FILES)
    .some((file) => {
      // Bytes are searched, because decoding takes longer than the rest.
      const opened = openRegular(join(bank, file), { bytes: LIMITS.fileBytes })
      return opened.kind === 'file' && names.some((name) => opened.bytes.includes(name))
    })
}

/** The same for the project of this folder. */
export function isFileNamedIn(folder: string, env: NodeJS.ProcessEnv, paths: readonly string[]): boolean {
  const project = findProject(folder, homeFolder(env))
  return project.ok && isFileNamed(project.value.bank, paths)
}
