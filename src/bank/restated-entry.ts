/** An entry that only repeats the repository (S58), with both places. */

import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'

export interface RestatedEntry {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly title: string
  readonly said: SaidAt
}

/** The place in the repository that states the fact. Without a line, the file's existence is the fact. */
export interface SaidAt {
  readonly path: string
  readonly line: number | undefined
}

export function restatedWords(title: string, { path, line }: SaidAt): Words {
  const shown = title.length > 60 ? `${title.slice(0, 59).toWellFormed()}…` : title
  const place = line === undefined ? path : `${path}:${line}`
  return line === undefined
    ? {
        en: `“${shown}”: the file tree already says this (${place}).`,
        zh: `「${shown}」：目录结构已经表明（${place}）。`,
      }
    : { en: `“${shown}”: ${place} already says this.`, zh: `「${shown}」：${place} 已经写明。` }
}

export const SAY_MORE: Words = {
  en: 'Add what the code does not show (the reason, the trap, the rejected option), or keep it',
  zh: '请补充代码看不出的内容（原因、陷阱、被放弃的方案），或照原样保留',
}
