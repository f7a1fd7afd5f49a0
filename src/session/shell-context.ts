/** A command judged, and what the shell analyser may know of the disk, each asked only when a command makes it matter. */

import { readdirSync } from 'node:fs'
import { judgeShell, type ShellContext } from '../shell/judge-shell.ts'
import { bankTwin, isInside, readText, realPath } from '../disk/bank/predict-writes.ts'
import { textOfRegular } from '../disk/open-file.ts'
import type { Project } from '../disk/project/find-project.ts'
import { isHostSettings, usualSettings } from '../disk/project/host-settings.ts'

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
    // What is not there or not readable is unknown to the analyser.
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
 * What a command would do. What it leaves in a file is not known beforehand: settings that name us are for edit tools,
 * others for any command that itself names neither us nor a switch. Few commands touch settings, and what reads them is
 * loaded for those, which are judged once more.
 */
export async function judgeCommand(command: string, context: ShellContext, env: NodeJS.ProcessEnv) {
  const root = context.project
  let concernsSettings = false
  const judged = judgeShell(command, {
    ...context,
    switchesUs(path, kind) {
      concernsSettings ||= isHostSettings(path, env) || (kind === 'tree' && settingsBelow(path, root, env).length > 0)
      return false
    },
  })
  if (!concernsSettings) return judged
  const { changesProtection, mayHoldMark } = await import('../settings/settings-marks.ts')
  const namesUs = (path: string) => changesProtection(path, readText(path), undefined, root)
  return judgeShell(command, {
    ...context,
    switchesUs(path, kind) {
      if (isHostSettings(path, env)) return namesUs(path) || mayHoldMark(path, command)
      return kind === 'tree' && settingsBelow(path, root, env).some(namesUs)
    },
  })
}

function settingsBelow(folder: string, root: string, env: NodeJS.ProcessEnv): readonly string[] {
  return usualSettings(root, env).filter((file) => isInside(file, folder))
}
