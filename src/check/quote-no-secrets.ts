/** Findings that quote the bank, a link or a title, with the secrets of its files masked: no value is ever printed (S35). */

import { bankPath } from '../core/bank-path.ts'
import type { Finding } from '../core/finding.ts'
import type { Words } from '../core/language.ts'
import type { Memo } from '../core/memo.ts'
import { type Snapshot, textOf } from '../core/snapshot.ts'
import { maskTexts } from '../secrets/mask.ts'
import { fileSecrets } from './file-secrets.ts'

export function quoteNoSecrets(findings: readonly Finding[], snapshot: Snapshot, memo: Memo): readonly Finding[] {
  const files = [...new Set(findings.map(({ path }) => path))].flatMap((path) => {
    const known = bankPath(path)
    const text = known === undefined ? undefined : textOf(snapshot, known)
    return text === undefined || fileSecrets(text, memo).clean ? [] : [text]
  })
  if (files.length === 0) return findings
  const said = findings.flatMap(({ message, next }) => [message.en, message.zh, next.en, next.zh])
  const masked = maskTexts([...said, ...files])
  const words = (at: number): Words => ({ en: masked[at]?.text ?? '', zh: masked[at + 1]?.text ?? '' })
  return findings.map((finding, index) => ({ ...finding, message: words(index * 4), next: words(index * 4 + 2) }))
}
