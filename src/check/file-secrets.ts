/** The secrets of a text: those to report, and whether it holds any at all, allowed or not. */

import type { Memo } from '../core/memo.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { findSecrets, unallowedSecrets } from '../secrets/find-secrets.ts'

export interface FileSecrets {
  readonly clean: boolean
  readonly found: readonly { readonly kind: string; readonly line: number }[]
}

export function fileSecrets(text: string, memo: Memo): FileSecrets {
  return memo.of('secrets', text, () => {
    const clean = findSecrets(text).length === 0
    return { clean, found: clean ? [] : unallowedSecrets(text).map(({ kind, line }) => ({ kind, line })) }
  })
}

/** Of these nothing may be written down, not even what was worked out of them. */
export function textsWithSecrets(snapshot: Snapshot, memo: Memo): readonly string[] {
  return [...snapshot.files.values()].flatMap(({ text }) => (fileSecrets(text, memo).clean ? [] : [text]))
}
