/** Team mode (S55), enabled by a confirmed change of memory-bank.json. */

import { join } from 'node:path'
import type { Change } from '../base/change.ts'
import { CONFIG_FILE } from '../base/layout.ts'
import { ok, type Result } from '../base/result.ts'
import { recover } from '../disk/bank/recover.ts'
import { readSettingsFile } from '../disk/project/settings-files.ts'
import { setupFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { addProperty, replaceValue } from '../settings/jsonc.ts'
import type { SetupProposal } from './install.ts'

/** Plans nothing if the file already enables it. Other keys and the format are kept. */
export function proposeTeamMode({ project, config }: Workspace, env: NodeJS.ProcessEnv): Result<SetupProposal> {
  const file = readSettingsFile(join(project.root, CONFIG_FILE))
  if (!file.ok) return file
  const { root, place: path, text: was } = file.value
  const place = { bank: root, state: setupFolder(env) }
  const recovered = recover(place)
  if (!recovered.ok) return recovered
  const changes: readonly Change[] =
    config.team === true
      ? []
      : was === undefined
        ? [{ kind: 'create', path, text: '{\n  "team": true\n}\n' }]
        : [{ kind: 'edit', path, was, text: withTeam(was, config.team === false) }]
  const plan = { intent: 'install' as const, changes, reasons: [], notes: [] }
  return ok({ plan, place, hosts: [], recovered: recovered.value })
}

function withTeam(text: string, isSaid: boolean): string {
  return isSaid ? replaceValue(text, ['team'], undefined, true) : addProperty(text, ['team'], true)
}
