/**
 * Decides whether the changes of a plan may enter the bank. They need no secrets, no refused personal data, unchanged
 * user blocks and complete markers.
 *
 * A problem names kind and line, never the value. Text that a plan only moves between files is not new. Each text is
 * searched once.
 */

import { pageOf } from '../../bank/page.ts'
import type { LeavingLine } from '../../bank/proposal.ts'
import { linesGone } from '../../bank/section-memory.ts'
import type { Addition } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import type { Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { findSecrets, newSecrets } from '../../secrets/find-secrets.ts'
import { maskTexts } from '../../secrets/mask.ts'
import { findPersonalData } from '../../secrets/personal-data.ts'

export interface Judging {
  readonly personalData: 'warn' | 'refuse'
  readonly ownDomains: readonly string[]
}

/**
 * The first secret in the fields and evidence of the additions. Evidence is not part of the plan's texts, and a table
 * cell joins lines.
 */
export function secretIn(additions: readonly Addition[]): Problem | undefined {
  for (const { kind, fields, evidence } of additions) {
    for (const [name, text] of [...fields, ['evidence', evidence.join('\n')] as const]) {
      const found = text === '' ? undefined : findSecrets(text)[0]
      if (found !== undefined)
        return { code: 'addition-secret', path: `${kind}.${name}`, line: found.line, kind: found.kind, holds: 'secret' }
    }
  }
  return undefined
}

/** Returns what the user should know before confirming. */
export function judgeChanges(changes: readonly Change[], judging: Judging): Result<readonly Words[]> {
  const notes: Words[] = []
  const before = changes.map((change) => ('was' in change ? change.was : '')).join('\n')
  const own = { ownDomains: judging.ownDomains, ownPeople: [] }
  const held = new Set(findPersonalData(before, own).map((one) => before.slice(one.start, one.end)))
  const created = new Set(changes.flatMap((change) => (change.kind === 'create' ? [change.text] : [])))
  for (const change of changes) {
    if (change.kind !== 'create' && change.kind !== 'edit') continue
    const { path, text } = change
    // If a new file has exactly the former text, that text moved, and this path is treated as new.
    const was = change.kind === 'edit' && !created.has(change.was) ? change.was : ''
    if (!keepsItsBlocks(path, was, text)) return fail({ code: 'addition-breaks', path })
    const secret = newSecrets(before, text)[0]
    if (secret !== undefined)
      return fail({ code: 'addition-secret', path, line: secret.line, kind: secret.kind, holds: 'secret' })
    const personal = findPersonalData(text, own).find((one) => !held.has(text.slice(one.start, one.end)))
    if (personal !== undefined && judging.personalData === 'refuse')
      return fail({ code: 'addition-secret', path, line: personal.line, kind: personal.kind, holds: 'personal-data' })
    if (personal !== undefined) notes.push(looksPersonal(path, personal.line, personal.kind))
  }
  return ok(notes)
}

function keepsItsBlocks(path: BankPath, was: string, text: string): boolean {
  const [old, now] = [pageOf(was, path), pageOf(text, path)]
  if (!now.parsed.ok) return !old.parsed.ok
  return !old.parsed.ok || old.user?.text === now.user?.text || was === ''
}

function looksPersonal(path: BankPath, line: number, kind: string): Words {
  return {
    en: `Line ${line} of ${path} looks like personal data (${kind}); git shares this file.`,
    zh: `${path} 第 ${line} 行像是个人数据（${kind}）；该文件由 git 共享。`,
  }
}

/** The lines that a plan takes out of the bank, without the values of secrets. */
export function linesLeaving(changes: readonly Change[]): readonly LeavingLine[] {
  return linesGone(changes).flatMap(({ path, lines }) => maskTexts(lines).map(({ text }) => ({ path, text })))
}
