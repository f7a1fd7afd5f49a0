/** A built file that a surface serves; undefined where this copy has none. */

import { readIfThere } from '../disk/disk.ts'
import { builtFile } from '../disk/project/package-files.ts'

export function readBuiltFile(name: string): string | undefined {
  return readIfThere(builtFile(name))
}
