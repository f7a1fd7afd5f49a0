/** Team mode (S55): offered where several people commit, switched on by a confirmed change of memory-bank.json. */

import { join } from 'node:path'
import type { Change } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { CONFIG_FILE } from '../base/layout.ts'
import { ok, type Result } from '../base/result.ts'
import { addProperty, replaceValue } from '../settings/jsonc.ts'
import { recover } from '../disk/bank/recover.ts'
import { runFor } from '../disk/git/git.ts'
import { readSettingsFile } from '../disk/project/settings-files.ts'
import { setupFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { SetupProposal } from './install.ts'

/** Nothing where the file says it already; its other keys and its form stay. */
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

/** Said where several people commit and the project has not decided yet. */
export function teamOffer({ project, config }: Workspace): Words | undefined {
  if (config.team !== undefined || project.gitFolder === undefined) return undefined
  const { output } = runFor(project.root, ['log', '--no-merges', '--max-count=500', '--format=%aN\t%aE'], MILLISECONDS)
  const people = new Set(output.split('\n').flatMap(personIn))
  return people.size < 2 ? undefined : OFFER
}

/** By name, since one person has several addresses; programs that commit are nobody. */
function personIn(line: string): readonly string[] {
  const [name = '', address = ''] = line.toLowerCase().split('\t')
  const isProgram = /\[bot\]|(?:^|[^a-z])bot$|^(?:dependabot|renovate|github|gitlab|semantic-release)\b/
  return name.trim() === '' || isProgram.test(name) || /\[bot\]@|^noreply@github\.com$/.test(address)
    ? []
    : [name.trim()]
}

const MILLISECONDS = 1_000

const OFFER: Words = {
  en: 'Several people commit here. Team mode keeps their entries from conflicting: memory-bank refresh --team',
  zh: '这里有多人提交。团队模式可避免条目冲突：memory-bank refresh --team',
}
