/** Calendar days as people write them in Markdown, read as `YYYY-MM-DD`. An impossible day is not a date. */

/** Every day in a text: 2026-01-22, 2026/1/22, 2026.01.22, 2026年1月22日. */
export function datesIn(text: string): readonly string[] {
  if (!A_YEAR.test(text)) return []
  return [...text.matchAll(DAY)].flatMap((match) => {
    const date = calendarDay(match[1] ?? match[4], match[2] ?? match[5], match[3] ?? match[6])
    return date === undefined ? [] : [date]
  })
}

export function latestDateIn(text: string): string | undefined {
  return datesIn(text).toSorted().at(-1)
}

/**
 * The date of the newest entry (S20): a day that begins an item, a heading or a cell, or follows a date label.
 * Undefined if no entry has a date.
 */
export function newestEntryDate(texts: Iterable<string>): string | undefined {
  let newest: string | undefined
  for (const text of texts) {
    // The pattern is slow to compile, and the entries of a young bank have no dates.
    if (!WITH_DAY.test(text)) continue
    for (const [said] of text.matchAll(DATED)) {
      const [date] = datesIn(said)
      if (date !== undefined && (newest === undefined || date > newest)) newest = date
    }
  }
  return newest
}

/** A fast test that matches every text with a date. */
const WITH_DAY = /\d{4}\s?[-/.年]/

/** A date at the start of a line or cell, or after a label. Elsewhere it may be the date of a plan or release. */
const DATED =
  /(?:^[^\p{L}\d\n]{0,12}(?:(?:date|updated|last updated|created|日期|时间|更新时间|更新日期|更新|创建)[^\p{L}\d\n]{1,6})?|\|[ \t]*)\d{4}(?:[-/.]\d{1,2}[-/.]\d{1,2}|\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)/gimu

/** The last day of the latest month that is written without a day: 2026-01, 2026/1, 2026年1月. */
export function latestMonthIn(text: string): string | undefined {
  const ends = [...text.matchAll(MONTH)].flatMap((match) => {
    const year = Number(match[1] ?? match[3])
    const month = Number(match[2] ?? match[4])
    if (month < 1 || month > 12) return []
    const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return [`${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(lastDay)}`]
  })
  return ends.toSorted().at(-1)
}

export function withoutDates(text: string): string {
  return A_YEAR.test(text) ? text.replace(DAY, '') : text
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** The day that is `days` before this one. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}

/** Tested first. Most texts have no day, and lookbehind is slow in OpenCode's engine. */
const A_YEAR = /[0-9]{4}/
const DAY =
  /(?<![\d.])(\d{4})(?:-(?=\d{1,2}-)|\/(?=\d{1,2}\/)|\.(?=\d{1,2}\.))(\d{1,2})[-/.](\d{1,2})(?!\d)|(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]?/g
const MONTH = /(?<![\d.])(\d{4})[-/.](\d{1,2})(?![\d\-/.])|(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月(?!\s?\d)/g

function calendarDay(year: string | undefined, month: string | undefined, day: string | undefined): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (Number(year) < 1900 || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day))
    return undefined
  return `${year}-${twoDigits(Number(month))}-${twoDigits(Number(day))}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** The index at which to insert an entry of this day among entries with these dates. */
export function placeByDate(
  dates: readonly (string | undefined)[],
  day: string,
  { said, usual, isBelowItsDay = false }: PlaceRules = {},
): number {
  const { order, sorted } = orderOf(dates, said, usual)
  if (!sorted) return order === 'newest-first' ? 0 : dates.length
  const isAfter = (date: string) => (order === 'newest-last' ? date > day : isBelowItsDay ? date < day : date <= day)
  const at = dates.findIndex((date) => date !== undefined && isAfter(date))
  return at === -1 ? dates.length : at
}

export type DateOrder = 'newest-first' | 'newest-last'

interface PlaceRules {
  /** The order that the text claims for itself. */
  readonly said?: DateOrder | undefined
  /** The order to assume if neither the text nor the dates show one. */
  readonly usual?: DateOrder
  /** With the newest first: below the entries of the same day, not above them. */
  readonly isBelowItsDay?: boolean
}

export function isNewestFirst(dates: readonly (string | undefined)[], usual: DateOrder): boolean {
  return orderOf(dates, undefined, usual).order === 'newest-first'
}

/** The order that a text claims in its first lines, as the templates do. */
export function orderSaidIn(text: string): DateOrder | undefined {
  const head = text.slice(0, 2_000)
  if (/newest (?:\w+ ){0,2}(?:last|at the (?:end|bottom))|最新[^。\n]{0,6}(?:最后|末尾|最下|底部)/i.test(head))
    return 'newest-last'
  const first =
    /newest (?:\w+ ){0,2}(?:first|on top|at the top)|最新[^。\n]{0,6}(?:最前|最上|顶部|开头)|倒序|reverse chronological/i
  return first.test(head) ? 'newest-first' : undefined
}

/** The order of most neighbouring dates. One entry in the wrong place does not reverse it. */
function orderOf(
  dates: readonly (string | undefined)[],
  said: DateOrder | undefined,
  usual: DateOrder = 'newest-last',
): { readonly order: DateOrder; readonly sorted: boolean } {
  const known = dates.flatMap((date) => date ?? [])
  const rises = known.filter((date, at) => at > 0 && date > (known[at - 1] ?? '')).length
  const falls = known.filter((date, at) => at > 0 && date < (known[at - 1] ?? '')).length
  const order = said ?? (falls > rises ? 'newest-first' : rises > falls ? 'newest-last' : usual)
  return { order, sorted: (order === 'newest-first' ? rises : falls) === 0 }
}
