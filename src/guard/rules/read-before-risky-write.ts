/** A risky write waits until this session has read the project's patterns as they are now (S31). */

import type { BankPath } from '../../base/bank-path.ts'
import { filesWritten } from '../bank-writes.ts'
import { riskOf } from '../risk.ts'
import type { Judged, Rule } from '../rule.ts'
import { hasRead } from '../state.ts'

/** What a risky write rests on, where the session has read it: the gate that it satisfied (S56). */
export function readForRiskyWrite({ state, facts, policy }: Judged): BankPath | undefined {
  if (policy.mode === 'off' || riskOf(filesWritten(facts), policy.sensitive).level === 'low') return undefined
  const required = policy.readRequired()
  return required !== undefined && hasRead(state, required, policy.readScope) ? required.path : undefined
}

export const readBeforeRiskyWrite: Rule = {
  id: 'read-before-risky-write',
  order: 170,
  force: 'gate',
  check({ state, facts, policy }) {
    const risk = riskOf(filesWritten(facts), policy.sensitive)
    if (risk.level === 'low') return undefined
    const required = policy.readRequired()
    if (required === undefined || hasRead(state, required, policy.readScope)) return undefined
    const because =
      risk.because === 'sensitive'
        ? { en: `${risk.path} is sensitive`, zh: `${risk.path} 是敏感路径` }
        : { en: 'several files at once', zh: '一次写多个文件' }
    // The note comes with the result: what it speaks of is done, unless the tool failed.
    if (policy.mode !== 'block')
      return {
        en: `It was written before memory-bank/${required.path} was read (${because.en}). Read that now, then check what you wrote against it; if the edit failed, read it, then repeat the edit.`,
        zh: `写入时尚未读取 memory-bank/${required.path}（${because.zh}）。请现在读取它，再核对已写的内容；若修改失败，请先读取再重做。`,
      }
    return {
      en: `Read memory-bank/${required.path}, then repeat this edit (${because.en}).`,
      zh: `请先读取 memory-bank/${required.path}，再重做这次修改（${because.zh}）。`,
    }
  },
}
