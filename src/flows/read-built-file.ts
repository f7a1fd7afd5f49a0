/** A built file that a surface serves; undefined where this copy has none. */

import { readIfThere } from '../workspace/disk.ts'
import { builtFile } from '../workspace/project/package-files.ts'

export function readBuiltFile(name: string): string | undefined {
  return readIfThere(builtFile(name))
}
