/** A fact in the bank that the repository contradicts (S51): its place in the bank, and the current state. */

import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'

export interface Drift {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly about: ClaimKind
  /** Quoted from the bank. */
  readonly claim: string
  readonly verdict: 'moved' | 'changed' | 'gone'
  /** The new place or value. */
  readonly now: string | undefined
  readonly evidence: Words
}

export type ClaimKind = 'path' | 'line' | 'anchor' | 'symbol' | 'script' | 'target' | 'version' | 'dependency'

/** One sentence with the claim, the verdict and the evidence. */
export function driftWords({ about, claim, verdict, now, evidence }: Drift): Words {
  const what = claim.replaceAll('`', "'")
  // A changed anchor has a new value only if its hash was never filled in.
  if (about === 'anchor' && verdict === 'changed' && now !== undefined)
    return { en: `\`${what}\` still needs its hash: \`${now}\``, zh: `\`${what}\` 的哈希尚未填写，应为 \`${now}\`` }
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
