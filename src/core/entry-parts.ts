/** The parts that a decision and a learning must have (S7), and what we call them. */

import type { Language, Words } from './language.ts'

/** The kinds whose entries have required parts. */
export type EntryKind = 'decision' | 'learning'

export type Part = 'date' | 'what' | 'why' | 'givenUp' | 'applies' | 'symptom' | 'cause' | 'solution' | 'prevention'

export const REQUIRED_PARTS: Readonly<Record<EntryKind, readonly Part[]>> = {
  decision: ['date', 'what', 'why', 'givenUp', 'applies'],
  learning: ['symptom', 'cause', 'solution', 'prevention'],
}

export const PART_NAMES: Readonly<Record<Part, Words>> = {
  date: { en: 'Date', zh: '日期' },
  what: { en: 'Decision', zh: '决策' },
  why: { en: 'Why', zh: '原因' },
  givenUp: { en: 'Given up', zh: '取舍' },
  applies: { en: 'Applies to', zh: '适用范围' },
  symptom: { en: 'Symptom', zh: '症状' },
  cause: { en: 'Root cause', zh: '根因' },
  solution: { en: 'Solution', zh: '解决方案' },
  prevention: { en: 'Prevention', zh: '预防措施' },
}

/** What we call a part. */
export function labelOf(part: Part, language: Language): string {
  return PART_NAMES[part][language]
}
