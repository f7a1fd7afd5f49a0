/** Judges a shell command with access to the disk. A file is read only if the command's effect depends on it. */

import { readdirSync } from 'node:fs'
import { textOfRegular } from '../disk/open-file.ts'
import type { Project } from '../disk/project/find-project.ts'
import { isHostSettings, usualSettings } from '../disk/project/host-settings.ts'
import { isInside, realPath } from '../disk/real-path.ts'
import { keyFile } from '../disk/state/state-folder.ts'
import { judgeShell, type ShellContext } from '../shell/judge-shell.ts'
import { bankTwin, readText } from './predict-writes.ts'

/** Longer scripts are not analysed. The bank is compared after they have run. */
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
    key: realPath(keyFile(env)),
    home: env['HOME'],
    env: known,
    caseBlind,
    realPath,
    // Missing and unreadable files count as unknown.
    readFile: (path) => textOfRegular(path, { bytes: SCRIPT_BYTES }),
    twin: (path) => bankTwin(path, project.bank),
    list(folder) {
      try {
        return readdirSync(folder).slice(0, MOST_ENTRIES)
      } catch {
        return []
      }
    },
  }
}

/**
 * The effect of a command. A shell's result in a settings file cannot be predicted, so settings that name Memory Bank are
 * for edit tools only. Other settings may be written by commands that name neither Memory Bank nor a switch. Few commands
 * touch settings: only these are judged a second time, with the reader of settings loaded.
 */
export async function judgeCommand(command: string, context: ShellContext, env: NodeJS.ProcessEnv) {
  const root = context.project
  let concernsSettings = false
  const judged = judgeShell(command, {
    ...context,
    disablesGuard(path, kind) {
      concernsSettings ||= isHostSettings(path, env) || (kind === 'tree' && settingsBelow(path, root, env).length > 0)
      return false
    },
  })
  if (!concernsSettings) return judged
  const { changesProtection, mayHoldMark } = await import('../settings/settings-marks.ts')
  const namesUs = (path: string) => changesProtection(path, readText(path), undefined, root)
  return judgeShell(command, {
    ...context,
    disablesGuard(path, kind) {
      if (isHostSettings(path, env)) return namesUs(path) || mayHoldMark(path, command)
      return kind === 'tree' && settingsBelow(path, root, env).some(namesUs)
    },
  })
}

function settingsBelow(folder: string, root: string, env: NodeJS.ProcessEnv): readonly string[] {
  return usualSettings(root, env).filter((file) => isInside(file, folder))
}
