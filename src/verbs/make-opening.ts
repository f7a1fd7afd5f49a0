/** The block that a session begins with, from the entry as it is now, without the values of secrets (S35). */

import type { Snapshot } from '../bank/snapshot.ts'
import { isInboxPath, isIndexPath } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import type { Result } from '../base/result.ts'
import { detect } from '../plan/detect.ts'
import { newestEntryDate } from '../search/newest-entry.ts'
import {
  type Opening,
  opening,
  openingUnreadable,
  openingWithoutBank,
  type Standing,
  type Stranger,
} from '../search/opening.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { isThere } from '../disk/disk.ts'
import { usualSettings } from '../disk/project/host-settings.ts'
import { CleanHashes } from '../disk/state/clean-hashes.ts'
import type { Workspace } from '../disk/workspace.ts'
import { standingDoubts } from './doubts.ts'
import { hostWeakenings } from './host-weakenings.ts'

export { openingUnreadable }

/** `memory`: the entry's text, or undefined where there is no bank. `readWhole`: who has read the bank before may know most of it. */
export async function makeOpening(
  memory: string | undefined,
  workspace: Workspace,
  readWhole: () => Result<Snapshot> = () => readBank(workspace.place.bank),
): Promise<Opening> {
  if (memory === undefined) return openingWithoutBank()
  const read = readWhole()
  const snapshot = read.ok ? read.value : undefined
  const entry = await entryNow(memory, snapshot, new CleanHashes(workspace.place.state))
  const stranger = strangerOf(workspace)
  return shownOpening(entry, snapshot, { stranger, ...standingOf(workspace, snapshot) })
}

interface EntryNow {
  readonly memory: string
  readonly others: readonly string[]
  /** All that it is made of was searched before and holds no secret. */
  readonly isClean: boolean
}

/** Most banks have nothing waiting in an inbox: what reads it is loaded for the others. */
async function entryNow(memory: string, snapshot: Snapshot | undefined, clean: CleanHashes): Promise<EntryNow> {
  const isClean = memory.length <= LARGE_ENTRY && clean.has(memory)
  const inbox = [...(snapshot?.files.values() ?? [])].filter(({ path }) => isInboxPath(path))
  if (snapshot === undefined || inbox.length === 0 || memory.length > LARGE_ENTRY)
    return { memory, others: [], isClean }
  const { entryWithWaiting } = await import('./entry-with-waiting.ts')
  return { ...entryWithWaiting(memory, snapshot), isClean: isClean && inbox.every(({ text }) => clean.has(text)) }
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
  if (!usualSettings(project.root, {}).some(isThere)) return { ignored, hosts: [] }
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
  { memory, others, isClean }: EntryNow,
  snapshot: Snapshot | undefined,
  standing: Standing,
): Promise<Opening> {
  const show = (entry: string, waiting: readonly string[]) =>
    opening(entry, versionOf(snapshot), LIMITS.openingTokens, { ...standing, waiting })
  if (isClean) return show(memory, others)
  const { starSecrets } = await import('../secrets/mask.ts')
  return memory.length > LARGE_ENTRY
    ? withText(show(memory, others), starSecrets)
    : show(starSecrets(memory), others.map(starSecrets))
}

/** `change` leaves every character in its place. */
function withText(made: Opening, change: (text: string) => string): Opening {
  const text = change(made.text)
  let from = 0
  const pieces = made.pieces.map((piece) => {
    const start = from
    from += piece.text.length
    return { ...piece, text: text.slice(start, from) }
  })
  return { ...made, text, pieces }
}

const LARGE_ENTRY = 512 * 1024
