/**
 * The names under which people write the parts of decisions and learnings, as a label, a heading or a column, in
 * Chinese or English.
 */

import type { EntryKind, Part } from '../core/addition.ts'
import { withoutDates } from './dates.ts'
import type { Table } from './table.ts'
import { phraseList } from './word-set.ts'

/** The part that a heading, a label or a column names. */
export function partNamed(raw: string, kind: EntryKind): Part | 'title' | undefined {
  const undated = withoutDates(withoutMarkup(raw)).replace(/[（(][^（）()]*[）)]/g, '')
  // From the first letter to the last.
  const bare = (/\p{L}(?:.*\p{L})?/su.exec(undated)?.[0] ?? '').toLowerCase()
  return NAMES[kind].get(bare.replace(/^(?:后续|如何)(?=预防|避免|防范)/, ''))
}

/** The columns that a table of entries holds parts in; undefined where it is a table of something else. */
export function partColumns(table: Table, kind: EntryKind): ReadonlyMap<Part, number> | undefined {
  const columns = new Map<Part, number>()
  const parts = table.header.cells.map((cell) => partNamed(cell, kind))
  for (const [index, part] of parts.entries()) {
    if (part !== undefined && part !== 'title' && !columns.has(part)) columns.set(part, index)
  }
  const isEnough =
    kind === 'decision'
      ? columns.has('what') || (columns.has('why') && columns.size > 1)
      : columns.size > (parts.includes('title') ? 0 : 1)
  return isEnough ? columns : undefined
}

/** `- **label**: text` and its kin; the label without decoration and remarks in parentheses. */
export function labelled(line: string): { readonly label: string; readonly text: string } | undefined {
  const head = line.slice(0, 120)
  if (!head.includes(':') && !head.includes('：')) return undefined
  const match = LABEL.exec(head)
  if (match?.[1] === undefined) return undefined
  return { label: match[1], text: line.slice(match[0].length) }
}

const LABEL =
  /^[^\p{L}\p{N}|:：]*(?:\d{1,3}[.)、]\s*[^\p{L}\p{N}|:：]*)?([\p{L}\p{N}][^:：|]{0,39}?)[\s*_`]*[:：][\s*_`]*/u

/** An empty text, a dash, `TBD`: what stands where a part should and says nothing. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim())
}

const PLACEHOLDER =
  /^(?:[\s\-–—_.…*?？/]*|tbd|todo|待定|待补充|待填写?|\{[^{}]*\}|<[^<>:]*>|【[^【】]*】|\[[^[\]]*\])$/i

/** A text without the marks of headings, lists, quotes, emphasis and links. */
export function withoutMarkup(text: string): string {
  let bare = text
  if (/^\s*[#*+>-]/.test(bare)) bare = bare.replace(/^\s*(?:#{1,6}\s|[-*+]\s(?:\[[ xX]\]\s)?|>\s?)*/, '')
  if (bare.includes('](')) bare = bare.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, (_link, words: string) => words)
  if (/[*_`]/.test(bare)) bare = bare.replace(/\*\*|__|`/g, '')
  return bare.trim()
}

/** `title` names an entry without being a part of it: a learning may have a 问题 beside its 症状. */
const NAMES = {
  decision: nameTable([
    [
      'date',
      `
      date | decided on | when | 日期 | 时间 | 决策日期 | 决策时间 | 决定日期 | 决定时间 | 记录日期 | 记录时间 |
      创建日期 | 创建时间`,
    ],
    [
      'what',
      `
      choice | chosen | decided | decision | decisions | what | 决策 | 决策内容 | 决策项 | 决策点 | 决定 |
      决定内容 | 决定项 | 决定点 | 选择 | 选择内容 | 选择项 | 选择点 | 方案 | 方案内容 | 方案项 | 方案点 | 选型 |
      选型内容 | 选型项 | 选型点 | 结论 | 结论内容 | 结论项 | 结论点`,
    ],
    [
      'why',
      `
      because | justification | motivation | rationale | reason | reasons | why | 原因 | 理由 | 依据 | 动机 |
      决策原因 | 决策理由 | 决策依据 | 决策动机 | 选择原因 | 选择理由 | 选择依据 | 选择动机 | 为什么 |
      为什么选它 | 为什么选择 | 为何`,
    ],
    [
      'givenUp',
      `
      alternative | alternative considered | alternative rejected | alternatives | alternatives considered |
      alternatives rejected | considered alternative | considered alternatives | considered options | gave up |
      given up | instead of | options | options considered | options rejected | rejected | rejected alternative |
      rejected alternatives | rejected options | trade off | trade offs | trade-off | trade-offs | tradeoff |
      tradeoffs | what was given up | 取舍 | 权衡 | 代价 | 放弃 | 放弃了什么 | 放弃选项 | 放弃方案 | 放弃项 |
      放弃的选项 | 放弃的方案 | 放弃的项 | 备选 | 备选方案 | 备选选项 | 替代 | 替代方案 | 替代选项 | 其他 |
      其他方案 | 其他选项 | 否决 | 否决方案 | 否决选项 | 被拒 | 被拒方案 | 被拒选项 | 未选 | 未选方案 |
      未选选项`,
    ],
    [
      'applies',
      `
      applicability | applicable | applicable to | applies | applies to | binds | covers | scope |
      what it binds | where | where it applies | 适用 | 适用范围 | 适用场景 | 适用于 | 适用对象 | 适用条件 |
      适用情况 | 范围 | 应用范围 | 生效范围 | 作用范围 | 影响范围 | 约束范围 | 约束 | 约束对象`,
    ],
  ]),
  learning: nameTable([
    [
      'title',
      `
      bug | issue | problem | title | 问题 | 标题 | 题目`,
    ],
    [
      'symptom',
      `
      observation | observations | observed | symptom | symptoms | what happened | 症状 | 症状描述 | 现象 |
      表现 | 问题表现 | 问题现象 | 故障表现 | 故障现象 | 问题描述 | 如何发现`,
    ],
    [
      'cause',
      `
      cause | causes | reason | reasons | root cause | root cause analysis | root causes | why | 根因 |
      根因分析 | 原因 | 原因分析 | 根本原因 | 根本原因分析 | 问题原因 | 问题原因分析 | 故障原因 | 故障原因分析 |
      为什么`,
    ],
    [
      'solution',
      `
      fix | fixed | fixes | remedy | resolution | resolved | solution | solutions | workaround | 解决 |
      解决方案 | 解决方法 | 解决办法 | 解决方式 | 修复 | 修复方案 | 修复方法 | 修复方式 | 处理 | 处理方案 |
      处理方法 | 处理方式 | 怎么修的`,
    ],
    [
      'prevention',
      `
      avoid | avoid it | avoidance | avoiding | avoiding it | guardrail | guardrails | how to avoid |
      how to avoid it | how to prevent | how to prevent it | prevent | prevent it | prevented | preventing |
      preventing it | prevention | preventive measure | preventive measures | 预防 | 预防措施 | 预防方案 |
      预防方法 | 预防再次发生 | 预防再犯 | 避免 | 避免措施 | 避免方案 | 避免方法 | 避免再次发生 | 避免再犯 |
      防范 | 防范措施 | 防范方案 | 防范方法 | 防范再次发生 | 防范再犯`,
    ],
  ]),
}

function nameTable(names: readonly (readonly [Part | 'title', string])[]): ReadonlyMap<string, Part | 'title'> {
  return new Map(names.flatMap(([part, list]) => phraseList(list).map((name) => [name, part] as const)))
}
