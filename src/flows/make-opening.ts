/** The block that a session begins with, from the entry as it is now, without the values of secrets (S35). */

import { isIndexPath } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { newestEntryDate } from '../recall/newest-entry.ts'
import { opening, openingUnreadable, openingWithoutBank, type Standing, type Stranger } from '../recall/opening.ts'
import { detect } from '../refresh/detect.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import { isThere } from '../workspace/disk.ts'
import { usualSettings } from '../workspace/project/host-settings.ts'
import { CleanHashes } from '../workspace/state/clean-hashes.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { standingDoubts } from './doubts.ts'

export { openingUnreadable }

/** `memory`: the entry's text, or undefined where there is no bank. */
export async function makeOpening(memory: string | undefined, workspace: Workspace): Promise<string> {
  if (memory === undefined) return openingWithoutBank()
  const read = readBank(workspace.place.bank)
  const snapshot = read.ok ? read.value : undefined
  const standing = { stranger: await strangerOf(workspace), ...standingOf(workspace, snapshot) }
  return shownOpening(memory, snapshot, standing, new CleanHashes(workspace.place.state))
}

function standingOf(workspace: Workspace, snapshot: Snapshot | undefined): Standing {
  if (snapshot === undefined) return {}
  const entries = [...snapshot.files.values()].filter(({ path }) => !isIndexPath(path))
  return {
    newest: newestEntryDate(entries.map(({ text }) => text)),
    doubts: standingDoubts(workspace, snapshot).map(({ path, line }) => `${path}:${line}`),
  }
}

async function strangerOf({ trusted, config, project }: Workspace): Promise<Stranger | undefined> {
  if (trusted) return undefined
  const ignored = config.ignored.map(({ name, value }) => `${name}=${value}`)
  // Few repositories bring settings of hosts along: what reads them is loaded for those.
  if (!usualSettings(project.root, {}).some(isThere)) return { ignored, hosts: [] }
  const { hostWeakenings } = await import('./host-weakenings.ts')
  return { ignored, hosts: hostWeakenings(project.root) }
}

function versionOf(snapshot: Snapshot | undefined): string | undefined {
  const state = snapshot === undefined ? undefined : detect(snapshot)
  return state !== undefined && 'version' in state ? state.version : undefined
}

/**
 * Of an entry too large to be looked through, secrets are sought in what is shown of it. Most sessions begin with an
 * entry that was searched before: the finder is loaded for the others.
 */
async function shownOpening(
  memory: string,
  snapshot: Snapshot | undefined,
  standing: Standing,
  clean: CleanHashes,
): Promise<string> {
  const show = (entry: string) => opening(entry, versionOf(snapshot), LIMITS.openingTokens, standing).text
  if (memory.length <= LARGE_ENTRY && clean.has(memory)) return show(memory)
  const { starSecrets } = await import('../secrets/mask.ts')
  return memory.length > LARGE_ENTRY ? starSecrets(show(memory)) : show(starSecrets(memory))
}

const LARGE_ENTRY = 512 * 1024
