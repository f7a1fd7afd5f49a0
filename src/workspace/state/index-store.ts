/** A search index kept between processes, in our state folder. Where it cannot be read or written, it is built again. */

import { join } from 'node:path'
import { keepBytes, keptBytes } from './kept-bytes.ts'

export function loadIndex(stateFolder: string): Uint8Array | undefined {
  return keptBytes(fileIn(stateFolder))
}

export function keepIndex(stateFolder: string, bytes: Uint8Array): void {
  keepBytes(fileIn(stateFolder), bytes)
}

function fileIn(stateFolder: string): string {
  return join(stateFolder, 'search.index')
}
