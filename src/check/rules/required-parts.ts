/** Existing decisions and learnings have their required parts (S7). New ones without them are refused when written. */

import type { EntryParts } from '../../bank/decisions.ts'
import { partColumns } from '../../bank/labels.ts'
import type { Page } from '../../bank/page.ts'
import type { Table } from '../../bank/tables.ts'
import { type EntryKind, PART_NAMES, type Part, REQUIRED_PARTS } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { isIndexPath, PATTERNS } from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const requiredParts: CheckRule = {
  id: 'required-parts',
  about: { en: 'Decisions and learnings have all required parts.', zh: '决策与经验的必备部分齐全。' },
  fixes: 'missing columns',
  folds: ({ path }) => (path === PATTERNS ? path : 'learnings'),
  check({ snapshot, memo }) {
    return [...snapshot.files.values()].flatMap((page) => {
      const { path, text } = page
      const isLearning = path.startsWith('details/learnings/') && !isIndexPath(path)
      if (path !== PATTERNS && !isLearning) return []
      const kind = isLearning ? 'learning' : 'decision'
      return memo.of(`required-parts ${path}`, text, () => findingsIn(page, kind))
    })
  },
}

function findingsIn(page: Page, kind: EntryKind): readonly Report[] {
  const { path } = page
  const entries = kind === 'decision' ? page.decisions : page.learnings
  const lacking = entries.filter((entry) => entry.missing.length > 0)
  if (lacking.length === 0) return []
  const blocks = page.lineBlocks
  const judged = lacking.filter((entry) => blocks?.[entry.line - 1] !== 'user')
  const tables = page.tables.flatMap((table) => {
    const columns = partColumns(table, kind)
    return columns === undefined
      ? []
      : [{ table, columns, first: page.lineAt(table.start), last: page.lineAt(table.end - 1) }]
  })
  const inTable = (entry: EntryParts) => tables.find(({ first, last }) => first <= entry.line && entry.line <= last)
  return [
    ...tables.flatMap((of) =>
      tableFindings(
        page,
        kind,
        of,
        judged.filter((entry) => inTable(entry) === of),
      ),
    ),
    ...judged
      .filter((entry) => inTable(entry) === undefined)
      .map((entry) => find(path, entry.line, lacks(entry, kind), ADD_PARTS)),
  ]
}

interface EntryTable {
  readonly table: Table
  readonly columns: ReadonlyMap<Part, number>
  readonly first: number
  readonly last: number
}

/** At most two reports for a table: one about missing columns, one about empty cells. */
function tableFindings(
  page: Page,
  kind: EntryKind,
  { table, columns, first }: EntryTable,
  rows: readonly EntryParts[],
): readonly Report[] {
  const { path } = page
  if (rows.length === 0) return []
  const findings: Report[] = []
  const absent = REQUIRED_PARTS[kind].filter((part) => !columns.has(part))
  if (absent.length > 0) {
    const widens = page.isEditable(table)
    const found = find(path, first, noColumns(absent), widens ? WIDEN : ADD_COLUMNS)
    findings.push(widens ? { ...found, fix: { kind: 'widen-tables', entries: kind } } : found)
  }
  const open = rows.flatMap((row) => {
    const parts = row.missing.filter((part) => columns.has(part))
    return parts.length === 0 ? [] : [{ line: row.line, parts }]
  })
  const from = open[0]
  if (from === undefined) return findings
  const parts = REQUIRED_PARTS[kind].filter((part) => open.some((row) => row.parts.includes(part)))
  const found = find(
    path,
    from.line,
    emptyCells(
      parts,
      open.map((row) => row.line),
    ),
    FILL_CELLS,
  )
  const last = open.at(-1)?.line ?? from.line
  findings.push(last === from.line ? found : { ...found, endLine: last })
  return findings
}

function find(path: BankPath, line: number, message: Words, next: Words): Report {
  return report('warning', path, line, message, next)
}

function names(parts: readonly Part[]): Words {
  return {
    en: parts.map((part) => PART_NAMES[part].en.toLowerCase()).join(', '),
    zh: parts.map((part) => PART_NAMES[part].zh).join('、'),
  }
}

function lacks(entry: EntryParts, kind: EntryKind): Words {
  const missing = names(entry.missing)
  const title = entry.title.length > 60 ? `${entry.title.slice(0, 59)}…` : entry.title
  return {
    en: `This ${kind}${title === '' ? '' : ` (${title})`} is missing: ${missing.en}.`,
    zh: `${kind === 'decision' ? '决策' : '经验'}${title === '' ? '' : `「${title}」`}缺少：${missing.zh}。`,
  }
}

function noColumns(parts: readonly Part[]): Words {
  const absent = names(parts)
  return { en: `Missing columns in this table: ${absent.en}.`, zh: `表格缺少这些列：${absent.zh}。` }
}

function emptyCells(parts: readonly Part[], lines: readonly number[]): Words {
  const empty = names(parts)
  const shown = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ' …' : '')
  return {
    en: `Empty cells in ${lines.length === 1 ? `line ${shown}` : `${lines.length} rows (lines ${shown})`}: ${empty.en}.`,
    zh: `${lines.length === 1 ? `第 ${shown} 行` : `${lines.length} 行（第 ${shown} 行）`}有空单元格：${empty.zh}。`,
  }
}

const ADD_PARTS: Words = {
  en: 'Add them as `label: text` lines or as headings.',
  zh: '请补全，写成“标签：内容”的行或小标题。',
}
const WIDEN: Words = {
  en: 'Run memory-bank check --fix to add the columns, then fill them in.',
  zh: '请运行 memory-bank check --fix 补列，然后填写。',
}
const ADD_COLUMNS: Words = { en: 'Add the columns and fill them in.', zh: '请补列并填写。' }
const FILL_CELLS: Words = { en: 'Fill in the empty cells.', zh: '请填写空缺的单元格。' }
