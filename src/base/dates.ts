/** Calendar days as people write them in Markdown, read as `YYYY-MM-DD`; an impossible day is no date. */

/** Every day named in a text: 2026-01-22, 2026/1/22, 2026.01.22, 2026年1月22日. */
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

/** A month named without a day, as its last day: 2026-01, 2026/1, 2026年1月. */
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

/** The text without the days it names. */
export function withoutDates(text: string): string {
  return A_YEAR.test(text) ? text.replace(DAY, '') : text
}

/** From one `YYYY-MM-DD` to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** So many days before one. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}

/** Asked first: most texts name no day, and a pattern that looks behind itself is slow in OpenCode's engine. */
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

/** Where something of this day goes among entries of these days: where their own order says, or what is `usual` where it says nothing. */
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
  /** The order that the text says of itself. */
  readonly said?: DateOrder | undefined
  /** The order where neither the text nor the dates tell. */
  readonly usual?: DateOrder
  /** Below those of the same day where the newest stand first; otherwise above them. */
  readonly isBelowItsDay?: boolean
}

export function isNewestFirst(dates: readonly (string | undefined)[], usual: DateOrder): boolean {
  return orderOf(dates, undefined, usual).order === 'newest-first'
}

/** The order a text says its entries have, as ours does in its first lines. */
export function orderSaidIn(text: string): DateOrder | undefined {
  const head = text.slice(0, 2_000)
  if (/newest (?:\w+ ){0,2}(?:last|at the (?:end|bottom))|最新[^。\n]{0,6}(?:最后|末尾|最下|底部)/i.test(head))
    return 'newest-last'
  const first =
    /newest (?:\w+ ){0,2}(?:first|on top|at the top)|最新[^。\n]{0,6}(?:最前|最上|顶部|开头)|倒序|reverse chronological/i
  return first.test(head) ? 'newest-first' : undefined
}

/** By how each follows the one before it: a single entry out of its place turns nothing round. */
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
