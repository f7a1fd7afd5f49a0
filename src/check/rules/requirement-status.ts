/** The status a requirement names is one of the five, so that the index can sort by it (S6). */

import { indexTables } from '../../bank/index-table.ts'
import { isUnknownStatus, type LabelledValue, unknownStatusIn } from '../../bank/labels.ts'
import type { Page } from '../../bank/page.ts'
import { STATUSES } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import { folderPath, isIndexPath } from '../../base/layout.ts'
import type { Rule } from '../rule.ts'

export const requirementStatus: Rule = {
  id: 'requirement-status',
  about: { en: 'The status of a requirement is one of the five.', zh: '需求的状态是五种之一。' },
  check({ snapshot, memo }) {
    const folder = `${folderPath('requirements')}/`
    return [...snapshot.files.values()].flatMap((page) => {
      const { path, text } = page
      if (!path.startsWith(folder)) return []
      const unknown = isIndexPath(path) ? statusesInIndex : statusInFile
      return memo
        .of(`requirement-status ${isIndexPath(path)}`, text, () => unknown(page))
        .map((said) => find(path, said))
    })
  },
}

function statusInFile(page: Page): readonly LabelledValue[] {
  const said = unknownStatusIn(page)
  return said === undefined ? [] : [said]
}

/** A row keeps the status that a person gave it where the file names none. */
function statusesInIndex(page: Page): readonly LabelledValue[] {
  return indexTables(page).flatMap(({ table, keys }) => {
    const column = keys.indexOf('status')
    return table.rows.flatMap((row): readonly LabelledValue[] => {
      const raw = row.cells[column] ?? ''
      return isUnknownStatus(raw) ? [{ raw, line: page.lineAt(row.start) }] : []
    })
  })
}

function find(path: BankPath, { raw, line }: LabelledValue): Finding {
  const shown = raw.trim().length > 40 ? `${raw.trim().slice(0, 39)}…` : raw.trim()
  return {
    rule: 'requirement-status',
    level: 'warning',
    path,
    line,
    message: { en: `“${shown}” is no status that a requirement can have.`, zh: `“${shown}”不是需求的状态。` },
    next: {
      en: `Write one of ${STATUSES.slice(0, -1).join(', ')} and ${STATUSES.at(-1)}; what else there is to say may follow it.`,
      zh: `请写 ${STATUSES.join('、')} 之一，补充说明可写在其后。`,
    },
  }
}
