/** How much there is in an index, and on average: what a score is measured against. */

import type { IndexedFile } from './index-image.ts'

export interface Sizes {
  readonly units: number
  readonly unitLength: number
  readonly files: number
  readonly fileLength: number
  /** Of each file, by slot. */
  readonly lengths: Float64Array
}

export function sizesOf(files: readonly (IndexedFile | undefined)[]): Sizes {
  const lengths = new Float64Array(files.length)
  let [count, units, length] = [0, 0, 0]
  for (const [slot, file] of files.entries()) {
    if (file === undefined) continue
    count += 1
    units += file.units.length
    length += file.length
    lengths[slot] = file.length
  }
  return {
    units,
    files: count,
    unitLength: Math.max(1, length / Math.max(1, units)),
    fileLength: Math.max(1, length / Math.max(1, count)),
    lengths,
  }
}
