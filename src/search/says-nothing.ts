/**
 * Lines that are never evidence (S23): bare headings, tables without rows, placeholders, and what a template says before
 * anybody has written.
 */

import { isNothingYet, isPlaceholder } from '../bank/labels.ts'
import { headingIn, type Line, withoutListMark } from '../bank/lines.ts'
import { cellsOfLine, isDelimiterRow } from '../bank/tables.ts'

export function saysNothing(lines: readonly Line[]): boolean {
  return lines.every(({ text, fenced }, at) => !fenced && (lineSaysNothing(text.trim()) || isTableHead(lines, at)))
}

/** The header of a table and the dashes below it; rows are what a table says. */
function isTableHead(lines: readonly Line[], at: number): boolean {
  const isRule = (line: Line | undefined) => line !== undefined && isDelimiterRow(cellsOfLine(line.text.trim()))
  return lines[at]?.text.trim().startsWith('|') === true && (isRule(lines[at]) || isRule(lines[at + 1]))
}

function lineSaysNothing(line: string): boolean {
  if (line === '' || headingIn(line) !== undefined || isNothingYet(line) || OF_TEMPLATES.has(line)) return true
  if (line.startsWith('<!--')) return line.indexOf('-->') === line.length - 3
  return isPlaceholder(withoutListMark(line).replace(/^\*\*[^*]+\*\*\s*[:：]/, ''))
}

/** The sentences of our templates that are addressed to the writer. */
const OF_TEMPLATES: ReadonlySet<string> = new Set([
  'A decision has all five parts; the newest stands last.',
  '每条决策五项俱全；最新的写在最后。',
  'What no scan can see: environments, accounts to ask for, traps of the set-up.',
  '扫描看不到的内容：环境、需要申请的账号、搭建时的坑。',
  'Yours to write; no tool changes a byte between these two markers.',
  '这里由你自由编写；任何工具都不会改动这两个标记之间的一个字节。',
])
