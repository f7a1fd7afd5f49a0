/** A paragraph's lines as text and, where a GFM table begins among them, its cells. */

import type { Piece } from './prose.ts'

/** `first` is the number of the paragraph's first line. */
export function tableRows(lines: readonly string[], first: number): readonly Piece[] {
  const delimiter = lines.findIndex((line, index) => isDelimiter(line) && sameWidth(line, lines[index - 1]))
  const above = delimiter === -1 ? lines : lines.slice(0, delimiter - 1)
  const pieces: Piece[] = []
  if (above.length > 0) pieces.push({ kind: 'text', text: above.join('\n'), line: first })
  if (delimiter === -1) return pieces
  for (let index = delimiter - 1; index < lines.length; index += 1) {
    if (index === delimiter) continue
    const kind = index < delimiter ? 'header' : 'cell'
    for (const text of cellsOf(lines[index] ?? '')) {
      if (text !== '') pieces.push({ kind, text, line: first + index })
    }
  }
  return pieces
}

function isDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[ \t|:-]*$/.test(line)
}

function sameWidth(delimiter: string, header: string | undefined): boolean {
  if (header?.includes('|') !== true) return false
  const cells = cellsOf(delimiter)
  return cells.every((cell) => /^:?-+:?$/.test(cell)) && cells.length === cellsOf(header).length
}

function cellsOf(line: string): readonly string[] {
  const cells: string[] = []
  const row = line.trim()
  let start = row.startsWith('|') ? 1 : 0
  for (let at = row.indexOf('|', start); at !== -1; at = row.indexOf('|', at + 1)) {
    if (row[at - 1] === '\\') continue
    cells.push(cellText(row.slice(start, at)))
    start = at + 1
  }
  if (start < row.length) cells.push(cellText(row.slice(start)))
  return cells
}

function cellText(source: string): string {
  return source.trim().replaceAll('\\|', '|')
}
