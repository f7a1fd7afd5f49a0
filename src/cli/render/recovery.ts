/** What happened to an interrupted command's work. */

import type { Recovery } from '../../core/change.ts'
import type { Language } from '../../core/language.ts'
import type { Terminal } from '../terminal.ts'

export function remarkRecovery(recovered: readonly Recovery[], language: Language, terminal: Terminal): void {
  for (const one of recovered) {
    const outcome = {
      finished: {
        en: `An interrupted ${one.intent} (${one.id}) was finished.`,
        zh: `已完成被中断的 ${one.intent}（${one.id}）。`,
      },
      undone: {
        en: `An interrupted ${one.intent} (${one.id}) was rolled back; the bank is as it was before.`,
        zh: `已撤回被中断的 ${one.intent}（${one.id}），Memory Bank 恢复原样。`,
      },
    }[one.outcome]
    terminal.remark(outcome[language])
    if (one.left.length > 0) {
      const left = one.left.join(', ')
      terminal.remark(
        {
          en: `  Changed by someone else in the meantime, left as is: ${left}`,
          zh: `  期间被他人改动、保持原样：${left}`,
        }[language],
      )
    }
  }
}
