/** Facts of the bank that name files, symbols, scripts, packages and versions are as the repository has them (S51). */

import { type Drift, driftWords } from '../../bank/drift.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import type { Rule } from '../rule.ts'

export const drift: Rule = {
  id: 'drift',
  about: {
    en: 'What the bank says about the code is as the repository has it.',
    zh: 'Memory Bank 中关于代码的事实与仓库一致。',
  },
  fixes: 'anchors',
  check({ drift: found }) {
    return found().map(
      (one): Finding => ({
        rule: 'drift',
        level: 'warning',
        path: one.path,
        line: one.line,
        message: driftWords(one),
        next: isKnownAnchor(one) ? FIX : NEXT[one.verdict],
        ...(isKnownAnchor(one) ? { fix: { kind: 'anchors' as const } } : {}),
      }),
    )
  },
}

/** Its lines are elsewhere now, or its hash is not filled in. */
function isKnownAnchor({ about, now }: Drift): boolean {
  return about === 'anchor' && now !== undefined
}

const FIX: Words = {
  en: 'Run memory-bank check --fix, which writes it so.',
  zh: '请运行 memory-bank check --fix，由它改写。',
}
const NEXT: Readonly<Record<Drift['verdict'], Words>> = {
  moved: { en: 'Write where it is now.', zh: '请改为现在的位置。' },
  changed: { en: 'Write what is so now, or since when it was otherwise.', zh: '请改为现状，或写明何时如此。' },
  gone: { en: 'Take it out, or say that it was removed.', zh: '请删去，或写明它已被移除。' },
}
