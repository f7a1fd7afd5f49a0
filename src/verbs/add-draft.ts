/**
 * What a person typed for an addition that was not finished: kept in our state, offered the next time, gone once it is
 * written. One per bank. A text with a secret in it is never kept (S35).
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AdditionKind } from '../base/addition.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { readJson, removeIfThere, replaceQuickly } from '../disk/disk.ts'
import type { Workspace } from '../disk/workspace.ts'

export type Typed = Readonly<Record<string, string>>

export function keepTyped({ place }: Workspace, kind: AdditionKind, typed: Typed): boolean {
  const path = pathIn(place.state)
  if (findSecrets(Object.values(typed).join('\n')).length > 0) return false
  try {
    mkdirSync(place.state, { recursive: true, mode: 0o700 })
    replaceQuickly(path, Buffer.from(JSON.stringify({ kind, typed })), `${path}.${process.pid}.tmp`, 0o600)
    return true
  } catch {
    return false // nothing may be kept here; what was typed is still on the screen
  }
}

/** What was typed for this kind and not finished. */
export function keptTyped({ place }: Workspace, kind: AdditionKind): Typed | undefined {
  const kept = readJson(pathIn(place.state))
  if (typeof kept !== 'object' || kept === null || !('kind' in kept) || kept.kind !== kind) return undefined
  const typed = 'typed' in kept && typeof kept.typed === 'object' && kept.typed !== null ? kept.typed : {}
  const fields = Object.entries(typed).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  )
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

export function forgetTyped({ place }: Workspace): void {
  removeIfThere(pathIn(place.state))
}

function pathIn(state: string): string {
  return join(state, 'unfinished-addition.json')
}
