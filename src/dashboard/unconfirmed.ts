/** Changes of the bank that no person has confirmed (S34), shown with their diffs, and kept or undone as shown. */

import type { UnconfirmedAnswer, WrittenAnswer } from '../bank/page-answers.ts'
import { isRecord } from '../base/is-record.ts'
import type { Language } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Workspace } from '../disk/workspace.ts'
import {
  CAUSE_NAMES,
  confirmChanges,
  type UnconfirmedChange,
  unconfirmedChanges,
  undoChanges,
} from '../verbs/review.ts'
import { maskedDiffs } from './masked-diffs.ts'
import { written } from './page-plans.ts'

/** Newest first, with changes made a moment ago. Looking records nothing. */
export function foreignChanges(workspace: Workspace, language: Language): readonly UnconfirmedAnswer[] {
  return unconfirmedChanges(workspace)
    .toReversed()
    .map(({ path, at, cause, hash, change }) => ({
      path,
      at,
      cause: CAUSE_NAMES[cause][language],
      hash,
      files: change === undefined ? [] : maskedDiffs([change]),
    }))
}

/** The present texts become the confirmed ones. */
export function keepChanges(workspace: Workspace, given: unknown): Result<undefined> {
  const shown = changesNamed(workspace, given)
  return shown.ok ? confirmChanges(shown.value, workspace) : shown
}

/** Restores the former texts, as one change in the history. */
export function restoreChanges(workspace: Workspace, given: unknown, language: Language): Result<WrittenAnswer> {
  const shown = changesNamed(workspace, given)
  const undone = shown.ok ? undoChanges(shown.value, workspace) : shown
  return undone.ok ? ok(written(undone.value, language)) : undone
}

type Shown = Pick<UnconfirmedChange, 'path' | 'hash'>

/** The changes that a request names. A path or hash that was never shown names nothing. */
function changesNamed(workspace: Workspace, given: unknown): Result<readonly Shown[]> {
  const named: readonly unknown[] = Array.isArray(given) ? given : []
  const known = unconfirmedChanges(workspace)
  const found: Shown[] = []
  for (const one of named) {
    const same = isRecord(one)
      ? known.find(({ path, hash }) => path === one['path'] && hash === one['hash'])
      : undefined
    if (same === undefined) return fail({ code: 'plan-changed' })
    found.push(same)
  }
  return found.length === 0 ? fail({ code: 'plan-changed' }) : ok(found)
}
