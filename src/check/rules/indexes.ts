/** Required index files exist, can be read and match their folders (S6). */

import { indexTables, linkTargets } from '../../bank/index-table.ts'
import type { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { type BankPath, baseName, directoryOf } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { LIMITS } from '../../base/limits.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const indexes: CheckRule = {
  id: 'indexes',
  about: {
    en: 'Required index files exist and match their folders.',
    zh: '所需的索引都存在，且与目录内容一致。',
  },
  fixes: 'all',
  check({ snapshot, indexesOutOfStep }) {
    return indexesOutOfStep.map(({ path, missing }): Report => {
      if (missing) return rebuild('error', path, required(path, snapshot))
      const page = snapshot.files.get(path)
      if (page === undefined || isDamaged(page)) return rebuild('error', path, DAMAGED)
      return rebuild('warning', path, OUT_OF_DATE)
    })
  },
}

function required(path: BankPath, snapshot: Snapshot): Words {
  const folder = directoryOf(path)
  if (baseName(path) !== 'index.md') return PART_MISSING
  const files = [...snapshot.files.keys()].filter((file) => file.startsWith(`${folder}/`) && file !== path)
  return {
    en: `${folder}/ has ${files.length} files but no ${baseName(path)}; more than ${LIMITS.indexOwedAbove} files need one.`,
    zh: `${folder}/ 有 ${files.length} 个文件，但没有 ${baseName(path)}；超过 ${LIMITS.indexOwedAbove} 个文件就需要索引。`,
  }
}

const PART_MISSING: Words = { en: 'This part of a split index is missing.', zh: '该目录的索引已拆分，缺少这一部分。' }
const DAMAGED: Words = {
  en: 'This index is damaged: it has neither a table of files nor a link.',
  zh: '索引已损坏：既没有文件表格，也没有链接。',
}
const OUT_OF_DATE: Words = { en: 'This index is out of date.', zh: '索引已过时，与目录内容不一致。' }
const RUN_INDEX: Words = { en: 'Run: memory-bank index', zh: '请运行：memory-bank index' }

/** An index with links but no table comes from an older bank. It is completed, not replaced. */
function isDamaged(page: Page): boolean {
  return indexTables(page).length === 0 && linkTargets(page.text).length === 0
}

function rebuild(level: Report['level'], path: BankPath, message: Words): Report {
  return { ...report(level, path, undefined, message, RUN_INDEX), fix: { kind: 'index' } }
}
