/**
 * Whether any agent knows this bank: one that has worked with it, or one whose settings name us, by whatever hand.
 *
 * A quick look at the usual settings, so that `status` stays quick; `doctor` reads them as their hosts do.
 */

import { join } from 'node:path'
import { HOST_PROGRAMS } from '../base/host-programs.ts'
import { namesIn } from '../disk/disk.ts'
import { findProgram } from '../disk/project/find-program.ts'
import { usualSettings } from '../disk/project/host-settings.ts'
import { packageRoot } from '../disk/project/package-files.ts'
import { diskLook } from '../disk/project/settings-files.ts'
import type { Workspace } from '../disk/workspace.ts'

/** The agents found on this machine, while none knows the bank; undefined where one does. */
export function unconnectedAgents(
  { project, place }: Workspace,
  env: NodeJS.ProcessEnv,
): readonly string[] | undefined {
  try {
    if (namesIn(join(place.state, 'sessions')).length > 0) return undefined
  } catch {
    return undefined // state that we may not read is for `doctor` to tell
  }
  const isNamed = usualSettings(project.root, env).some((file) => namesUs(diskLook.text(file) ?? ''))
  if (isNamed) return undefined
  return HOST_PROGRAMS.filter(({ program }) => findProgram(program, env) !== undefined).map(({ name }) => name)
}

/** Our plugin or server by its name, or by the place of this very package; not where it is switched off. */
function namesUs(settings: string): boolean {
  return OUR_ENTRY.test(settings) || settings.includes(JSON.stringify(packageRoot()).slice(1, -1))
}

/** By a name in JSON or TOML, or as the program of a hook. */
const OUR_ENTRY =
  /"(?:[^"\n]*[/\\])?memory-bank(?:@[^"\n]*)?"(?!\s*:\s*false)|^\[mcp_servers\.memory-bank\]|memory-bank[/\\]+dist[/\\]/m
