/**
 * Labelled values in a text: the parts of decisions and learnings, the status of a requirement, the type of a learning,
 * scanned lines. A label is a line, a heading, a front matter key or a table header, in Chinese or English.
 *
 * A value without a label is undefined. Nothing is guessed.
 */

import type { EntryKind, LearningType, Part, RequirementStatus } from '../base/addition.ts'
import { withoutDates } from '../base/dates.ts'
import { fromFirstLetter } from '../base/letters.ts'
import { phraseList } from '../base/word-set.ts'
import type { Page } from './page.ts'
import { headingLevel } from './sections.ts'
import type { Table } from './tables.ts'

/** The part that a heading, a label or a column name means. */
export function partNamed(raw: string, kind: EntryKind): Part | 'title' | undefined {
  // Fast path: most names are spelled as in the table.
  const plain = NAMES[kind].get(raw.toLowerCase())
  if (plain !== undefined) return plain
  const undated = withoutDates(withoutMarkup(raw)).replace(/[（(][^（）()]*[）)]/g, '')
  // From the first letter to the last.
  const bare = (/\p{L}(?:.*\p{L})?/su.exec(undated)?.[0] ?? '').toLowerCase()
  return NAMES[kind].get(bare.replace(/^(?:后续|如何)(?=预防|避免|防范)/, ''))
}

/** The columns of a table that hold parts. Undefined if it is not a table of entries. */
export function partColumns(table: Table, kind: EntryKind): ReadonlyMap<Part, number> | undefined {
  const columns = new Map<Part, number>()
  const parts = table.header.cells.map((cell) => partNamed(cell, kind))
  for (const [index, part] of parts.entries()) {
    if (part !== undefined && part !== 'title' && !columns.has(part)) columns.set(part, index)
  }
  const isEnough =
    kind === 'decision' ? isDecisionTable(table, columns) : columns.size > (parts.includes('title') ? 0 : 1)
  return isEnough ? columns : undefined
}

/** A comparison has 方案 and 可靠性, and a history 日期 and 原因: neither is a table of decisions. */
function isDecisionTable({ header }: Table, columns: ReadonlyMap<Part, number>): boolean {
  if (columns.has('why') && (columns.has('givenUp') || columns.has('applies'))) return true
  const what = columns.get('what')
  if (what === undefined) return false
  return columns.has('why') || columns.has('date') || /决策|决定|deci/i.test(header.cells[what] ?? '')
}

/** Reads `- **label**: text` and similar lines. The label comes without decoration and parentheses. */
export function labelled(line: string): { readonly label: string; readonly text: string } | undefined {
  const head = line.slice(0, 120)
  if (!head.includes(':') && !head.includes('：')) return undefined
  const match = LABEL.exec(head)
  if (match?.[1] === undefined) return undefined
  return { label: match[1], text: line.slice(match[0].length) }
}

const LABEL =
  /^[^\p{L}\p{N}|:：]*(?:\d{1,3}[.)、]\s*[^\p{L}\p{N}|:：]*)?([\p{L}\p{N}][^:：|]{0,39}?)[\s*_`]*[:：][\s*_`]*/u

/** An empty text, a dash, `TBD`: filler in the place of a part. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim())
}

const PLACEHOLDER =
  /^(?:[\s\-–—_.…*?？/]*|tbd|todo|待定|待补充|待填写?|\{[^{}]*\}|<[^<>:]*>|【[^【】]*】|\[[^[\]]*\])$/i

/** Whether the item is the line that templates put into an empty list. */
export function isNothingYet(item: string): boolean {
  return /^(?:[-*+]\s+)?(?:Nothing recorded yet\.|暂无记录。)$/.test(item.trim())
}

