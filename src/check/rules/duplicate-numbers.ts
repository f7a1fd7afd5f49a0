/** A requirement's number names one requirement, a decision's number one decision. */

import { type BankPath, baseName } from '../../core/bank-path.ts'
import type { Finding } from '../../core/finding.ts'
import type { Words } from '../../core/language.ts'
import { folderPath, isIndexPath, PATTERNS } from '../../core/layout.ts'
import { type BankFile, type Snapshot, textOf } from '../../core/snapshot.ts'
import { placesIn } from '../../text/lines.ts'
import { listSections } from '../../text/sections.ts'
import type { Rule } from '../rule.ts'

export const duplicateNumbers: Rule = {
  id: 'duplicate-numbers',
  about: { en: 'No requirement or decision number is given twice.', zh: '需求与决策的编号不重复。' },
  check({ snapshot }) {
    return [...clashes(requirements(snapshot)), ...clashes(decisions(snapshot))]
  },
}

interface Numbered {
  /** As it is compared: `REQ-1` and `REQ-001` are the same. */
  readonly number: string
  readonly path: BankPath
  readonly line: number | undefined
}

function clashes(all: readonly Numbered[]): readonly Finding[] {
  const first = new Map<string, Numbered>()
  return all.flatMap((one): readonly Finding[] => {
    const before = first.get(one.number)
    if (before === undefined) {
      first.set(one.number, one)
      return []
    }
    const place = before.path === one.path ? `line ${before.line ?? 1}` : before.path
    const ort = before.path === one.path ? `第 ${before.line ?? 1} 行` : before.path
    return [
      {
        rule: 'duplicate-numbers',
        level: 'error',
        path: one.path,
        line: one.line,
        message: { en: `${one.number} is taken: ${place} has it.`, zh: `编号 ${one.number} 已被占用：${ort}。` },
        // By their names only files are told apart for certain; headings are for a person.
        next: one.line === undefined && before.line === undefined ? RENUMBER : BY_HAND,
      },
    ]
  })
}

const RENUMBER: Words = {
  en: 'Run memory-bank refresh: the one that came in with a merge gets the next number, and links follow.',
  zh: '请运行 memory-bank refresh：合并进来的一个会改用下一个编号，链接随之更新。',
}
const BY_HAND: Words = {
  en: 'Give the newer one the next free number, and correct what points to it.',
  zh: '请给较新的一个改用下一个空闲编号，并更正指向它的引用。',
}

/** By the file's name; a file without a number in its name may hold several, by their headings. */
function requirements(snapshot: Snapshot): readonly Numbered[] {
  return [...snapshot.files.values()].flatMap((file) => {
    if (!file.path.startsWith(`${folderPath('requirements')}/`) || isIndexPath(file.path)) return []
    const named = /^REQ[-_ ]?0*(\d{1,9})(?!\d)/i.exec(baseName(file.path))?.[1]
    if (named !== undefined) return [{ number: `REQ-${named.padStart(3, '0')}`, path: file.path, line: undefined }]
    return headed(file, /^#{1,6}\s+REQ[-_ ]?0*(\d{1,9})(?!\d)/i, 'REQ')
  })
}

function decisions(snapshot: Snapshot): readonly Numbered[] {
  const text = textOf(snapshot, PATTERNS)
  return text === undefined ? [] : headed({ path: PATTERNS, text }, /^#{1,6}\s+ADR[-_ ]?0*(\d{1,9})(?!\d)/i, 'ADR')
}

function headed({ path, text }: Pick<BankFile, 'path' | 'text'>, form: RegExp, prefix: string): readonly Numbered[] {
  const placeOf = placesIn(text)
  return listSections(text).flatMap(({ heading, start }) => {
    const number = form.exec(heading)?.[1]
    return number === undefined
      ? []
      : [{ number: `${prefix}-${number.padStart(3, '0')}`, path, line: placeOf(start).line }]
  })
}
