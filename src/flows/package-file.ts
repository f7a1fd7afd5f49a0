/** A file that the package carries, for a surface that shows it; undefined where this copy has none. */

import { join } from 'node:path'
import { readIfThere } from '../workspace/disk.ts'
import { packageRoot } from '../workspace/project/package-files.ts'

export function packageFile(path: string): string | undefined {
  return readIfThere(join(packageRoot(), path))
}
