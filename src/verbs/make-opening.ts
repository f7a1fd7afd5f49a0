/** The opening of a session, from the current MEMORY.md, with secrets masked (S35). */

import { relative } from 'node:path'
import type { Snapshot } from '../bank/snapshot.ts'
import { newestEntryDate } from '../base/dates.ts'
import { isInboxPath, isIndexPath } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import type { Result } from '../base/result.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { isThere } from '../disk/disk.ts'
import { openInside } from '../disk/open-file.ts'
import { usualSettings } from '../disk/project/host-settings.ts'
import { SETTINGS } from '../disk/project/settings-files.ts'
import { CleanTexts } from '../disk/state/clean-texts.ts'
import { decodeText } from '../disk/text-codec.ts'
import type { Workspace } from '../disk/workspace.ts'
import { detect } from '../plan/detect.ts'
import {
  type Opening,
  opening,
  openingUnreadable,
  openingWithoutBank,
  type Standing,
  type Stranger,
} from '../search/opening.ts'
import { weakeningsIn } from '../settings/settings-marks.ts'
import { currentDoubts } from './doubts.ts'

export { openingUnreadable }

/** `memory` is undefined without a bank. `readWhole` lets a caller reuse pages it has read. */
export async function makeOpening(
  memory: string | undefined,
  workspace: Workspace,
  readWhole: () => Result<Snapshot> = () => readBank(workspace.place.bank),
): Promise<Opening> {
  if (memory === undefined) return openingWithoutBank()
  const read = readWhole()
  const snapshot = read.ok ? read.value : undefined
  const entry = await entryNow(memory, snapshot, new CleanTexts(workspace.place.state))
  const stranger = strangerOf(workspace)
  return shownOpening(entry, snapshot, { stranger, ...stateOfMemory(workspace, snapshot) })
}

interface EntryNow {
  readonly memory: string
  readonly others: readonly string[]
  /** All its texts were searched before and hold no secret. */
  readonly isClean: boolean
}

/** Loads the inbox code only if the bank has an inbox, because most banks have none. */
async function entryNow(memory: string, snapshot: Snapshot | undefined, clean: CleanTexts): Promise<EntryNow> {
  const isClean = memory.length <= LARGE_ENTRY && clean.has(memory)
  const inbox = [...(snapshot?.files.values() ?? [])].filter(({ path }) => isInboxPath(path))
  if (snapshot === undefined || inbox.length === 0 || memory.length > LARGE_ENTRY)
    return { memory, others: [], isClean }
  const { entryWithInbox } = await import('./entry-with-inbox.ts')
  return { ...entryWithInbox(memory, snapshot), isClean: isClean && inbox.every(({ text }) => clean.has(text)) }
}

function stateOfMemory(workspace: Workspace, snapshot: Snapshot | undefined): Standing {
  if (snapshot === undefined) return {}
  const entries = [...snapshot.files.values()].filter(({ path }) => !isIndexPath(path))
  return {
    newest: newestEntryDate(entries.map(({ text }) => text)),
    doubts: currentDoubts(workspace, snapshot).map(({ path, line }) => `${path}:${line}`),
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
 * Masks secrets. In a very large entry only the shown part is searched. The finder is loaded only for text that was not
 * searched before.
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

/** Changes the text and its pieces. `change` must keep the length, because pieces are cut by offset. */
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

/** Host settings in the repository that weaken protection (S39), as `file: name=value`. */
export function hostWeakenings(root: string): readonly string[] {
  return usualSettings(root, {})
    .flatMap((file) => {
      const name = relative(root, file)
      const opened = openInside(root, file, SETTINGS)
      if (opened.kind === 'missing') return []
      // The host may still read this file, so name it without showing its content.
      if (opened.kind === 'refused') return [`${name}: ${opened.cause}`]
      return weakeningsIn(decodeText(opened.bytes)).map((one) => `${name}: ${one}`)
    })
    .slice(0, MOST_WEAKENINGS)
}

const MOST_WEAKENINGS = 8
