/** An entry that only repeats what the repository says itself (S58): where the bank says it, and where the repository does. */

import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'

export interface Restated {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly title: string
  readonly said: SaidAt
}

/** A place of the repository; without a line where the file's being there says it. */
export interface SaidAt {
  readonly path: string
  readonly line: number | undefined
}

export function restatedWords(title: string, { path, line }: SaidAt): Words {
  const shown = title.length > 60 ? `${title.slice(0, 59).toWellFormed()}…` : title
  const place = line === undefined ? path : `${path}:${line}`
  return line === undefined
    ? {
        en: `“${shown}”: the file tree says this itself (${place}).`,
        zh: `“${shown}”：目录结构本身已经表明（${place}）。`,
      }
    : { en: `“${shown}”: ${place} says this itself.`, zh: `“${shown}”：${place} 本身已经写明。` }
}

export const SAY_MORE: Words = {
  en: 'Say what the code cannot tell (the reason, the trap, the rejected way), or keep it as it is',
  zh: '请补充代码看不出的内容（原因、陷阱、被放弃的方案），或照原样保留',
}
