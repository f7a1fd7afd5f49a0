/** A search index kept between processes, in our state folder. Whoever loads it checks it; a damaged one is as none. */

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceQuickly } from './disk.ts'

export function loadIndex(stateFolder: string): Uint8Array | undefined {
  try {
    return readFileSync(join(stateFolder, 'search.index'))
  } catch {
    return undefined // none yet, or none that we may read
  }
}

/** Keeping it only saves time: where it cannot be written, the next process builds it again. */
export function keepIndex(stateFolder: string, bytes: Uint8Array): void {
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 })
    const path = join(stateFolder, 'search.index')
    replaceQuickly(path, bytes, `${path}.${process.pid}.tmp`, 0o600)
  } catch {
    return // a full or read-only disk is no reason to leave a question unanswered
  }
}
