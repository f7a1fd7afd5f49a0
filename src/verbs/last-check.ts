/** How many findings the last whole check had, for as long as the bank stays as it was checked. A cache: it may be gone. */

import type { Snapshot } from '../bank/snapshot.ts'
import { hashOfText } from '../base/content-hash.ts'
import { readCachedJson, writeCachedJson } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'

interface LastCheck {
  readonly bank: string
  readonly findings: number
}

const CACHE = 'check.last'

export function rememberCheck({ place }: Workspace, snapshot: Snapshot, findings: number): void {
  const last: LastCheck = { bank: stampOf(snapshot), findings }
  writeCachedJson(place.state, CACHE, last)
}

export function lastFindings({ place }: Workspace, snapshot: Snapshot): number | undefined {
  const last = readCachedJson<LastCheck>(place.state, CACHE)
  return last?.bank === stampOf(snapshot) ? last.findings : undefined
}

function stampOf({ files }: Snapshot): string {
  return hashOfText([...files.values()].map(({ path, mtime, text }) => `${path} ${mtime} ${text.length}`).join('\n'))
}
