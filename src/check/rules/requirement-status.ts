/** The status of a requirement is one of the five that the index knows (S6). */

import { indexTables } from '../../bank/index-table.ts'
import { isUnknownStatus, type LabelledValue, unknownStatusIn } from '../../bank/labels.ts'
import type { Page } from '../../bank/page.ts'
import { STATUSES } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { folderPath, isIndexPath } from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const requirementStatus: CheckRule = {
  id: 'requirement-status',
  about: { en: 'Every requirement has one of the five statuses.', zh: '每个需求的状态都是五种之一。' },
  folds: () => 'requirements',
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

/** A row keeps a status that a person wrote if the file itself has none. */
function statusesInIndex(page: Page): readonly LabelledValue[] {
  return indexTables(page).flatMap(({ table, keys }) => {
    const column = keys.indexOf('status')
    return table.rows.flatMap((row): readonly LabelledValue[] => {
      const raw = row.cells[column] ?? ''
      return isUnknownStatus(raw) ? [{ raw, line: page.lineAt(row.start) }] : []
    })
  })
}

function find(path: BankPath, { raw, line }: LabelledValue): Report {
  const shown = raw.trim().length > 40 ? `${raw.trim().slice(0, 39)}…` : raw.trim()
  const message = { en: `“${shown}” is not a requirement status.`, zh: `「${shown}」不是有效的需求状态。` }
  return report('warning', path, line, message, ONE_OF_FIVE)
}

const ONE_OF_FIVE: Words = {
  en: `Use ${STATUSES.slice(0, -1).join(', ')} or ${STATUSES.at(-1)}. A remark may follow it.`,
  zh: `请改为 ${STATUSES.join('、')} 之一，补充说明可写在其后。`,
}
