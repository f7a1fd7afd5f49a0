/** A person at a terminal chooses what becomes of a machine block they edited (S4). */

import { type ConflictChoice, conflictChoice } from '../core/change.ts'
import type { Call } from './command.ts'

export function askConflict(call: Call, paths: readonly string[]): ConflictChoice | undefined {
  const language = call.language ?? call.locale
  const { print, ask } = call.terminal
  print(
    {
      en: `The machine block of ${paths.join(', ')} was edited by hand since it was last written.`,
      zh: `检测到 ${paths.join('、')} 的机器区块被手动修改。`,
    }[language],
  )
  print(
    {
      en: '  1  keep      leave your edit, skip this update\n  2  overwrite  the update replaces your edit\n  3  append    the update goes after your edit',
      zh: '  1  保留你的修改，跳过本次更新\n  2  用更新覆盖你的修改\n  3  合并：更新追加到你的修改后面',
    }[language],
  )
  const answer = ask({ en: 'Choose (1/2/3): ', zh: '请选择 (1/2/3): ' }[language])?.trim()
  return answer === '1'
    ? 'keep'
    : answer === '2'
      ? 'overwrite'
      : answer === '3'
        ? 'append'
        : conflictChoice(answer ?? '')
}