/** The text without marks of headings, lists, quotes, emphasis and links. */
export function withoutMarkup(text: string): string {
  let bare = text
  if (/^\s*[#*+>-]/.test(bare)) bare = bare.replace(/^\s*(?:#{1,6}\s|[-*+]\s(?:\[[ xX]\]\s)?|>\s?)*/, '')
  if (bare.includes('](')) bare = bare.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, (_link, words: string) => words)
  if (/[*_`]/.test(bare)) bare = bare.replace(/\*\*|__|`/g, '')
  return bare.trim()
}

/** `title` names an entry but is not a part: a learning may have both 问题 and 症状. */
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

/** A fast test, so that most texts are not searched line by line for a scope. */
export function mayNameScope(text: string): boolean {
  return SCOPE_NAME.test(text)
}

const SCOPE_NAME = new RegExp(
  [...NAMES.decision].flatMap(([name, part]) => (part === 'applies' ? [name] : [])).join('|'),
  'i',
)

/** The text after a label, and its line, counted from 1. */
export interface LabelledValue {
  readonly raw: string
  readonly line: number
}

export function statusIn(page: Page): RequirementStatus | undefined {
  return firstOf(valuesLabelled(page, STATUS_LABEL), statusNamed)
}

export function typeIn(page: Page): LearningType | undefined {
  return firstOf(valuesLabelled(page, TYPE_LABEL), typeNamed)
}

/** Reads `✅ Done (v1.2)` and `进行中`. Undefined for an unknown word and for a list of choices. */
export function statusNamed(raw: string): RequirementStatus | undefined {
  return valueNamed(raw, STATUS_WORDS)
}

export function typeNamed(raw: string): LearningType | undefined {
  return valueNamed(raw, TYPE_WORDS)
}

/** A status in the file that is unknown. A list of choices from a template is not a status. */
export function unknownStatusIn(page: Page): LabelledValue | undefined {
  if (statusIn(page) !== undefined) return undefined
  for (const said of valuesLabelled(page, STATUS_LABEL)) if (isUnknownStatus(said.raw)) return said
  return undefined
}

export function isUnknownStatus(raw: string): boolean {
  const bare = fromFirstLetter(stripMarkup(raw))
  return bare !== '' && choicesIn(bare.toLowerCase(), STATUS_WORDS).size === 0
}

export function stripMarkup(text: string): string {
  return text
    .replace(/<!--(?:(?!<!--).)*?-->/g, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, (_link, words: string) => words)
    .replace(/\*\*|__|`/g, '')
    .replace(
      /(^|[\s（(])[*_]([^*_]+)[*_](?=$|[\s）).,;:!?，。；：！？])/g,
      (_all, lead: string, words: string) => lead + words,
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Labels are near the top of a file, so only this many characters are read. */
export const SCANNED_CHARACTERS = 20_000

const STATUS_LABEL = /^(?:(?:current |当前)?status|(?:当前|需求)?状态)$/i
const TYPE_LABEL = /^(?:type|kind|category|类型|类别|分类)$/i

const STATUS_WORDS: Readonly<Record<RequirementStatus, readonly string[]>> = {
  Proposed: phraseList(
    `proposed|proposal|draft|pending|todo|to do|planned|planning|new|open|backlog|not started|in review|under review|
    提议|提案|草案|草稿|待定|待评审|待确认|待办|待开发|待实现|未开始|规划中|计划中|设计中|评审中|讨论中|新建|已提出`,
  ),
  Accepted: phraseList(
    `accepted|approved|design finalized|finalized|已定稿|confirmed|ready|agreed|已接受|接受|已批准|批准|已确认|确认|已通过|通过|已采纳|采纳|已评审`,
  ),
  Implementing: phraseList(
    `implementing|in progress|in-progress|in development|wip|doing|active|started|ongoing|partially done|进行中|开发中|
    实现中|实施中|部分完成|测试中`,
  ),
  Done: phraseList(
    `done|completed|complete|implemented|finished|closed|shipped|released|resolved|merged|已完成|完成|已实现|已实施|
    已上线|已发布|已关闭|已交付|已解决`,
  ),
  Deprecated: phraseList(
    `deprecated|rejected|cancelled|canceled|superseded|obsolete|abandoned|withdrawn|dropped|已废弃|废弃|已取消|取消|
    已弃用|弃用|已拒绝|拒绝|已作废|作废|已过时|被取代|已替代`,
  ),
}
const TYPE_WORDS: Readonly<Record<LearningType, readonly string[]>> = {
  bug: phraseList(`bugs|bug|bugfix|defect|fault|incident|error|缺陷|故障|错误|踩坑|问题|事故`),
  performance: phraseList(`performance|perf|optimization|optimisation|性能|优化`),
  integration: phraseList(`integration|integrations|third-party|api|集成|对接|接入|第三方|联调`),
}

function firstOf<T>(all: Iterable<LabelledValue>, read: (raw: string) => T | undefined): T | undefined {
  for (const { raw } of all) {
    const value = read(raw)
    if (value !== undefined) return value
  }
  return undefined
}

/** The values with this label: first those in lines, then those in tables. */
function* valuesLabelled(page: Page, label: RegExp): Iterable<LabelledValue> {
  const head = page.part(0, SCANNED_CHARACTERS)
  let underHeading = false
  for (const line of head.lines) {
    const isFrontMatter = line.start < head.bodyStart
    if (!isFrontMatter && (line.fenced || line.commented)) continue
    if (underHeading && line.text.trim() !== '') {
      underHeading = false
      yield { raw: line.text, line: line.number }
    }
    if (headingLevel(line.text) !== undefined)
      underHeading = label.test(stripMarkup(line.text.replace(/^[\s#]+|(?<![\s#])[\s#]+$/g, '')))
    const said = labelled(line.text)
    if (said !== undefined && label.test(stripMarkup(said.label))) yield { raw: said.text, line: line.number }
  }
  yield* valuesInTables(head, label)
}

/** The value of a row `| 状态 | 进行中 |`, or of a labelled column in a table with one row. */
function* valuesInTables(page: Page, label: RegExp): Iterable<LabelledValue> {
  for (const table of page.tables) {
    for (const row of [table.header, ...table.rows]) {
      if (label.test(stripMarkup(row.cells[0] ?? ''))) yield { raw: row.cells[1] ?? '', line: page.lineAt(row.start) }
    }
    const column = table.header.cells.findIndex((cell) => label.test(stripMarkup(cell)))
    const [row] = table.rows
    if (table.rows.length === 1 && row !== undefined && column !== -1)
      yield { raw: row.cells[column] ?? '', line: page.lineAt(row.start) }
  }
}

function valueNamed<T extends string>(raw: string, words: Readonly<Record<T, readonly string[]>>): T | undefined {
  const bare = fromFirstLetter(stripMarkup(raw)).toLowerCase()
  return choicesIn(bare, words).size > 1 ? undefined : named(bare, words)
}

function choicesIn<T extends string>(bare: string, words: Readonly<Record<T, readonly string[]>>): ReadonlySet<T> {
  return new Set(bare.split(/[/|、,，]/).flatMap((one) => named(one.trim(), words) ?? []))
}

function named<T extends string>(candidate: string, words: Readonly<Record<T, readonly string[]>>): T | undefined {
  for (const value in words) {
    const matches = words[value].some(
      (word) => candidate.startsWith(word) && !/^[a-z]/.test(candidate.slice(word.length)),
    )
    if (matches) return value
  }
  return undefined
}

export interface ScannedLine {
  readonly label: string
  readonly sources: string
}

export function scannedLine(line: string): ScannedLine | undefined {
  const match = line.length > LONGEST ? null : SCANNED.exec(line)
  return match?.[1] === undefined ? undefined : { label: match[1], sources: match[2] ?? match[3] ?? '' }
}

const LONGEST = 2_000
const SCANNED = /^- \*\*(.+?)\*\*(?:: |：).*(?:\(source: ([^()]+)\)|（来源：([^（）]+)）)\s*$/
