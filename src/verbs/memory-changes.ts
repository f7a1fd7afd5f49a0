/** Entries added, superseded, changed and removed on a branch. */

import { HOLDING_NAMES, type Holding } from '../bank/holding.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { ok, type Result } from '../base/result.ts'
import { bankAt, branchPoint } from '../disk/git/changed-lines.ts'
import type { Workspace } from '../disk/workspace.ts'
import { holdingsOf, unreadWords } from '../plan/write/holdings.ts'
import { markSuperseded } from './mark-superseded.ts'
import { openBank } from './open-bank.ts'

export interface MemoryChanges {
  readonly gained: readonly Holding[]
  /** Decisions replaced by another decision, also by one in the inbox. */
  readonly superseded: readonly Holding[]
  readonly changed: readonly Holding[]
  /** Without archived entries. */
  readonly removed: readonly Holding[]
}

export function memoryChanges(workspace: Workspace, ref: string): Result<MemoryChanges> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const base = branchPoint(workspace.place.bank, ref)
  if (!base.ok) return base
  const pages = [...markSuperseded(opened.value.snapshot).files.values()]
  const was = bankAt(workspace.place.bank, base.value)
  return was.ok ? ok(compareHoldings(pagesOf(was.value), pages)) : was
}

export function pagesOf(files: ReadonlyMap<BankPath, string>): readonly Page[] {
  return [...files].map(([path, text]) => pageOf(text, path))
}

/** Compares two versions of a bank by entries. */
export function compareHoldings(was: readonly Page[], pages: readonly Page[]): MemoryChanges {
  const before = byKey(holdingsOf(was))
  const now = byKey(holdingsOf(pages))
  const archived = unreadWords(pages)
  const kept = [...now].flatMap(([key, holding]) => {
    const was = before.get(key)
    return was === undefined ? [] : [{ holding, was }]
  })
  const superseded = kept.filter(({ holding, was }) => holding.isSuperseded && !was.isSuperseded)
  return {
    gained: [...now].flatMap(([key, holding]) => (before.has(key) ? [] : [holding])),
    superseded: superseded.map(({ holding }) => holding),
    changed: kept
      .filter((one) => !superseded.includes(one) && one.holding.body !== one.was.body)
      .map(({ holding }) => holding),
    removed: [...before].flatMap(([key, was]) => (now.has(key) || archived.includes(` ${was.words} `) ? [] : [was])),
  }
}

/** `brought 2 decisions and changed 1 learning`. Undefined without such entries. */
export function countedKinds({ gained, superseded, changed, removed }: MemoryChanges): Words | undefined {
  const parts = [
    { verb: { en: 'brought', zh: '带来' }, counted: counts(gained) },
    { verb: { en: 'changed', zh: '改动' }, counted: counts([...changed, ...superseded]) },
    { verb: { en: 'removed', zh: '移除' }, counted: counts(removed) },
  ].flatMap(({ verb, counted }) =>
    counted === undefined ? [] : [{ en: `${verb.en} ${counted.en}`, zh: `${verb.zh} ${counted.zh}` }],
  )
  if (parts.length === 0) return undefined
  return { en: parts.map(({ en }) => en).join(' and '), zh: parts.map(({ zh }) => zh).join('，') }
}

function counts(holdings: readonly Holding[]): Words | undefined {
  const kinds = [...new Set(holdings.map(({ kind }) => kind))].map((kind) => {
    const count = holdings.filter((one) => one.kind === kind).length
    const { en, zh } = HOLDING_NAMES[kind]
    return { en: `${count} ${en}${count === 1 ? '' : 's'}`, zh: `${count} 条${zh}` }
  })
  if (kinds.length === 0) return undefined
  return { en: kinds.map(({ en }) => en).join(', '), zh: kinds.map(({ zh }) => zh).join('、') }
}

/** Entries by key. Skips highlights and routes, which are views of entries, and lines in user blocks. */
function byKey(holdings: readonly Holding[]): ReadonlyMap<string, Holding> {
  const entries = holdings.filter(({ kind }) => kind !== 'highlight' && kind !== 'route' && kind !== 'user-line')
  return new Map(entries.map((one) => [one.keys[0] ?? '', one]))
}
