/** The block that a session begins with, from the entry as it is now, without the values of secrets (S35). */

import { LIMITS } from '../core/limits.ts'
import { opening, openingUnreadable, openingWithoutBank, type Stranger } from '../recall/opening.ts'
import { detect } from '../refresh/detect.ts'
import { starSecrets } from '../secrets/mask.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { hostWeakenings } from './host-weakenings.ts'

export { openingUnreadable }

/** `memory`: the entry's text, or undefined where there is no bank. */
export function makeOpening(memory: string | undefined, workspace: Workspace): string {
  if (memory === undefined) return openingWithoutBank()
  return shownOpening(memory, versionOf(workspace.place.bank), strangerOf(workspace))
}

function strangerOf({ trusted, config, project }: Workspace): Stranger | undefined {
  if (trusted) return undefined
  const ignored = config.ignored.map(({ name, value }) => `${name}=${value}`)
  return { ignored, hosts: hostWeakenings(project.root) }
}

function versionOf(bank: string): string | undefined {
  const snapshot = readBank(bank)
  const state = snapshot.ok ? detect(snapshot.value) : undefined
  return state !== undefined && 'version' in state ? state.version : undefined
}

/** Of an entry too large to be looked through, secrets are sought in what is shown of it. */
function shownOpening(memory: string, version: string | undefined, stranger: Stranger | undefined): string {
  const isLarge = memory.length > LARGE_ENTRY
  const { text } = opening(isLarge ? memory : starSecrets(memory), version, LIMITS.openingTokens, stranger)
  return isLarge ? starSecrets(text) : text
}

const LARGE_ENTRY = 512 * 1024
