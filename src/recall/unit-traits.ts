/** What a unit is, read off its form: a rule, a reason, a cure, something given up, a mere pointer, how old. */

import { type BankPath, baseName } from '../core/bank-path.ts'
import { MEMORY, OLD_ROUTING_HEADING, SECTION } from '../core/layout.ts'
import type { Unit } from './split-file.ts'

/** Bits, since a bank has tens of thousands of units. */
export const TRAIT = {
  /** Not a unit: the title and path of a file. */
  header: 1,
  /** Replaced or removed; skipped until the index is packed. */
  gone: 2,
  dated: 4,
  /** Ends in a question: what follows may be its answer. */
  asks: 8,
  /** States a rule or a decision. */
  binding: 16,
  /** A turn of a conversation that the asker spoke. */
  asker: 32,
  cause: 64,
  cure: 128,
  prevention: 256,
  deprecated: 512,
  /** Part of MEMORY.md, which the agent has before its eyes anyway. */
  entry: 1024,
  /** Tells where to read, not what is so. */
  pointer: 2048,
} as const

/** `holds` is what the unit's terms tell, which the index has at hand. */
export function traitsOf(
  path: BankPath,
  unit: Unit,
  body: string,
  holds: { readonly dated: boolean; readonly binding: boolean },
): number {
  let traits = 0
  const heading = unit.heading
  if (holds.dated || YEAR.test(body)) traits |= TRAIT.dated
  if (/[?？]["'”’)*_\s]*$/.test(body.slice(-12))) traits |= TRAIT.asks
  if (holds.binding) traits |= TRAIT.binding
  if (ROLE.test(heading)) {
    if (/user|human|用户/i.test(heading) && ASKER.test(heading)) traits |= TRAIT.asker
    if (CAUSE_HEADING.test(heading)) traits |= TRAIT.cause
    if (CURE_HEADING.test(heading)) traits |= TRAIT.cure
    if (PREVENTION_HEADING.test(heading)) traits |= TRAIT.prevention
  }
  if (body.includes(':') || body.includes('：')) {
    if (hasLabel(body, CAUSE_LABELS)) traits |= TRAIT.cause
    if (hasLabel(body, CURE_LABELS)) traits |= TRAIT.cure
    if (hasLabel(body, PREVENTION_LABELS)) traits |= TRAIT.prevention
  }
  if (isDeprecated(`${heading}\n${body.slice(0, 200)}`)) traits |= TRAIT.deprecated
  if (path === MEMORY) {
    traits |= TRAIT.entry
    if (POINTING.some((pointing) => `## ${heading}`.startsWith(pointing))) traits |= TRAIT.pointer
  } else if (baseName(path) === 'index.md') traits |= TRAIT.pointer
  return traits
}

/** A status line, or a heading that says so. */
export function isDeprecated(text: string): boolean {
  return WITHDRAWN.some((word) => text.includes(word)) && DEPRECATED.test(text)
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

const POINTING = [OLD_ROUTING_HEADING, SECTION.drillDown, SECTION.writeSafety]

/** Stemmed, as the index holds them. */
export const DATE_TERMS =
  `januari februari april juli august septemb octob novemb decemb mondai tuesdai wednesdai thursdai fridai
saturdai sundai yesterdai todai tomorrow weekend week month year 年 月 日 昨天 今天 明天 上周 下周`.split(/\s+/)
const YEAR = /(?:19|20)\d\d/
export const BINDING_TERMS = 'alwai never prefer forbidden must 必须 禁止 不得 务必 一律 始终 偏好 允许'.split(' ')
/** The heading of a turn: nothing but its number or time, and that the user spoke. */
const ASKER =
  /^[^\w\u4e00-\u9fff]*(?:(?:turn|message|\S*\d\S*)[^\w\u4e00-\u9fff]+){0,3}(?:user|human|用户)(?:[^\w\u4e00-\u9fff]+\S*\d\S*)*[^\w\u4e00-\u9fff]*$/i
/** A quick look before the closer ones. */
const ROLE =
  /user|human|cause|why|reason|rational|ground|context|solution|fix|resol|workaround|prevent|用户|因|背景|理由|解决|修复|处理|预防/i
const CAUSE_HEADING = /\b(?:root cause|cause|why|rationale|reason|background|context)\b|根因|原因|背景|理由/i
const CAUSE_LABELS = ['Why', 'Reason', 'Rationale', 'Root cause', '原因', '理由', '根因']
const CURE_HEADING = /\b(?:solution|fix|resolution|workaround)\b|解决|修复|处理办法/i
const CURE_LABELS = ['Solution', 'Fix', '解决', '解决方案', '修复']
const PREVENTION_HEADING = /\b(?:prevention|prevent)\b|预防/i
const PREVENTION_LABELS = ['Prevention', '预防']

/** A line such as `- Why: …` or `- **原因**：…`. */
function hasLabel(body: string, labels: readonly string[]): boolean {
  return labels.some((label) => {
    const at = body.indexOf(label)
    return at !== -1 && /^\*{0,2}\s*[:：]/.test(body.slice(at + label.length, at + label.length + 6))
  })
}

const WITHDRAWN = ['eprecated', 'uperseded', 'bsolete', '废弃', '弃用', '作废', '过时']
const DEPRECATED =
  /(?:状态|\bstatus\b)[*\s]*[:：|][*\s]*(?:deprecated|superseded|obsolete|已?废弃|已?弃用|已?作废|过时)|^[^\n]{0,80}[([（【](?:deprecated|superseded|obsolete|已?废弃|已?弃用|已?作废)/i
