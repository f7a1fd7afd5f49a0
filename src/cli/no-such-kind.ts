/** A kind of entry that there is not, with the one that was meant, or with all there are. */

import { ADDITION_KINDS, KIND_NAMES } from '../core/addition.ts'
import type { Language } from '../core/language.ts'
import type { Problem } from '../core/problem.ts'
import { nearestOf } from './nearest-word.ts'

export function noSuchKind(word: string, command: string): Problem {
  const near = nearestOf(word.toLowerCase(), ADDITION_KINDS)
  const detail =
    near === undefined
      ? {
          en: `There is no kind '${word}'; there are ${kindList('en')}.`,
          zh: `没有类型 '${word}'，可用：${kindList('zh')}。`,
        }
      : {
          en: `There is no kind '${word}'. Did you mean '${near}'?`,
          zh: `没有类型 '${word}'。你是想用 '${near}' 吗？`,
        }
  return { code: 'usage', command, detail }
}

export function kindList(language: Language): string {
  return language === 'en'
    ? ADDITION_KINDS.join(', ')
    : ADDITION_KINDS.map((kind) => `${kind}（${KIND_NAMES[kind].zh}）`).join('、')
}
