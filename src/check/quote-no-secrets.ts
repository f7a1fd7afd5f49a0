/** Findings that quote the bank, a link or a title, with the secrets of its files masked: no value is ever printed (S35). */

import { bankPath } from '../core/bank-path.ts'
import type { Finding } from '../core/finding.ts'
import type { Words } from '../core/language.ts'
import { maskTexts } from '../core/mask-texts.ts'
import { type Snapshot, textOf } from '../core/snapshot.ts'

export function quoteNoSecrets(findings: readonly Finding[], snapshot: Snapshot): readonly Finding[] {
  const said = findings.flatMap(({ message, next }) => [message.en, message.zh, next.en, next.zh])
  const files = [...new Set(findings.map(({ path }) => path))].flatMap((path) => {
    const known = bankPath(path)
    return known === undefined ? [] : (textOf(snapshot, known) ?? [])
  })
  const masked = maskTexts([...said, ...files])
  if (masked.every(({ masks }) => masks.length === 0)) return findings
  const words = (at: number): Words => ({ en: masked[at]?.text ?? '', zh: masked[at + 1]?.text ?? '' })
  return findings.map((finding, index) => ({ ...finding, message: words(index * 4), next: words(index * 4 + 2) }))
}
