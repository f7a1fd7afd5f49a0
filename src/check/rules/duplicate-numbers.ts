/** A requirement's number names one requirement, a decision's number one decision. */

import { numberIn } from '../../bank/entry.ts'
import type { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { type BankPath, baseName } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { folderPath, isIndexPath, PATTERNS } from '../../base/layout.ts'
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
  /** The number in the file's name, where its title has another. */
  readonly name?: string
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
        next: one.line === undefined && before.line === undefined ? RENUMBER : (likeItsName(one.name) ?? BY_HAND),
      },
    ]
  })
}

const RENUMBER: Words = {
  en: 'Run memory-bank refresh: the one that came in with a merge gets the next number, and links follow.',
  zh: '请运行 memory-bank refresh：合并进来的一个会改用下一个编号，链接随之更新。',
}

function likeItsName(name: string | undefined): Words | undefined {
  if (name === undefined) return undefined
  return {
    en: `The file's name says ${name}: write that number in its title.`,
    zh: `文件名中的编号是 ${name}：请把标题改为该编号。`,
  }
}

const BY_HAND: Words = {
  en: 'Give the newer one the next free number, and correct what points to it.',
  zh: '请给较新的一个改用下一个空闲编号，并更正指向它的引用。',
}

/** By the file's name, and by a title that says another number; a file without one in its name may hold several. */
function requirements(snapshot: Snapshot): readonly Numbered[] {
  const files = [...snapshot.files.values()].filter(
    ({ path }) => path.startsWith(`${folderPath('requirements')}/`) && !isIndexPath(path),
  )
  const named = files.flatMap(({ path }) => {
    const number = numberIn(baseName(path))
    return number === undefined ? [] : [{ number: called(number), path, line: undefined }]
  })
  const titled = files.flatMap((file): readonly Numbered[] => {
    const own = numberIn(baseName(file.path))
    if (own === undefined) return headed(file, /^#{1,6}\s+REQ[-_ ]?0*(\d{1,9})(?!\d)/i, 'REQ')
    // Only its title: other headings may speak of others.
    const title = file.sections.find(({ level }) => level === 1)
    const number = title === undefined ? undefined : numberIn(title.heading.slice(1))
    if (title === undefined || number === undefined || number === own) return []
    return [{ number: called(number), path: file.path, line: file.lineAt(title.start), name: called(own) }]
  })
  return [...named, ...titled]
}

function called(number: number): string {
  return `REQ-${String(number).padStart(3, '0')}`
}

function decisions(snapshot: Snapshot): readonly Numbered[] {
  const page = snapshot.files.get(PATTERNS)
  return page === undefined ? [] : headed(page, /^#{1,6}\s+ADR[-_ ]?0*(\d{1,9})(?!\d)/i, 'ADR')
}

function headed(page: Page, form: RegExp, prefix: string): readonly Numbered[] {
  const { path } = page
  return page.sections.flatMap(({ heading, start }) => {
    const number = form.exec(heading)?.[1]
    return number === undefined
      ? []
      : [{ number: `${prefix}-${number.padStart(3, '0')}`, path, line: page.lineAt(start) }]
  })
}
