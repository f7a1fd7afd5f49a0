/** The agents of this machine, and which of them are connected: loaded where a command needs them, since hosts are many. */

import type { Host } from '../flows/host.ts'
import { detectedHosts } from '../flows/install.ts'
import { findInstallContext } from '../flows/install-context.ts'
import type { Call } from './command.ts'

export interface FoundHosts {
  readonly all: readonly Host[]
  readonly detected: readonly Host[]
  readonly unconnected: readonly Host[]
}

export async function findHosts({ folder, env }: Call): Promise<FoundHosts> {
  const { HOSTS } = await import('../hosts/index.ts')
  const context = findInstallContext({ folder, env, now: () => new Date(), node: process.execPath })
  const detected = detectedHosts(HOSTS, context)
  const unconnected = detected.filter((host) => host.diagnose(context).installed.length === 0)
  return { all: HOSTS, detected, unconnected }
}
