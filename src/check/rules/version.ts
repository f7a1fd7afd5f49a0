/** MEMORY.md has one current version mark, in its machine block (S3). No file has a metadata line from Memory Bank 0.1.0 (S1). */

import { compareVersions, metadataLines, versionIn } from '../../bank/blocks.ts'
import type { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { UPDATE_PROGRAM } from '../../base/bank-problems.ts'
import type { Words } from '../../base/language.ts'
import { CURRENT_VERSION, MEMORY } from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const version: CheckRule = {
  id: 'version',
  about: {
    en: 'MEMORY.md has the current version mark, and no file has metadata lines of older programs.',
    zh: 'MEMORY.md 带有当前模板的版本标记，且没有旧版程序写入的元信息行。',
  },
  fixes: 'metadata lines of older programs',
  check({ snapshot }) {
    return [...markFindings(snapshot), ...(isNewer(snapshot) ? [] : oldMetadata(snapshot))]
  },
}

function markFindings(snapshot: Snapshot): readonly Report[] {
  const memory = snapshot.files.get(MEMORY)
  // `structure` reports a missing or empty entry file.
  if (memory === undefined || memory.text.trim() === '') return []
  const marks = versionMarks(memory)
  const mark = decidingMark(marks)
  if (mark !== undefined && compareVersions(mark.version, CURRENT_VERSION) > 0) return [newer(mark.version, mark.line)]
  // With broken markers the place of a mark is unknown, and a refresh would not run.
  if (!memory.parsed.ok) return []
  const doubled = marks.filter((other) => other !== mark).map((other) => twice(other.line, mark?.line ?? 0))
  if (mark === undefined || !mark.inPlace) return [missing(mark?.line), ...doubled]
  return compareVersions(mark.version, CURRENT_VERSION) < 0 ? [older(mark.version, mark.line), ...doubled] : doubled
}

/** The metadata line of 0.1.0, which that version writes again with every change (S4). */
function oldMetadata({ files }: Snapshot): readonly Report[] {
  return [...files.values()].flatMap((page) => {
    if (!page.text.includes('blockVersion')) return []
    const { path, lines, lineBlocks: blocks } = page
    const machine = lines.filter((_, index) => blocks?.[index] === 'machine')
    return metadataLines(machine).map(
      (line): Report => ({
        level: 'warning',
        path,
        line: line.number,
        message: {
          en: 'Metadata line of an older Memory Bank. It conflicts in every merge.',
          zh: '旧版程序写入的元信息行，每次合并都会因它冲突。',
        },
        next: {
          en: 'Run memory-bank refresh to remove it. Set "requires" in memory-bank.json to keep older programs from writing.',
          zh: '请运行 memory-bank refresh 将其移除；在 memory-bank.json 中设置 "requires" 可阻止旧版程序写入。',
        },
        fix: {
          kind: 'splices',
          splices: [{ start: line.start, end: line.end, text: '' }],
          why: { en: 'removes the old metadata line', zh: '移除旧版程序的元信息行' },
        },
      }),
    )
  })
}

const MARK = `<!-- MEMORY_BANK_TEMPLATE:v${CURRENT_VERSION} -->`
const REFRESH: Words = { en: 'Run: memory-bank refresh', zh: '请运行：memory-bank refresh' }

function newer(found: string, line: number): Report {
  return find(
    line,
    {
      en: `This bank is v${found}, but this program supports only v${CURRENT_VERSION}. Nothing else was checked.`,
      zh: `这个 Memory Bank 是 v${found}，而本程序只支持到 v${CURRENT_VERSION}。其余内容未检查。`,
    },
    UPDATE_PROGRAM,
  )
}

function older(found: string, line: number): Report {
  return find(
    line,
    {
      en: `This bank is v${found}; the current template is v${CURRENT_VERSION}.`,
      zh: `这个 Memory Bank 是 v${found}，当前模板是 v${CURRENT_VERSION}。`,
    },
    REFRESH,
  )
}

function missing(line: number | undefined): Report {
  const message: Words =
    line === undefined
      ? { en: `The version mark ${MARK} is missing.`, zh: `缺少版本标记 ${MARK}。` }
      : { en: 'The version mark is outside the machine block.', zh: '版本标记位于机器区块之外。' }
  return find(line, message, REFRESH)
}

function twice(line: number, first: number): Report {
  return find(
    line,
    { en: `Duplicate version mark; the first is in line ${first}.`, zh: `版本标记重复；第一个在第 ${first} 行。` },
    { en: 'Delete one of the two lines.', zh: '请删除其中一行。' },
  )
}

function find(line: number | undefined, message: Words, next: Words): Report {
  return report('error', MEMORY, line, message, next)
}

/** A version mark of MEMORY.md outside the user block. */
interface VersionMark {
  readonly version: string
  /** Counted from 1. */
  readonly line: number
  /** In the machine block. Elsewhere a mark only shows that a bank is newer. */
  readonly inPlace: boolean
}

export function versionMarks(memory: Page): readonly VersionMark[] {
  if (!memory.text.includes('MEMORY_BANK_TEMPLATE')) return []
  const blocks = memory.lineBlocks
  return memory.lines.flatMap((line, index) => {
    const version = blocks?.[index] === 'user' ? undefined : versionIn(line)
    return version === undefined ? [] : [{ version, line: line.number, inPlace: blocks?.[index] === 'machine' }]
  })
}

export function isNewer(snapshot: Snapshot): boolean {
  const memory = snapshot.files.get(MEMORY)
  const mark = memory === undefined ? undefined : decidingMark(versionMarks(memory))
  return mark !== undefined && compareVersions(mark.version, CURRENT_VERSION) > 0
}

/** The first in the machine block, or else the first of all, as detection does. */
export function decidingMark(marks: readonly VersionMark[]): VersionMark | undefined {
  return marks.find((mark) => mark.inPlace) ?? marks[0]
}
