/**
 * Finds out whether an agent is connected to this bank: an agent has used it, or an agent's settings name Memory Bank.
 *
 * `status` needs a quick answer, so this searches the usual settings files as text. `doctor` parses them.
 */

import { join } from 'node:path'
import { HOST_PROGRAMS } from '../base/host-programs.ts'
import { namesIn } from '../disk/disk.ts'
import { usualSettings } from '../disk/project/host-settings.ts'
import { packageRoot } from '../disk/project/package-files.ts'
import { diskLook } from '../disk/project/settings-files.ts'
import type { Workspace } from '../disk/workspace.ts'
import { findProgram } from './find-program.ts'

/** The names of the agents on this machine; undefined if one of them is connected. */
export function unconnectedAgents(
  { project, place }: Workspace,
  env: NodeJS.ProcessEnv,
): readonly string[] | undefined {
  try {
    if (namesIn(join(place.state, 'sessions')).length > 0) return undefined
  } catch {
    return undefined // doctor reports unreadable state
  }
  const settings = usualSettings(project.root, env).flatMap((file) => diskLook.text(file) ?? [])
  if (settings.length > 0 && nameMemoryBank(settings)) return undefined
  return HOST_PROGRAMS.filter(({ program }) => findProgram(program, env) !== undefined).map(({ name }) => name)
}

/** True if a text names the Memory Bank plugin or server and does not disable it, or contains this package's path. */
function nameMemoryBank(settings: readonly string[]): boolean {
  const place = JSON.stringify(packageRoot()).slice(1, -1)
  return settings.some((text) => OUR_ENTRY.test(text) || text.includes(place))
}

/** Matches Memory Bank as a name in JSON or TOML, or as the program of a hook. */
const OUR_ENTRY =
  /"(?:[^"\n]*[/\\])?memory-bank(?:@[^"\n]*)?"(?!\s*:\s*false)|^\[mcp_servers\.memory-bank\]|memory-bank[/\\]+dist[/\\]/m
