/** What the shell analyser may know of the disk, each asked only when a command makes it matter. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShellContext } from '../shell/judge-shell.ts'
import { realPath, statIfThere } from '../workspace/bank/predict-writes.ts'
import { listBank } from '../workspace/bank/read-bank.ts'
import type { Project } from '../workspace/project/find-project.ts'

/** Scripts longer than this are not read through; what they do is compared afterwards. */
const SCRIPT_BYTES = 256 * 1024
const MOST_ENTRIES = 2_000

export function shellContext(
  project: Project,
  state: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  caseBlind: boolean,
): ShellContext {
  const known = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return {
    cwd: realPath(cwd),
    bank: project.bank,
    project: project.root,
    state,
    home: env['HOME'],
    env: known,
    caseBlind,
    realPath,
    readFile(path) {
      try {
        const stat = statIfThere(path)
        return stat?.isFile() === true && stat.size <= SCRIPT_BYTES ? readFileSync(path, 'utf8') : undefined
      } catch {
        return undefined // not there or not readable: the analyser treats it as unknown
      }
    },
    twin(path) {
      const stat = statIfThere(path)
      if (stat === undefined || !stat.isFile() || stat.nlink < 2) return undefined
      const twin = listBank(project.bank).find((candidate) => {
        const other = statIfThere(join(project.bank, candidate))
        return other?.ino === stat.ino && other.dev === stat.dev
      })
      return twin === undefined ? undefined : join(project.bank, twin)
    },
    list(folder) {
      try {
        return readdirSync(folder).slice(0, MOST_ENTRIES)
      } catch {
        return []
      }
    },
  }
}
