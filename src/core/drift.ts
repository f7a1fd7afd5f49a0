/** A fact of the bank that the repository contradicts (S51), as a value: what stands where, and what is so now. */

import type { BankPath } from './bank-path.ts'
import type { Words } from './language.ts'

export interface Drift {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly about: ClaimKind
  /** What the bank says, as it stands there. */
  readonly claim: string
  readonly verdict: 'moved' | 'changed' | 'gone'
  /** What is so now: where it moved to, what it changed to. */
  readonly now: string | undefined
  /** What in the repository says so. */
  readonly evidence: Words
}

export type ClaimKind =
  | 'path'
  | 'line'
  | 'anchor'
  | 'symbol'
  | 'script'
  | 'target'
  | 'command'
  | 'version'
  | 'dependency'
  | 'variable'
  | 'port'
  | 'route'

/** One sentence: what the bank says, what became of it, and what says so. */
export function driftWords({ about, claim, verdict, now, evidence }: Drift): Words {
  const what = claim.replaceAll('`', "'")
  // Of an anchor that changed, only one that was never filled in is known to be something else now.
  if (about === 'anchor' && verdict === 'changed' && now !== undefined)
    return { en: `\`${what}\` waits for its hash: \`${now}\``, zh: `\`${what}\` 的哈希尚未填写，应为 \`${now}\`` }
  switch (verdict) {
    case 'moved':
      return {
        en: `\`${what}\` has moved${now === undefined ? '' : ` to \`${now}\``}: ${evidence.en}`,
        zh: `\`${what}\` 已移动${now === undefined ? '' : `到 \`${now}\``}：${evidence.zh}`,
      }
    case 'changed':
      return {
        en: `\`${what}\` has changed${now === undefined ? '' : `, it is now \`${now}\``}: ${evidence.en}`,
        zh: `\`${what}\` 已变化${now === undefined ? '' : `，现为 \`${now}\``}：${evidence.zh}`,
      }
    case 'gone':
      return { en: `\`${what}\` is gone: ${evidence.en}`, zh: `\`${what}\` 已不存在：${evidence.zh}` }
  }
}
