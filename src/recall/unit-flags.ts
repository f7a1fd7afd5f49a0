/**
 * What the form of a unit tells about it: whether it states a rule, a reason, a cure or a date, whether it was given up,
 * and how old it is.
 */

import { type BankPath, baseName } from '../core/bank-path.ts'
import { MEMORY, OLD_ROUTING_HEADING, SECTION } from '../core/layout.ts'
import { endsSuperseded } from '../text/superseded.ts'
import { cellsOfLine } from '../text/table.ts'
import { wordTable } from '../text/word-table.ts'
import type { IndexedFile } from './index-image.ts'
import type { Unit } from './split-file.ts'
import type { Weights } from './weights.ts'

/** Bits of one number. */
export const UNIT_FLAG = {
  dated: 1,
  /** It ends in a question: what follows may be the answer. */
  asks: 2,
  /** It states a rule or a decision. */
  binding: 4,
  /** It is a turn of a conversation that the asker spoke. */
  asker: 8,
  cause: 16,
  cure: 32,
  prevention: 64,
  deprecated: 128,
  /** It is part of MEMORY.md, which the agent has read anyway. */
  entry: 256,
  /** It tells where to read, not what is so. */
  pointer: 512,
  /** It is an entry by itself, a row or an item: what stands beside it says nothing about it. */
  apart: 1024,
  /** It stands in a document of the repository, which the bank only routes to. */
  document: 2048,
  /** A scan wrote it: the repository says the same at the source it names. */
  restated: 4096,
} as const

export type UnitFlag = keyof typeof UNIT_FLAG

