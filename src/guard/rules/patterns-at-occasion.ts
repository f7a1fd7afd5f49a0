/** Points to the patterns when a call begins a new folder or package, adds a dependency or moves many files (S27). */

import type { Occasion } from '../../bank/event.ts'
import type { Words } from '../../base/language.ts'
import { filesWritten } from '../bank-writes.ts'
import { riskOf } from '../risk.ts'
import type { GuardRule } from '../rule.ts'
import { hasRead } from '../state.ts'

export const patternsAtOccasion: GuardRule = {
  id: 'patterns-at-occasion',
  order: 180,
  force: 'session',
  skippable: true,
  check({ state, facts, policy }) {
    const occasion = facts.kind === 'writes' || facts.kind === 'shell' ? facts.occasion : undefined
    // The gate for risky writes already names the same file.
    if (occasion === undefined || riskOf(filesWritten(facts), policy.sensitive).level === 'high') return undefined
    const required = policy.readRequired()
    if (required === undefined || hasRead(state, required, policy.readScope)) return undefined
    const { en, zh } = WORDS[occasion.kind]
    return {
      en: `${en}: memory-bank/${required.path} has earlier decisions on this. Read it and check this change against it.`,
      zh: `${zh}：相关的既有决策见 memory-bank/${required.path}。请读取并据此核对。`,
    }
  },
}

const WORDS: Readonly<Record<Occasion['kind'], Words>> = {
  folder: { en: 'A new folder or package', zh: '新建了目录或包' },
  dependency: { en: 'A new dependency', zh: '新增了依赖' },
  move: { en: 'Many files moved', zh: '移动了许多文件' },
}
