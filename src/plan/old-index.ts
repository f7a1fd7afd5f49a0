/** Reads the entries of an index: the rows of its tables, in any form, and list items that begin with a path. */

import { cellOf, linkTargets, listingTables } from '../bank/index-table.ts'
import { typeNamed } from '../bank/labels.ts'
import { withoutListMark } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import type { LearningType } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'

/** The entry of one file in an index. */
export interface OldIndexRow {
  readonly summary: string
  /** The type of learning named by the heading above. */
  readonly type?: LearningType | undefined
}

/** Keyed by the file's place in the bank, which `placeOf` finds. Of two summaries for one file the first is used. */
export function filesInIndex(
  page: Page,
  placeOf: (named: string) => BankPath | undefined,
): ReadonlyMap<BankPath, OldIndexRow> {
  const files = new Map<BankPath, OldIndexRow>()
  for (const { named, ...file } of listedFiles(page)) {
    const place = placeOf(named)
    if (place !== undefined && !files.has(place)) files.set(place, file)
  }
  return files
}

interface ListedFile extends OldIndexRow {
  /** As the index writes it: a path or a link destination. */
  readonly named: string
}

function listedFiles(page: Page): readonly ListedFile[] {
  const rows = listingTables(page).flatMap((index) => {
    const heading = page.sections.findLast((section) => section.start < index.table.start)?.heading ?? ''
    const type = typeNamed(heading.replace(/^#+\s*/, ''))
    return index.table.rows.map((row): ListedFile => {
      const cell = cellOf(index, row, 'path')
      const named = linkTargets(cell)[0] ?? cell.replace(/^[`*_"'<\s]+|(?<![`*_"'>\s])[`*_"'>\s]+$/g, '')
      return { named, summary: cellOf(index, row, 'summary'), type }
    })
  })
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
