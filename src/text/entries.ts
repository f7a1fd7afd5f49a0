/**
 * The decisions and learnings a text records, and which of their required parts each lacks (S7).
 *
 * A part is a table column, a heading (`### 根因`) or a `label: text` line, named in Chinese or English.
 * An empty cell, an empty text and a placeholder are missing parts.
 */

import type { BankPath } from '../core/bank-path.ts'
import { type EntryKind, PART_NAMES, type Part, REQUIRED_PARTS } from '../core/entry-parts.ts'
import type { Language } from '../core/language.ts'
import { datesIn, latestDateIn, withoutDates } from './dates.ts'
import { editableText, isEditable } from './editable-text.ts'
import { type Line, scanLines } from './lines.ts'
import { headingLevel } from './sections.ts'
import { addColumn, commentedLines, findTables, type Table } from './table.ts'

export interface Entry {
  readonly kind: EntryKind
  readonly title: string
  /** Counted from 1. */
  readonly line: number
  /** What each part that is there says. */
  readonly parts: ReadonlyMap<Part, string>
  readonly missing: readonly Part[]
}

export function decisionsIn(text: string): readonly Entry[] {
  return entriesIn(text, 'decision')
}

/** Every text of a learnings file is a learning: one without any part is an entry that lacks them all. */
export function learningsIn(text: string): readonly Entry[] {
  const entries = entriesIn(text, 'learning')
  if (entries.length > 0) return entries
  const shown = visibleLines(text)
  const first = shown[0]
  if (first === undefined) return []
  const heading = shown.find((line) => headingLevel(line.text) !== undefined) ?? first
  return [entryOf('learning', plain(heading.text), heading.number, new Map())]
}

/** The columns that a table of entries holds parts in; undefined where it is a table of something else. */
export function partColumns(table: Table, kind: EntryKind): ReadonlyMap<Part, number> | undefined {
  const columns = new Map<Part, number>()
  let named = false
  for (const [index, cell] of table.header.cells.entries()) {
    const part = partNamed(cell, kind)
    if (part === 'title') named = true
    else if (part !== undefined && !columns.has(part)) columns.set(part, index)
  }
  const told = kind === 'decision' ? columns.has('what') || columns.has('why') : columns.size > 0
  const enough = kind === 'decision' ? columns.has('what') || columns.size > 1 : columns.size > 1 || named
  return told && enough ? columns : undefined
}

/** An empty text, a dash, `TBD`: what stands where a part should and says nothing. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim())
}

/** The text with its tables of entries given the columns they lack; rows, cells and the user block stay. */
export function widenTables(path: BankPath, text: string, kind: EntryKind, language: Language): string {
  let widened = text
  for (let index = 0; index < findTables(widened).length; index += 1) {
    for (const part of REQUIRED_PARTS[kind]) {
      const table = findTables(widened)[index]
      const columns = table === undefined ? undefined : partColumns(table, kind)
      const editable = editableText(path, widened)
      if (table === undefined || columns === undefined || columns.has(part)) continue
      if (editable === undefined || !isEditable(editable, table)) continue
      widened = addColumn(widened, table, PART_NAMES[part][language])
    }
  }
  return widened
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
  /^[^\p{L}\p{N}|:：]*(?:\d{1,3}[.)、]\s*)?[^\p{L}\p{N}|:：]*([\p{L}\p{N}][^:：|]{0,39}?)[\s*_`]*[:：][\s*_`]*/u

