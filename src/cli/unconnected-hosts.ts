/** The agents found on this machine, where none of them is connected to this project; undefined where one is. */

import { detectedHosts } from '../flows/install.ts'
import { findInstallContext } from '../flows/install-context.ts'
import type { Call } from './command.ts'

export async function unconnectedHosts(call: Call): Promise<readonly string[] | undefined> {
  const { HOSTS } = await import('../hosts/index.ts')
  const around = { folder: call.folder, env: call.env, now: () => new Date(), node: process.execPath }
  const context = findInstallContext(around)
  if (HOSTS.some((host) => host.diagnose(context).installed.length > 0)) return undefined
  return detectedHosts(HOSTS, context).map((host) => host.name)
}
