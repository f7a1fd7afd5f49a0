/** Index files are there where they are owed, can be read, and say what their folder holds (S6). */

import { indexTables, linkTargets } from '../../bank/index-table.ts'
import { pageOf } from '../../bank/page.ts'
import { type Snapshot, textOf } from '../../bank/snapshot.ts'
import { type BankPath, baseName, directoryOf } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { LIMITS } from '../../base/limits.ts'
import type { Rule } from '../rule.ts'

export const indexes: Rule = {
  id: 'indexes',
  about: {
    en: 'Index files are there where they are owed and say what their folder holds.',
    zh: '该有的索引都在，且与目录内容一致。',
  },
  fixes: 'all',
  check({ snapshot, indexesOutOfStep }) {
    return indexesOutOfStep.map(({ path, missing }): Finding => {
      if (missing) return find('error', path, owed(path, snapshot))
      return isDamaged(textOf(snapshot, path) ?? '') ? find('error', path, DAMAGED) : find('warning', path, OUT_OF_STEP)
    })
  },
}

function owed(path: BankPath, snapshot: Snapshot): Words {
  const folder = directoryOf(path)
  if (baseName(path) !== 'index.md') return PART_MISSING
  const files = [...snapshot.files.keys()].filter((file) => file.startsWith(`${folder}/`) && file !== path)
  return {
    en: `${folder}/ has ${files.length} files and no ${baseName(path)}; above ${LIMITS.indexOwedAbove} it is owed.`,
    zh: `${folder}/ 有 ${files.length} 个文件却没有 ${baseName(path)}；超过 ${LIMITS.indexOwedAbove} 个就应当有。`,
  }
}

const PART_MISSING: Words = {
  en: 'The index of this folder is split, and this part of it is missing.',
  zh: '该目录的索引已拆分，缺少这一部分。',
}
const DAMAGED: Words = {
  en: 'This index is damaged: neither a table of files nor a link stands in it.',
  zh: '索引已损坏：既没有文件表格，也没有链接。',
}
const OUT_OF_STEP: Words = {
  en: 'This index no longer says what its folder holds.',
  zh: '索引与目录内容不一致。',
}

/** An index of links without a table comes from an older bank; it is completed, not replaced. */
function isDamaged(text: string): boolean {
  return indexTables(pageOf(text)).length === 0 && linkTargets(text).length === 0
}

function find(level: Finding['level'], path: BankPath, message: Words): Finding {
  const next: Words = { en: 'Run: memory-bank index', zh: '请运行：memory-bank index' }
  return { rule: 'indexes', level, path, line: undefined, message, next, fix: { kind: 'index' } }
}
