/** The parts of a proposal that a person names: "第一条", "前两条", "the last one", "#2", "1-3". */

export interface Named {
  /** Number of units in the name. */
  readonly length: number
  readonly parts: (count: number) => readonly number[]
  /** A plain number, which names a part only next to a word that picks parts. */
  readonly bare: boolean
  /** The user named the part by its subject. */
  readonly byTopic?: true
}

export function partAt(units: readonly string[], at: number): Named | undefined {
  return countedPart(units, at) ?? partAtAnEnd(units, at) ?? ordinalPart(units[at] ?? '') ?? numberAlone(units, at)
}

/** "第一条", "前两条", "后两条", "最后一条". */
function countedPart(units: readonly string[], at: number): Named | undefined {
  const unit = units[at]
  if (unit === '第') return numbered(units, at, 1, (value) => [value])
  if (unit === '前' || unit === '头') return numbered(units, at, 1, upTo)
  if (unit === '后' || unit === '末') return numbered(units, at, 1, (value, count) => lastOf(count, value))
  return unit === '最' && units[at + 1] === '后' ? fromTheEnd(units, at) : undefined
}

/** "the last one", "the last two", "the first three". */
function partAtAnEnd(units: readonly string[], at: number): Named | undefined {
  const unit = units[at] ?? ''
  const size = numberOf(units[at + 1] ?? '')
  if (unit === 'last' || unit === 'final')
    return { length: size === undefined ? 1 : 2, parts: (count) => lastOf(count, size ?? 1), bare: false }
  const isFirst = unit === 'first' || unit === 'top'
  return isFirst && size !== undefined ? { length: 2, parts: () => upTo(size), bare: false } : undefined
}

/** "second", "2nd", "#2". */
function ordinalPart(unit: string): Named | undefined {
  const digits = /^#?(\d{1,2})(?:st|nd|rd|th)$/.exec(unit) ?? /^#(\d{1,2})$/.exec(unit)
  const value = digits === null ? ORDINALS.indexOf(unit) + 1 : Number(digits[1])
  return digits === null && value === 0 ? undefined : { length: 1, parts: () => [value], bare: false }
}

/** "2", "两个", "1-3". */
function numberAlone(units: readonly string[], at: number): Named | undefined {
  const unit = units[at] ?? ''
  const range = /^(\d{1,2})-(\d{1,2})$/.exec(unit)
  if (range !== null) return { length: 1, parts: () => between(Number(range[1]), Number(range[2])), bare: true }
  const value = numberOf(unit)
  if (value === undefined) return undefined
  return { length: MEASURES.has(units[at + 1] ?? '') ? 2 : 1, parts: () => [value], bare: true }
}

export function between(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

function numbered(
  units: readonly string[],
  at: number,
  skip: number,
  meaning: (value: number, count: number) => readonly number[],
): Named | undefined {
  const value = numberOf(units[at + skip] ?? '')
  if (value === undefined) return undefined
  const length = skip + 1 + (MEASURES.has(units[at + skip + 1] ?? '') ? 1 : 0)
  return { length, parts: (count) => meaning(value, count), bare: length === skip + 1 }
}

function fromTheEnd(units: readonly string[], at: number): Named {
  const size = numberOf(units[at + 2] ?? '')
  const measure = at + (size === undefined ? 2 : 3)
  const length = measure - at + (MEASURES.has(units[measure] ?? '') ? 1 : 0)
  return { length, parts: (count) => lastOf(count, size ?? 1), bare: measure - at === length }
}

function upTo(value: number): readonly number[] {
  return between(1, value)
}

function lastOf(count: number, size: number): readonly number[] {
  return between(Math.max(1, count - size + 1), count)
}

function numberOf(unit: string): number | undefined {
  if (/^[1-9]\d?$/.test(unit)) return Number(unit)
  const han = unit === '' ? -1 : '一二三四五六七八九十'.indexOf(unit)
  if (han >= 0) return han + 1
  if (unit === '两') return 2
  const word = CARDINALS.indexOf(unit)
  return word >= 0 ? word + 2 : undefined
}

const MEASURES = new Set([...'条个点项则'])
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
/** Without "one", which more often means a thing than a number. */
const CARDINALS = 'two three four five six seven eight nine ten'.split(' ')
