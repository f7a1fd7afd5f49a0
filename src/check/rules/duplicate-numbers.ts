/** Every requirement number and every decision number is used once. */

import { numberIn } from '../../bank/entry.ts'
import type { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { type BankPath, baseName } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { folderPath, isIndexPath, PATTERNS } from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const duplicateNumbers: CheckRule = {
  id: 'duplicate-numbers',
  about: { en: 'No requirement or decision number is used twice.', zh: '需求与决策的编号不重复。' },
  check({ snapshot }) {
    return [...clashes(requirements(snapshot)), ...clashes(decisions(snapshot))]
  },
}

interface Numbered {
  /** Padded, so that `REQ-1` and `REQ-001` are the same. */
  readonly number: string
  readonly path: BankPath
  readonly line: number | undefined
  /** The number in the file name, if the title has another one. */
  readonly name?: string
}

function clashes(all: readonly Numbered[]): readonly Report[] {
  const first = new Map<string, Numbered>()
  return all.flatMap((one): readonly Report[] => {
    const before = first.get(one.number)
    if (before === undefined) {
      first.set(one.number, one)
      return []
    }
    const isSame = before.path === one.path
    const message = {
      en: `${one.number} is already used: ${isSame ? `line ${before.line ?? 1}` : before.path}.`,
      zh: `编号 ${one.number} 已被使用：${isSame ? `第 ${before.line ?? 1} 行` : before.path}。`,
    }
    // Refresh renumbers files by their names. Headings are left to a person.
    const isRenumbered = one.line === undefined && before.line === undefined
    const next = isRenumbered ? RENUMBER : (useFileNumber(one.name) ?? BY_HAND)
    return [report('error', one.path, one.line, message, next)]
  })
}

const RENUMBER: Words = {
  en: 'Run memory-bank refresh. It renumbers the file that a merge brought in and updates its links.',
  zh: '请运行 memory-bank refresh：合并进来的文件会改用下一个编号，链接随之更新。',
}

function useFileNumber(name: string | undefined): Words | undefined {
  if (name === undefined) return undefined
  return {
    en: `The file name says ${name}. Use that number in the title.`,
    zh: `文件名中的编号是 ${name}：请把标题改为该编号。`,
  }
}

const BY_HAND: Words = {
  en: 'Give the newer one the next free number and update references to it.',
  zh: '请给较新的一个改用下一个空闲编号，并更新对它的引用。',
}

/** From the file name, and from a title with another number. A file without a number in its name may hold several. */
function requirements(snapshot: Snapshot): readonly Numbered[] {
  const files = [...snapshot.files.values()].filter(
    ({ path }) => path.startsWith(`${folderPath('requirements')}/`) && !isIndexPath(path),
  )
  const named = files.flatMap(({ path }) => {
    const number = numberIn(baseName(path))
    return number === undefined ? [] : [{ number: requirementNumber(number), path, line: undefined }]
  })
  const titled = files.flatMap((file): readonly Numbered[] => {
    const own = numberIn(baseName(file.path))
    if (own === undefined) return numberedHeadings(file, /^#{1,6}\s+REQ[-_ ]?0*(\d{1,9})(?!\d)/i, 'REQ')
    // Other headings may be about other requirements.
    const title = file.sections.find(({ level }) => level === 1)
    const number = title === undefined ? undefined : numberIn(title.heading.slice(1))
    if (title === undefined || number === undefined || number === own) return []
    return [
      {
        number: requirementNumber(number),
        path: file.path,
        line: file.lineAt(title.start),
        name: requirementNumber(own),
      },
    ]
  })
  return [...named, ...titled]
}

function requirementNumber(number: number): string {
  return `REQ-${String(number).padStart(3, '0')}`
}

function decisions(snapshot: Snapshot): readonly Numbered[] {
  const page = snapshot.files.get(PATTERNS)
  return page === undefined ? [] : numberedHeadings(page, /^#{1,6}\s+ADR[-_ ]?0*(\d{1,9})(?!\d)/i, 'ADR')
}

function numberedHeadings(page: Page, form: RegExp, prefix: string): readonly Numbered[] {
  const { path } = page
  return page.sections.flatMap(({ heading, start }) => {
    const number = form.exec(heading)?.[1]
    return number === undefined
      ? []
      : [{ number: `${prefix}-${number.padStart(3, '0')}`, path, line: page.lineAt(start) }]
  })
}
