/**
 * Whose call a proposal is. A server that a host starts is not told which session calls it; the host's hook knows, and
 * notes it before the call. What was proposed is the key, so that sessions at the same time keep apart.
 */

import { join } from 'node:path'
import { hashOfText } from '../base/content-hash.ts'
import { isRecord } from '../base/record.ts'
import { type SessionValues, valuesInFiles } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'

export interface NotedCaller {
  readonly session: string
  /** What the guard calls the host. */
  readonly host: string
  /** Whether that host shows the person our blocks. */
  readonly showsBlocks: boolean
}

/** A call may wait so long for the person's permission. */
const KEPT_MS = 60 * 60 * 1000

export function noteCaller(workspace: Workspace, entries: unknown, caller: NotedCaller): void {
  callersOf(workspace).put(keyOf(entries), { ...caller, at: workspace.now().getTime() })
}

/** The session that proposes these entries, once; undefined where no hook has said. */
export function takeCaller(workspace: Workspace, entries: unknown): NotedCaller | undefined {
  const callers = callersOf(workspace)
  const key = keyOf(entries)
  const noted = callers.get(key)
  if (noted === undefined) return undefined
  callers.remove(key)
  return workspace.now().getTime() - noted.at < KEPT_MS ? noted : undefined
}

type Kept = NotedCaller & { readonly at: number }

function callersOf({ place }: Workspace): SessionValues<Kept> {
  return valuesInFiles(join(place.state, 'under-way', 'callers'), decodeKept)
}

function decodeKept(raw: unknown): Kept | undefined {
  if (!isRecord(raw)) return undefined
  const { session, host, at, showsBlocks } = raw
  return typeof session === 'string' && typeof host === 'string' && typeof at === 'number'
    ? { session, host, at, showsBlocks: showsBlocks === true }
    : undefined
}

/** The same entries, in whichever order their fields come. */
function keyOf(entries: unknown): string {
  return hashOfText(
    JSON.stringify(entries, (_, value: unknown) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
    ) ?? '',
  )
}
