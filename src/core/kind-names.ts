/** What a kind of entry is called in a sentence. */

import type { AdditionKind } from './addition-kinds.ts'
import type { Language, Words } from './language.ts'

export function nameOfKind(kind: AdditionKind, language: Language): string {
  return KIND_NAMES[kind][language]
}

export const KIND_NAMES: Readonly<Record<AdditionKind, Words>> = {
  decision: { en: 'decision', zh: '决策' },
  learning: { en: 'learning', zh: '经验' },
  requirement: { en: 'requirement', zh: '需求' },
  design: { en: 'design', zh: '设计' },
  focus: { en: 'focus', zh: '焦点' },
  progress: { en: 'progress item', zh: '进度' },
  tech: { en: 'tech fact', zh: '技术事实' },
  answer: { en: 'quick answer', zh: '快速答案' },
}
