/** What a branch does to the memory: what the bank gained, superseded, changed and lost since it left another. */

import { pageOf } from '../bank/page.ts'
import type { Holding } from '../core/holding.ts'
import { ok, type Result } from '../core/result.ts'
import { baseOf } from '../workspace/git/changed-lines.ts'
import { bankAt } from '../workspace/git/merge-parents.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { holdingsOf, unreadWords } from '../write/holdings.ts'
import { openBank } from './open-bank.ts'
import { withReplacedMarked } from './waiting.ts'

export interface MemoryChanges {
  readonly gained: readonly Holding[]
  /** Decisions that another takes the place of, one that waits in the inbox included. */
  readonly superseded: readonly Holding[]
  readonly changed: readonly Holding[]
  /** Not those that were archived. */
  readonly removed: readonly Holding[]
}

export function memoryChanges(workspace: Workspace, ref: string): Result<MemoryChanges> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const base = baseOf(workspace.place.bank, ref)
  if (!base.ok) return base
  const pages = [...withReplacedMarked(opened.value.snapshot).files.values()]
  const was = bankAt(workspace.place.bank, base.value)
  if (!was.ok) return was
  const before = byKey(holdingsOf([...was.value].map(([path, text]) => pageOf(text, path))))
  const now = byKey(holdingsOf(pages))
  const archived = unreadWords(pages)
  const kept = [...now].flatMap(([key, holding]) => {
    const was = before.get(key)
    return was === undefined ? [] : [{ holding, was }]
  })
  const superseded = kept.filter(({ holding, was }) => holding.isSuperseded && !was.isSuperseded)
  return ok({
    gained: [...now].flatMap(([key, holding]) => (before.has(key) ? [] : [holding])),
    superseded: superseded.map(({ holding }) => holding),
    changed: kept
      .filter((one) => !superseded.includes(one) && one.holding.body !== one.was.body)
      .map(({ holding }) => holding),
    removed: [...before].flatMap(([key, was]) => (now.has(key) || archived.includes(` ${was.words} `) ? [] : [was])),
  })
}

/** Entries alone: highlights and routes are views of them. */
function byKey(holdings: readonly Holding[]): ReadonlyMap<string, Holding> {
  const entries = holdings.filter(({ kind }) => kind !== 'highlight' && kind !== 'route' && kind !== 'user-line')
  return new Map(entries.map((one) => [one.keys[0] ?? '', one]))
}
