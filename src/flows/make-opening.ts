/** The block that a session begins with, from the entry as it is now, without the values of secrets (S35). */

import { isIndexPath } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { newestEntryDate } from '../recall/newest-entry.ts'
import { opening, openingUnreadable, openingWithoutBank, type Standing, type Stranger } from '../recall/opening.ts'
import { detect } from '../refresh/detect.ts'
import { starSecrets } from '../secrets/mask.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { standingDoubts } from './doubts.ts'
import { hostWeakenings } from './host-weakenings.ts'

export { openingUnreadable }

/** `memory`: the entry's text, or undefined where there is no bank. */
export function makeOpening(memory: string | undefined, workspace: Workspace): string {
  if (memory === undefined) return openingWithoutBank()
  const read = readBank(workspace.place.bank)
  const snapshot = read.ok ? read.value : undefined
  return shownOpening(memory, snapshot, { stranger: strangerOf(workspace), ...standingOf(workspace, snapshot) })
}

function standingOf(workspace: Workspace, snapshot: Snapshot | undefined): Standing {
  if (snapshot === undefined) return {}
  const entries = [...snapshot.files.values()].filter(({ path }) => !isIndexPath(path))
  return {
    newest: newestEntryDate(entries.map(({ text }) => text)),
    doubts: standingDoubts(workspace, snapshot).map(({ path, line }) => `${path}:${line}`),
  }
}

function strangerOf({ trusted, config, project }: Workspace): Stranger | undefined {
  if (trusted) return undefined
  const ignored = config.ignored.map(({ name, value }) => `${name}=${value}`)
  return { ignored, hosts: hostWeakenings(project.root) }
}

function versionOf(snapshot: Snapshot | undefined): string | undefined {
  const state = snapshot === undefined ? undefined : detect(snapshot)
  return state !== undefined && 'version' in state ? state.version : undefined
}

/** Of an entry too large to be looked through, secrets are sought in what is shown of it. */
function shownOpening(memory: string, snapshot: Snapshot | undefined, standing: Standing): string {
  const isLarge = memory.length > LARGE_ENTRY
  const { text } = opening(isLarge ? memory : starSecrets(memory), versionOf(snapshot), LIMITS.openingTokens, standing)
  return isLarge ? starSecrets(text) : text
}

const LARGE_ENTRY = 512 * 1024