/** `title` names an entry without being a part of it: in 002 a learning has a 问题 beside its 症状. */
const NAMES: Readonly<Record<EntryKind, readonly (readonly [Part | 'title', RegExp])[]>> = {
  decision: [
    ['date', /^(?:(?:决策|决定|记录|创建)?(?:日期|时间)|date|when|decided on)$/],
    ['what', /^(?:(?:决策|决定|选择|方案|选型|结论)(?:内容|项|点)?|decision|decisions|what|choice|chosen|decided)$/],
    [
      'why',
      /^(?:(?:决策|选择)?(?:原因|理由|依据|动机)|为什么(?:选它|选择)?|为何|why|reasons?|rationale|because|motivation|justification)$/,
    ],
    [
      'givenUp',
      /^(?:取舍|权衡|代价|放弃(?:了什么|的?(?:选项|方案|项))?|(?:备选|替代|其他|否决|被拒|未选)(?:方案|选项)?|trade-? ?offs?|given up|gave up|what was given up|(?:rejected |considered )?(?:alternatives?|options)(?: considered| rejected)?|rejected|instead of)$/,
    ],
    [
      'applies',
      /^(?:适用(?:范围|场景|于|对象|条件|情况)?|(?:应用|生效|作用|影响|约束)?范围|约束(?:对象)?|scope|applies(?: to)?|applicab(?:le(?: to)?|ility)|where(?: it applies)?|binds|what it binds|covers)$/,
    ],
  ],
  learning: [
    ['title', /^(?:问题|标题|题目|problem|issue|title|bug)$/],
    [
      'symptom',
      /^(?:症状(?:描述)?|现象|(?:问题|故障)?(?:表现|现象)|问题描述|如何发现|symptoms?|observed|observations?|what happened)$/,
    ],
    [
      'cause',
      /^(?:根因(?:分析)?|(?:根本|问题|故障)?原因(?:分析)?|为什么|(?:root )?causes?|root cause analysis|reasons?|why)$/,
    ],
    [
      'solution',
      /^(?:解决(?:方案|方法|办法|方式)?|修复(?:方案|方法|方式)?|处理(?:方案|方法|方式)?|怎么修的|solutions?|fix(?:es|ed)?|resolution|resolved|remedy|workaround)$/,
    ],
    [
      'prevention',
      /^(?:(?:后续|如何)?(?:预防|避免|防范)(?:措施|方案|方法|再次发生|再犯)?|prevention|prevent(?:ing|ed)?(?: it)?|preventive measures?|avoid(?:ance|ing)?(?: it)?|how to (?:avoid|prevent)(?: it)?|guardrails?)$/,
    ],
  ],
}

/** What stands where a part should and says nothing. */
const PLACEHOLDER =
  /^(?:[\s\-–—_.…*?？/]*|tbd|todo|待定|待补充|待填写?|\{[^{}]*\}|<[^<>:]*>|【[^【】]*】|\[[^[\]]*\])$/i
/** A heading that says of itself that it is a decision: `ADR-3: x`, `决策：x`. */
const DECISION_HEADING = /^(?:adr[\s-]*\d+|(?:决策|决定|decision)[\s-]*\d*\s*[:：.、-])\s*\S/i

interface Shown extends Line {
  readonly number: number
  readonly afterBlank: boolean
}

/** What is being gathered for one entry. */
interface Found {
  title: string
  readonly line: number
  readonly parts: Map<Part, string>
  readonly named: Set<Part | 'title'>
  /** Says of itself that it is an entry: by a `决策：x` line or by its heading. */
  outright: boolean
}

/** Those that show themselves as such by a part. */
function entriesIn(text: string, kind: EntryKind): readonly Entry[] {
  const lines = visibleLines(text)
  const tables = findTables(text)
  if (tables.length === 0) return entriesInProse(lines, kind)
  const numbers = new Map(lines.map((line) => [line.start, line.number]))
  const entries: Entry[] = []
  const tabled = new Set<number>()
  for (const table of tables) {
    const columns = partColumns(table, kind)
    if (columns === undefined) continue
    for (const row of [table.header, table.alignment, ...table.rows]) tabled.add(row.start)
    for (const row of table.rows) {
      if (row.cells.every((cell) => PLACEHOLDER.test(cell))) continue
      const parts = new Map([...columns].map(([part, column]) => [part, row.cells[column] ?? ''] as const))
      const title = (kind === 'decision' ? parts.get('what') : undefined) ?? row.cells[0] ?? ''
      entries.push(entryOf(kind, plain(title), numbers.get(row.start) ?? 0, parts))
    }
  }
  const prose = lines.filter((line) => !tabled.has(line.start))
  return [...entries, ...entriesInProse(prose, kind)].toSorted((a, b) => a.line - b.line)
}

