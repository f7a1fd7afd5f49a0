/** The mark of a decision that another has taken the place of: it stays readable, with its reasons, and binds nobody. */

import type { Language } from '../core/language.ts'

/** Without a day: the decision that took its place has one, and a heading's own date stays the latest in it. */
export function supersededTitle(title: string, by: string, language: Language): string {
  return { en: `${title} (superseded: ${by})`, zh: `${title}（已废弃，由「${by}」取代）` }[language]
}

export function isSuperseded(title: string): boolean {
  return MARK.test(title)
}

/** Whether words that may say more than a title, such as those of a cell, end in the mark. */
export function endsSuperseded(words: string): boolean {
  return /[)\]）】]\s*$/.test(words) && isSuperseded(words)
}

/** What it was called before. */
export function titleBefore(title: string): string {
  return title.replace(MARK, '')
}

const MARK = /(?<!\s)\s*[([（【](?:superseded|deprecated|obsolete|已?废弃|已?弃用|已?作废)[\s\S]*$/i
