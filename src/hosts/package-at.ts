/** Which package stands in a folder, as its package.json says. */

import { join } from 'node:path'
import type { Look } from '../core/host-setup.ts'
import { valueAt } from '../core/jsonc.ts'

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
