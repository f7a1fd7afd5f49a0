/**
 * A risky write waits until the session has read the present patterns of the project (S31). After a compaction it also
 * waits for MEMORY.md and the requirement and design documents that were in use (S38).
 */

import type { BankPath } from '../../base/bank-path.ts'
import { MEMORY } from '../../base/layout.ts'
import { filesWritten } from '../bank-writes.ts'
import { riskOf } from '../risk.ts'
import type { GuardRule, Judged } from '../rule.ts'
import { type GuardState, hasRead } from '../state.ts'

/** The file that satisfied the gate of a risky write, because the session has read it (S56). */
export function readForRiskyWrite({ state, facts, policy }: Judged): BankPath | undefined {
  if (policy.mode === 'off' || riskOf(filesWritten(facts), policy.sensitive).level === 'low') return undefined
  const required = policy.readRequired()
  return required !== undefined && hasRead(state, required, policy.readScope) ? required.path : undefined
}

export const readBeforeRiskyWrite: GuardRule = {
  id: 'read-before-risky-write',
  order: 170,
  force: 'gate',
  skippable: true,
  check(judged) {
    const { state, facts, policy } = judged
    const risk = riskOf(filesWritten(facts), policy.sensitive)
    if (risk.level === 'low') return undefined
    const unread = unreadFiles(judged).map((path) => `memory-bank/${path}`)
    if (unread.length === 0) return undefined
    const because =
      risk.because === 'sensitive'
        ? { en: `${risk.path} is sensitive`, zh: `${risk.path} 是敏感路径` }
        : { en: 'several files at once', zh: '一次写多个文件' }
    const files = { en: unread.join(', '), zh: unread.join('、') }
    const again =
      state.anchors === undefined
        ? { en: '', zh: '', pressed: '' }
        : { en: ' again after the compaction', zh: '重新', pressed: '上下文已压缩，' }
    // The note comes with the result, when the write is already done, unless the tool failed.
    if (policy.mode !== 'block')
      return {
        en: `The edit was made before ${files.en} ${unread.length === 1 ? 'was' : 'were'} read${again.en} (${because.en}). Read that now, then check what you wrote against it. If the edit failed, read it, then repeat the edit.`,
        zh: `${again.pressed}写入时尚未${again.zh}读取 ${files.zh}（${because.zh}）。请现在读取，再核对已写的内容；若修改失败，请先读取再重做。`,
      }
    return {
      en: `Read ${files.en}${again.en}, then repeat this edit (${because.en}).`,
      zh: `${again.pressed}请先${again.zh}读取 ${files.zh}，再重做这次修改（${because.zh}）。`,
    }
  },
}

/** Without a bank there is nothing to read. A document may have been deleted since the compaction. */
function unreadFiles({ state, policy }: Judged): readonly BankPath[] {
  const required = policy.readRequired()
  if (required === undefined) return []
  const patterns = hasRead(state, required, policy.readScope) ? [] : [required.path]
  if (state.anchors === undefined) return patterns
  const anchors = state.anchors.filter((path) => !state.read.has(path) && policy.isInBank(path))
  return [...new Set([...(knowsMemory(state) ? [] : [MEMORY]), ...patterns, ...anchors])]
}

/** A new opening after the compaction contains MEMORY.md. */
function knowsMemory({ entry, read }: GuardState): boolean {
  return entry !== undefined || read.has(MEMORY)
}
