/**
 * Secrets in Markdown tables: a column whose heading promises one.
 *
 * Reads line by line, because a table in a code block or a comment can hold a secret too.
 */

import { cellsOfLine, isDelimiterRow, type Row, rowOfLine } from '../bank/tables.ts'
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
    else if (MAY_BE_DELIMITER.test(line) && isDelimiterRow(cellsOfLine(line))) columns = headings(previous)
    else if (columns.length > 0) hits.push(...judgeRow(rowOfLine(line), match.index, columns))
    previous = inTable ? line : ''
  }
  return hits
}

const MAY_BE_DELIMITER = /^[ \t|:-]+$/

/** What each column promises; undefined if no heading promises a secret. */
function headings(line: string): readonly (Promised | undefined)[] {
  if (!mayPromise(line)) return []
  const promised = cellsOfLine(line).map(headingPromise)
  return promised.some((one) => one !== undefined) ? promised : []
}

function headingPromise(heading: string): Promised | undefined {
  if (/^(?:\S{0,8})(?:密码|口令|密碼)$/.test(heading)) return 'password'
  if (/^(?:\S{0,8})(?:密钥|秘钥|令牌|凭证|金鑰)$/.test(heading)) return 'token'
  const words = heading.replace(/[*_`]/g, '').split(' ')
  return promisedBy(words.at(-1) ?? '', words.at(-2) ?? '')
}

function judgeRow({ spans, cells }: Row, offset: number, columns: readonly (Promised | undefined)[]): readonly Hit[] {
  return cells.flatMap((cell, index) => {
    const promised = columns[index]
    const quote = /^[`*"']+/.exec(cell)?.[0] ?? ''
    const value = cell.slice(quote.length).replace(/(?<![`*"'])[`*"']+$/, '')
    const start = offset + (spans[index]?.start ?? 0) + quote.length
    // An escaped pipe takes one more character in the text than in the cell.
    const end = start + value.replaceAll('|', '\\|').length
    if (promised === 'password' && isPassword(value, 'said')) return [{ kind: 'password', start, end }]
    if (promised === 'token' && isToken(value, 'said')) return [{ kind: 'secret-value', start, end }]
    return []
  })
}