/** `terms` tells which kinds of terms the unit holds. */
export function flagsOf(
  path: BankPath,
  unit: Unit,
  body: string,
  terms: { readonly dated: boolean; readonly binding: boolean },
): number {
  const { heading } = unit
  const isEntry = path === MEMORY
  const has: Record<UnitFlag, boolean> = {
    dated: terms.dated || /(?:19|20)\d\d/.test(body),
    asks: /[?？]["'”’)*_\s]*$/.test(body.slice(-12)),
    binding: terms.binding,
    asker: heading.length <= 200 && /user|human|用户/i.test(heading) && isAskersHeading(heading),
    cause: CAUSE_WORDS.holds(heading) || hasLabel(body, CAUSE_LABELS) || givesReasons(unit),
    cure: CURE_WORDS.holds(heading) || hasLabel(body, CURE_LABELS),
    prevention: PREVENTION_WORDS.holds(heading) || hasLabel(body, PREVENTION_LABELS),
    deprecated: isDeprecated(`${heading}\n${body.slice(0, 200)}`) || isSupersededEntry(unit, body),
    entry: isEntry,
    apart: unit.columns !== undefined,
    document: false,
    restated: isRestated(body),
    pointer: isEntry ? POINTING.some((start) => `## ${heading}`.startsWith(start)) : baseName(path) === 'index.md',
  }
  return FLAGS.reduce((flags, flag) => (has[flag] ? flags | UNIT_FLAG[flag] : flags), 0)
}

const FLAGS: readonly UnitFlag[] = [
  ...(['dated', 'asks', 'binding', 'asker', 'cause', 'cure'] as const),
  ...(['prevention', 'deprecated', 'entry', 'pointer', 'apart', 'restated'] as const),
]

export function hasFlag(flags: number, flag: UnitFlag): boolean {
  return (flags & UNIT_FLAG[flag]) !== 0
}

/** Whether a status line or a heading says that something no longer holds. */
export function isDeprecated(text: string): boolean {
  return GIVEN_UP.some((word) => text.includes(word)) && DEPRECATED.test(text)
}

/** A row or an item that says of itself that another took its place. */
function isSupersededEntry({ columns }: Unit, body: string): boolean {
  if (columns === undefined || !GIVEN_UP.some((word) => body.includes(word))) return false
  return columns.length === 0 ? endsSuperseded(body) : cellsOfLine(body.trim()).some(endsSuperseded)
}

/** The first date written in a text, in days since the epoch. */
export function dayIn(text: string): number | undefined {
  const match = /(?<!\d)((?:19|20)\d\d)[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?(?!\d)/.exec(text)
  if (match === null) return undefined
  const month = Number(match[2])
  const day = Number(match[3] ?? 1)
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  return Math.floor(Date.UTC(Number(match[1]), month - 1, day) / 86_400_000)
}

/** The day an entry says it is of: in its heading, on a line such as `- **Date**: …`, in the cell or at the head of a row or item. */
export function dayOfUnit(unit: Unit, body: string): number | undefined {
  if (unit.columns === undefined) return dayIn(unit.heading) ?? labelledDay(body)
  const cell =
    unit.columns.length === 0 ? body.slice(0, 40) : cellsOfLine(body.trim()).find((text) => DATE_CELL.test(text))
  return cell === undefined ? undefined : dayIn(cell)
}

/** The day that a line of the first ones names as the date. */
export function labelledDay(text: string): number | undefined {
  const label = DATE_LINE.exec(text.slice(0, 600))
  return label === null ? undefined : dayIn(label[1] ?? '')
}

const DATE_CELL = /^[~≈]?\s?(?:19|20)\d\d[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}\s?[日号]?|月)?$/
const DATE_LINE =
  /^[\s>*+-]{0,8}(?:\*\*)?(?:Date|Decided on|Recorded|日期|时间|决策日期|记录日期|创建日期)(?:\*\*)?\s?[:：](.{0,60})/im

/** The bonus for being recent halves in this time; a unit without a date gets that half. */
const RECENT_DAYS = 180

/**
 * By unit number: a factor on its score, whatever is asked. Recent units come before old ones, deprecated ones last, and
 * pointers after what they point to. Age is measured from the newest dated unit, so that the same bank gives the same
 * order on any day.
 */
export function priorsOf(files: readonly IndexedFile[], count: number, weights: Weights): Float32Array {
  const newest = files.reduce((most, file) => file.units.reduce((day, unit) => Math.max(day, unit.day), most), 0)
  const priors = new Float32Array(count)
  for (const { firstUnit, units } of files) {
    for (const [at, { day, flags }] of units.entries()) {
      const age = day === 0 ? RECENT_DAYS : newest - day
      let prior = 1 + weights.recent * 2 ** (-age / RECENT_DAYS)
      for (const flag of LOWERING) if (hasFlag(flags, flag)) prior *= weights[flag]
      priors[firstUnit + 1 + at] = prior
    }
  }
  return priors
}

const LOWERING = ['deprecated', 'pointer', 'entry', 'document'] as const

const POINTING = [OLD_ROUTING_HEADING, SECTION.drillDown, SECTION.writeSafety]

/** Stemmed, as the index holds them. */
export const DATE_TERMS =
  `januari februari april juli august septemb octob novemb decemb mondai tuesdai wednesdai thursdai fridai
saturdai sundai yesterdai todai tomorrow weekend week month year 年 月 日 昨天 今天 明天 上周 下周`.split(/\s+/)
export const BINDING_TERMS = 'alwai never prefer forbidden must 必须 禁止 不得 务必 一律 始终 偏好 允许'.split(' ')
const CAUSE_WORDS = wordTable('cause|why|rationale|reason|background|context|根因|原因|背景|理由')
const CAUSE_LABELS = ['Why', 'Reason', 'Rationale', 'Root cause', '原因', '理由', '根因']
const GIVEN_UP_LABELS = ['Given up', 'Rejected', 'Trade-off', '取舍', '放弃', '代价']
const CURE_WORDS = wordTable('solution|fix|resolution|workaround|解决|修复|处理办法')
const CURE_LABELS = ['Solution', 'Fix', '解决', '解决方案', '修复']
const PREVENTION_WORDS = wordTable('prevent(ion)|预防')
const PREVENTION_LABELS = ['Prevention', '预防']

/** The heading of a turn: nothing but its number or time, and that the user spoke. */
function isAskersHeading(heading: string): boolean {
  const words = heading.split(/[^\w\u4e00-\u9fff]+/).filter((word) => word !== '')
  const at = words.findIndex((word) => /^(?:user|human|用户)$/i.test(word))
  return at !== -1 && words.every((word, index) => index === at || /\d/.test(word) || (index < at && TURN.test(word)))
}

const TURN = /^(?:turn|message)$/i

/** Whether most of the lines name the file that a scan took them from. */
function isRestated(body: string): boolean {
  if (!body.includes('(source: ') && !body.includes('（来源：')) return false
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line) => /\(source: |（来源：/.test(line)).length * 2 > lines.length
}

/** A row of a table that has a column for the reason, or for what was given up. */
function givesReasons({ columns = [] }: Unit): boolean {
  return columns.some((name) => CAUSE_LABELS.includes(name) || GIVEN_UP_LABELS.includes(name))
}

/** A line such as `- Why: …` or `- **原因**：…`. */
function hasLabel(body: string, labels: readonly string[]): boolean {
  return labels.some((label) => {
    const at = body.indexOf(label)
    return at !== -1 && /^\*{0,2}\s*[:：]/.test(body.slice(at + label.length, at + label.length + 6))
  })
}

/** Without the first letter, which may be a capital one. */
const GIVEN_UP = ['eprecated', 'uperseded', 'bsolete', '废弃', '弃用', '作废', '过时']
const DEPRECATED =
  /(?:状态|\bstatus\b)[*\s]*[:：|][*\s]*(?:deprecated|superseded|obsolete|已?废弃|已?弃用|已?作废|过时)|^[^\n]{0,80}[([（【](?:deprecated|superseded|obsolete|已?废弃|已?弃用|已?作废)/i
