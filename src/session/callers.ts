/**
 * The session behind a memory_propose call. A host does not tell its MCP server which session calls it, but the host's
 * hook knows and notes it before the call. The proposed entries are the key, so concurrent sessions do not mix.
 */

import { join } from 'node:path'
import { hashOfText } from '../base/content-hash.ts'
import { isRecord } from '../base/is-record.ts'
import { Seal } from '../disk/state/seal.ts'
import { type SessionValues, valuesInFiles } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'

export interface NotedCaller {
  readonly session: string
  /** The host's id, as the guard uses it. */
  readonly host: string
  /** Whether that host shows proposals to the person. */
  readonly showsBlocks: boolean
}

/** A call may wait this long for the person's permission. */
const KEPT_MS = 60 * 60 * 1000

export function noteCaller(workspace: Workspace, entries: unknown, caller: NotedCaller): void {
  callersOf(workspace).put(keyOf(entries), { ...caller, at: workspace.now().getTime() })
}

/**
 * Returns and removes the note about these entries. Undefined if no hook made one, or if it is older than `KEPT_MS`.
 */
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
  return valuesInFiles(join(place.state, 'under-way', 'callers'), new Seal(place.state), decodeKept)
}

function decodeKept(raw: unknown): Kept | undefined {
  if (!isRecord(raw)) return undefined
  const { session, host, at, showsBlocks } = raw
  return typeof session === 'string' && typeof host === 'string' && typeof at === 'number'
    ? { session, host, at, showsBlocks: showsBlocks === true }
    : undefined
}

/** The order of an entry's fields does not matter. */
function keyOf(entries: unknown): string {
  return hashOfText(
    JSON.stringify(entries, (_, value: unknown) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
    ) ?? '',
  )
}
