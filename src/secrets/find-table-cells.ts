/** Secrets in Markdown tables: a column whose heading promises one. */

import type { Hit } from './hit.ts'
import { isPassword, isToken } from './judge-value.ts'
import { mayPromise, type Promised, promisedBy } from './key-name.ts'

export function findTableCells(text: string): readonly Hit[] {
  if (!/\|[ \t]*:?-{2,}/.test(text)) return []
  const hits: Hit[] = []
  let columns: readonly (Promised | undefined)[] = []
  let previous = ''
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = match[0]
    const inTable = line.length <= 5000 && line.includes('|')
    if (!inTable) columns = []
    else if (RULE.test(line)) columns = headings(previous)
    else if (columns.length > 0) hits.push(...judgeRow(cellsOf(line, match.index), columns))
    previous = inTable ? line : ''
  }
  return hits
}

const RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** What each column promises; none at all where no heading does. */
function headings(line: string): readonly (Promised | undefined)[] {
  if (!mayPromise(line)) return []
  const promised = cellsOf(line, 0).map((cell) => headingPromise(cell.text))
  return promised.some((one) => one !== undefined) ? promised : []
}

interface Cell {
  readonly text: string
  readonly start: number
}

function cellsOf(line: string, offset: number): readonly Cell[] {
  const cells: Cell[] = []
  let at = 0
  for (const raw of line.replace(/^\s*\|/, (edge) => ' '.repeat(edge.length)).split('|')) {
    const text = raw.trim()
    cells.push({ text, start: offset + at + raw.indexOf(text) })
    at += raw.length + 1
  }
  if (cells.at(-1)?.text === '') cells.pop()
  return cells
}

function headingPromise(heading: string): Promised | undefined {
  if (/^(?:\S{0,8})(?:密码|口令|密碼)$/.test(heading)) return 'password'
  if (/^(?:\S{0,8})(?:密钥|秘钥|令牌|凭证|金鑰)$/.test(heading)) return 'token'
  const words = heading.replace(/[*_`]/g, '').split(' ')
  return promisedBy(words.at(-1) ?? '', words.at(-2) ?? '')
}

function judgeRow(cells: readonly Cell[], columns: readonly (Promised | undefined)[]): readonly Hit[] {
  return cells.flatMap((cell, index) => {
    const quote = /^[`*"']+/.exec(cell.text)?.[0] ?? ''
    const value = cell.text.slice(quote.length).replace(/[`*"']+$/, '')
    const promised = columns[index]
    const start = cell.start + quote.length
    if (promised === 'password' && isPassword(value, 'said'))
      return [{ kind: 'password', start, end: start + value.length }]
    if (promised === 'token' && isToken(value, 'said'))
      return [{ kind: 'secret-value', start, end: start + value.length }]
    return []
  })
}
