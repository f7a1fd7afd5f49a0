/** Which package stands in a folder, as its package.json says. */

import { join } from 'node:path'
import type { Ground, Look } from '../flows/host-setup.ts'
import { valueAt } from '../text/jsonc.ts'
import { compareVersions } from '../text/template-version.ts'

export interface PackageAt {
  readonly name: string
  readonly version: string
}

export function packageAt(folder: string, look: Look): PackageAt | undefined {
  const text = look.text(join(folder, 'package.json'))
  if (text === undefined) return undefined
  const [name, version] = [valueAt(text, ['name']), valueAt(text, ['version'])]
  return typeof name === 'string' ? { name, version: typeof version === 'string' ? version : '' } : undefined
}

/** Whether this copy is of an older version than the program that asks. A prerelease is as old as its release. */
export function isOlderCopy(folder: string, ground: Ground): boolean {
  const release = (version: string | undefined) => /^\d+(?:\.\d+)*/.exec(version ?? '')?.[0]
  const there = release(packageAt(folder, ground.look)?.version)
  const own = release(packageAt(ground.packageRoot, ground.look)?.version)
  return there !== undefined && own !== undefined && compareVersions(there, own) < 0
}