function entriesInProse(lines: readonly Shown[], kind: EntryKind): readonly Entry[] {
  // The same labels come back with every entry.
  const known = new Map<string, Part | 'title' | undefined>()
  const nameOf = (raw: string): Part | 'title' | undefined => {
    if (known.has(raw)) return known.get(raw)
    const named = partNamed(raw, kind)
    known.set(raw, named)
    return named
  }
  const gathered: Found[] = []
  const owners: { readonly level: number; readonly date: string | undefined; entry: Found }[] = []
  const begin = (title: string, line: number): Found => {
    const found: Found = { title, line, parts: new Map(), named: new Set(), outright: false }
    gathered.push(found)
    return found
  }
  let owner: (typeof owners)[number] = { level: 0, date: undefined, entry: begin('', lines[0]?.number ?? 1) }
  let part: Part | undefined
  let partLevel: number | undefined

  for (const line of lines) {
    const level = line.fenced ? undefined : headingLevel(line.text)
    if (level !== undefined) {
      const named = nameOf(line.text)
      if (named === undefined && partLevel !== undefined && level > partLevel && part !== 'what') {
        fill(owner.entry, part, line.text)
        continue
      }
      while (level <= owner.level) owner = owners.pop() ?? { ...owner, level: 0 }
      if (named !== undefined) {
        owner.entry.named.add(named)
        part = named === 'title' ? undefined : named
        partLevel = level
        continue
      }
      owners.push(owner)
      const title = plain(line.text)
      const date = latestDateIn(title) ?? owner.date
      owner = { level, date, entry: begin(title, line.number) }
      if (date !== undefined) owner.entry.parts.set('date', date)
      const dated = datesIn(title).length > 0 && /[\p{L}\p{N}]/u.test(withoutDates(title))
      owner.entry.outright = level > 1 && (dated || DECISION_HEADING.test(title))
      part = undefined
      partLevel = undefined
      continue
    }
    for (const segment of line.fenced ? [line.text] : labelSegments(line.text)) {
      const label = line.fenced ? undefined : labelled(segment)
      const named = label === undefined ? undefined : nameOf(label.label)
      if (label === undefined || named === undefined || (partLevel !== undefined && owner.entry.named.has(named))) {
        const apart = line.afterBlank && partLevel === undefined && !/^(?:\s|[-*+>]|\d+[.)])/.test(line.text)
        if (apart) part = undefined
        fill(owner.entry, part, segment)
        continue
      }
      if (owner.entry.named.has(named)) {
        owner.entry = begin(owner.entry.title, line.number)
        if (owner.date !== undefined) owner.entry.parts.set('date', owner.date)
      }
      owner.entry.named.add(named)
      const date = latestDateIn(label.label)
      if (date !== undefined) owner.entry.parts.set('date', date)
      if (named === 'title' || named === 'what') owner.entry.title = plain(label.text)
      if (named === 'what') owner.entry.outright = true
      part = named === 'title' ? undefined : named
      fill(owner.entry, part, label.text)
    }
  }
  return gathered
    .filter((found) => isEntry(found, kind))
    .map((found) => {
      if (kind === 'decision' && !found.named.has('what')) found.parts.set('what', withoutDates(found.title))
      return entryOf(kind, found.title, found.line, found.parts)
    })
}

function isEntry(found: Found, kind: EntryKind): boolean {
  const parts = found.named.size - (found.named.has('title') ? 1 : 0)
  return kind === 'learning' ? parts > 0 : found.outright || parts > 1
}

function fill(found: Found, part: Part | undefined, text: string): void {
  if (part !== undefined && PLACEHOLDER.test(found.parts.get(part) ?? '')) found.parts.set(part, plain(text))
}

function entryOf(kind: EntryKind, title: string, line: number, parts: ReadonlyMap<Part, string>): Entry {
  const there = new Map<Part, string>()
  for (const [part, text] of parts) if (!PLACEHOLDER.test(text.trim())) there.set(part, text)
  return { kind, title, line, parts: there, missing: REQUIRED_PARTS[kind].filter((part) => !there.has(part)) }
}

/** The part that a heading, a label or a column names. */
export function partNamed(raw: string, kind: EntryKind): Part | 'title' | undefined {
  const undated = withoutDates(plain(raw)).replace(/[（(][^（）()]*[）)]/g, '')
  // From the first letter to the last.
  const bare = (/\p{L}(?:.*\p{L})?/su.exec(undated)?.[0] ?? '').toLowerCase()
  return NAMES[kind].find(([, names]) => names.test(bare))?.[0]
}

function visibleLines(text: string): readonly Shown[] {
  const lines = scanLines(text)
  const commented = commentedLines(lines)
  const shown: Shown[] = []
  let afterBlank = true
  for (const [index, { start, end, text: words, fenced }] of lines.entries()) {
    const isBlank = words.trim() === ''
    // Field by field: a spread takes twice as long as all the rest of the reading.
    if (!isBlank && !commented.has(index))
      shown.push({ start, end, text: words, fenced, number: index + 1, afterBlank })
    afterBlank = isBlank
  }
  return shown
}

/** Without the marks of headings, lists, quotes, emphasis and links. */
function plain(text: string): string {
  let bare = text
  if (/^\s*[#*+>-]/.test(bare)) bare = bare.replace(/^\s*(?:#{1,6}\s|[-*+]\s(?:\[[ xX]\]\s)?|>\s?)*/, '')
  if (bare.includes('](')) bare = bare.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, (_link, words: string) => words)
  if (/[*_`]/.test(bare)) bare = bare.replace(/\*\*|__|`/g, '')
  return bare.trim()
}

/**
 * The parts of a line that may each be a label with its text: `**决策**：a；**原因**：b`. A line is cut at each `；` or
 * `;`, which is dropped, and before each bold label that is not the line's first word.
 */
function labelSegments(line: string): readonly string[] {
  return line.split(LABEL_EDGE)
}

const LABEL_EDGE = /[；;]|(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))(?<=\S\s*)/
