/** Index files are there where they are owed, can be read, and say what their folder holds (S6). */

import { type BankPath, baseName, directoryOf } from '../../core/bank-path.ts'
import type { Words } from '../../core/language.ts'
import { LIMITS } from '../../core/limits.ts'
import { type Snapshot, textOf } from '../../core/snapshot.ts'
import { readProse } from '../prose.ts'
import type { Finding, Rule } from '../rule.ts'

export const indexes: Rule = {
  id: 'indexes',
  check({ snapshot, indexesOutOfStep }) {
    return indexesOutOfStep.map(({ path, missing }): Finding => {
      if (missing) return find('error', path, owed(path, snapshot))
      return isDamaged(textOf(snapshot, path) ?? '') ? find('error', path, DAMAGED) : find('warning', path, OUT_OF_STEP)
    })
  },
}

function owed(path: BankPath, snapshot: Snapshot): Words {
  const folder = directoryOf(path)
  const files = [...snapshot.files.keys()].filter((file) => file.startsWith(`${folder}/`) && file !== path)
  return {
    en: `${folder}/ has ${files.length} files and no ${baseName(path)}; above ${LIMITS.indexOwedAbove} it is owed.`,
    zh: `${folder}/ 有 ${files.length} 个文件却没有 ${baseName(path)}；超过 ${LIMITS.indexOwedAbove} 个就应当有。`,
  }
}

const DAMAGED: Words = {
  en: 'This index is damaged: it has no table with a path column.',
  zh: '索引已损坏：没有带路径列的表格。',
}
const OUT_OF_STEP: Words = {
  en: 'This index no longer says what its folder holds.',
  zh: '索引与目录内容不一致。',
}

function isDamaged(text: string): boolean {
  return !readProse(text).pieces.some((piece) => piece.kind === 'header' && PATH_COLUMN.test(piece.text))
}

const PATH_COLUMN = /^[*_`\s]*(?:path|路径)[*_`\s]*$/i

function find(level: Finding['level'], path: BankPath, message: Words): Finding {
  const next: Words = { en: 'Run: memory-bank index', zh: '请运行：memory-bank index' }
  return { rule: 'indexes', level, path, line: undefined, message, next }
}
