/**
 * review: changes of the bank that nobody has confirmed (S34): by other programs, or by an agent without a yes. A person
 * keeps each change or restores the former text.
 *
 * An answer is bound to the texts that were shown. If the file has changed since, nothing happens.
 */

import { join } from 'node:path'
import type { BankPath } from '../base/bank-path.ts'
import type { Applied, Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Words } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { accept } from '../consent/accept.ts'
import { type BankPlace, Journal } from '../disk/bank/journal.ts'
import { withBankLock } from '../disk/bank/recover.ts'
import { openInside, WATCHED } from '../disk/open-file.ts'
import { type Cause, type FileId, Ledger, type Unconfirmed } from '../disk/state/ledger.ts'
import { decodeText } from '../disk/text-codec.ts'
import type { Workspace } from '../disk/workspace.ts'
import { findSecrets } from '../secrets/find-secrets.ts'

export interface UnconfirmedChange {
  readonly path: BankPath
  readonly at: string
  readonly cause: Cause
  /** Identifies the texts that are shown. */
  readonly hash: string
  /** From the confirmed text to the present one. Undefined if one of them is not known. */
  readonly change: FileChange | undefined
}

type FileChange = Extract<Change, { readonly kind: 'create' | 'edit' | 'remove' }>
type ShownChange = Pick<UnconfirmedChange, 'path' | 'hash'>

/** Oldest first. A former text that held a secret is not known. */
export function unconfirmedChanges({ place, now }: Pick<Workspace, 'place' | 'now'>): readonly UnconfirmedChange[] {
  const ledger = new Ledger(place)
  const listed = [...ledger.unconfirmed(), ...unjudgedChanges(ledger, place, now())]
  const former = ledger.textsOf(listed.flatMap(({ before }) => before ?? []))
  return listed.flatMap((one) => unconfirmedChange(one, former, place.bank) ?? [])
}

/**
 * Changes that no session or command has judged yet. They are shown but not recorded: if a command of an agent is still
 * running, its guard must find the difference and put it back.
 */
function unjudgedChanges(ledger: Ledger, { state }: BankPlace, now: Date): readonly Unconfirmed[] {
  // A running transaction replaces files before it updates the ledger.
  if (ledger.isUnchanged() || new Journal(state).isUnderWay()) return []
  const compared = ledger.compare(now)
  const known = new Set(ledger.unconfirmed().map(({ path }) => path))
  return (compared.kind === 'unknown' ? [] : compared.changes)
    .filter(({ path }) => !known.has(path))
    .map(({ path, before }) => ({
      path,
      at: now.toISOString(),
      cause: 'editor' as const,
      ...(before === undefined ? {} : { before }),
    }))
}

function unconfirmedChange(
  { path, at, cause, before }: Unconfirmed,
  former: ReadonlyMap<FileId, string>,
  bank: string,
): UnconfirmedChange | undefined {
  const opened = openInside(bank, join(bank, path), WATCHED)
  const text = opened.kind === 'file' ? decodeText(opened.bytes) : undefined
  const was = before === undefined ? undefined : former.get(before)
  // The file has its confirmed text again, or is gone again.
  if (opened.kind !== 'refused' && text === was && (before === undefined) === (was === undefined)) return undefined
  const isKnown = opened.kind !== 'refused' && (before === undefined || was !== undefined)
  const hash = hashOfText(JSON.stringify([path, before, opened.kind, text]))
  return { path, at, cause, hash, change: isKnown ? changeBetween(path, was, text) : undefined }
}

function changeBetween(path: BankPath, was: string | undefined, text: string | undefined): FileChange | undefined {
  if (was === undefined) return text === undefined ? undefined : { kind: 'create', path, text }
  return text === undefined ? { kind: 'remove', path, was } : { kind: 'edit', path, was, text }
}

/** Keeps these changes as they were shown. The present texts become the confirmed ones. */
export function confirmChanges(shown: readonly ShownChange[], workspace: Workspace): Result<undefined> {
  const { place, now } = workspace
  return withBankLock(place, () => {
    const found = asShown(shown, workspace)
    if (!found.ok) return found
    const paths = found.value.map(({ path }) => path)
    const ledger = new Ledger(place)
    ledger.accept(paths, now(), (text) => findSecrets(text).length > 0)
    ledger.confirm(paths)
    return ok(undefined)
  })
}

/** Restores the former texts, as one change in the history. Changes with an unknown former text stay. */
export function undoChanges(shown: readonly ShownChange[], workspace: Workspace): Result<Applied> {
  const found = asShown(shown, workspace)
  if (!found.ok) return found
  const changes = found.value.flatMap(({ change }) => (change === undefined ? [] : [inverse(change)]))
  return accept({ plan: { intent: 'restore', changes, reasons: [], notes: [] } }, workspace)
}

function asShown(
  shown: readonly ShownChange[],
  workspace: Pick<Workspace, 'place' | 'now'>,
): Result<readonly UnconfirmedChange[]> {
  const now = unconfirmedChanges(workspace)
  const found: UnconfirmedChange[] = []
  for (const { path, hash } of shown) {
    const one = now.find((each) => each.path === path && each.hash === hash)
    if (one === undefined) return fail({ code: 'stale-file', path })
    found.push(one)
  }
  return ok(found)
}

function inverse(change: FileChange): FileChange {
  const { path } = change
  switch (change.kind) {
    case 'create':
      return { kind: 'remove', path, was: change.text }
    case 'remove':
      return { kind: 'create', path, text: change.was }
    case 'edit':
      return { kind: 'edit', path, was: change.text, text: change.was }
  }
}

/** The probable author of an unconfirmed change. */
export const CAUSE_NAMES: Readonly<Record<Cause, Words>> = {
  agent: { en: 'written by an agent without your yes', zh: 'Agent 未经确认写入' },
  command: { en: 'changed by a command', zh: '由命令修改' },
  editor: { en: 'changed by an editor or another program', zh: '由编辑器或其他程序修改' },
  git: { en: 'changed by git', zh: '由 git 修改' },
}
