/** What a hand-made index says of files: rows of its tables, and list items that begin with a path. */

import { cellOf, indexTables, linkTargets } from '../bank/index-table.ts'
import { withoutListMark } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'

/** By its place in the bank, as `placeOf` finds it; of two summaries of a file the first stays. */
export function summariesIn(
  page: Page,
  placeOf: (named: string) => BankPath | undefined,
): ReadonlyMap<BankPath, string> {
  const summaries = new Map<BankPath, string>()
  for (const { named, summary } of listedFiles(page)) {
    const place = placeOf(named)
    if (place !== undefined && !summaries.has(place)) summaries.set(place, summary)
  }
  return summaries
}

interface ListedFile {
  /** As the index names it: a path or a link's destination, relative to what the index is relative to. */
  readonly named: string
  readonly summary: string
}

function listedFiles(page: Page): readonly ListedFile[] {
  const rows = indexTables(page).flatMap((index) =>
    index.table.rows.map((row) => {
      const cell = cellOf(index, row, 'path')
      const named = linkTargets(cell)[0] ?? cell.replace(/^[`*_"'<\s]+|(?<![`*_"'>\s])[`*_"'>\s]+$/g, '')
      return { named, summary: cellOf(index, row, 'summary') }
    }),
  )
  const items = page.lines.flatMap((line) => (line.fenced ? [] : (listedIn(line.text) ?? [])))
  return [...rows, ...items].filter(({ named, summary }) => named !== '' && summary !== '')
}

/** `- docs/x.md：when to read it`, `- [X](docs/x.md) - when to read it`. */
function listedIn(line: string): ListedFile | undefined {
  const item = withoutListMark(line)
  if (item === line) return undefined
  const link = /^\**\[(?:[^[\]\\]|\\.)*\]\([^()\s]+\)\**/.exec(item)?.[0]
  const path = link ?? /^[`*]*[^\s`*：:]+\.md[`*]*/i.exec(item)?.[0]
  if (path === undefined) return undefined
  const said = /^\s*(?:[：:—–→]|-{1,2}(?=\s))\s*(\S.*)$/.exec(item.slice(path.length))?.[1]
  if (said === undefined) return undefined
  return { named: linkTargets(path)[0] ?? path.replace(/[`*]/g, ''), summary: said.trim() }
}
