/** Moments as people say them, in the time zone of this machine. JSON output keeps UTC. */

import type { Language } from '../base/language.ts'

/** `today 14:03`, `yesterday 09:12`, else `2026-11-17 09:12`. A text that is no moment is returned unchanged. */
export function timeWords(at: string, language: Language, now = new Date()): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return at
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const day = dayIn(moment)
  const named =
    day === dayIn(now)
      ? { en: 'today', zh: '今天' }[language]
      : day === dayIn(yesterday)
        ? { en: 'yesterday', zh: '昨天' }[language]
        : day
  return `${named} ${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}

function dayIn(moment: Date): string {
  return [moment.getFullYear(), twoDigits(moment.getMonth() + 1), twoDigits(moment.getDate())].join('-')
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
