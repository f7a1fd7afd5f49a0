/** MEMORY.md carries the version mark of the current template, once, in its machine block (S3); no file carries what an older program put back (S1). */

import { compareVersions, metadataLines, versionIn } from '../../bank/blocks.ts'
import type { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { UPDATE_PROGRAM } from '../../base/bank-problems.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { CURRENT_VERSION, MEMORY } from '../../base/layout.ts'
import type { Rule } from '../rule.ts'

export const version: Rule = {
  id: 'version',
  about: {
    en: 'MEMORY.md carries the version mark of the current template, and no file what an older program put back.',
    zh: 'MEMORY.md 带有当前模板的版本标记，且没有旧版程序写回的内容。',
  },
  fixes: 'the metadata line of older programs',
  check({ snapshot }) {
    return [...markFindings(snapshot), ...(isNewer(snapshot) ? [] : putBack(snapshot))]
  },
}

function markFindings(snapshot: Snapshot): readonly Finding[] {
  const memory = snapshot.files.get(MEMORY)
  // Without an entry there is nothing to have a version; `structure` says so.
  if (memory === undefined || memory.text.trim() === '') return []
  const marks = versionMarks(memory)
  const mark = decidingMark(marks)
  if (mark !== undefined && compareVersions(mark.version, CURRENT_VERSION) > 0) return [newer(mark.version, mark.line)]
  // While the markers are broken nobody can tell which mark is in its place, and no refresh would run.
  if (!memory.parsed.ok) return []
  const doubled = marks.filter((other) => other !== mark).map((other) => twice(other.line, mark?.line ?? 0))
  if (mark === undefined || !mark.inPlace) return [missing(mark?.line), ...doubled]
  return compareVersions(mark.version, CURRENT_VERSION) < 0 ? [older(mark.version, mark.line), ...doubled] : doubled
}

/** The metadata line of 0.1.0, which a program of that version writes anew with every change (S4). */
function putBack({ files }: Snapshot): readonly Finding[] {
  return [...files.values()].flatMap((page) => {
    if (!page.text.includes('blockVersion')) return []
    const { path, lines, lineBlocks: blocks } = page
    const machine = lines.filter((_, index) => blocks?.[index] === 'machine')
    return metadataLines(machine).map(
      (line): Finding => ({
        rule: 'version',
        level: 'warning',
        path,
        line: line.number,
        message: {
          en: 'An older program put its metadata line back, over which every pair of branches conflicts.',
          zh: '旧版程序写回了元信息行，任何两个分支都会因它冲突。',
        },
        next: {
          en: 'Run memory-bank refresh, which takes it out; “requires” in memory-bank.json keeps older programs from writing.',
          zh: '请运行 memory-bank refresh 移除；在 memory-bank.json 中设置 "requires" 可阻止旧版程序写入。',
        },
        fix: {
          kind: 'splices',
          splices: [{ start: line.start, end: line.end, text: '' }],
          why: { en: 'the metadata line of an older program goes', zh: '移除旧版程序的元信息行' },
        },
      }),
    )
  })
}

const MARK = `<!-- MEMORY_BANK_TEMPLATE:v${CURRENT_VERSION} -->`
const REFRESH: Words = { en: 'Run: memory-bank refresh', zh: '请运行：memory-bank refresh' }

function newer(found: string, line: number): Finding {
  return find(
    line,
    {
      en: `This bank is v${found}; this program knows v${CURRENT_VERSION}. Nothing else was checked.`,
      zh: `这个 Memory Bank 是 v${found}，本程序只认识到 v${CURRENT_VERSION}。其余未检查。`,
    },
    UPDATE_PROGRAM,
  )
}

function older(found: string, line: number): Finding {
  return find(
    line,
    {
      en: `This bank is v${found}; the current template is v${CURRENT_VERSION}.`,
      zh: `这个 Memory Bank 是 v${found}，当前模板是 v${CURRENT_VERSION}。`,
    },
    REFRESH,
  )
}

function missing(line: number | undefined): Finding {
  const message: Words =
    line === undefined
      ? { en: `The version mark ${MARK} is missing.`, zh: `缺少版本标记 ${MARK}。` }
      : { en: 'The version mark stands outside the machine block.', zh: '版本标记位于机器区块之外。' }
  return find(line, message, REFRESH)
}

function twice(line: number, first: number): Finding {
  return find(
    line,
    { en: `A second version mark; the first is in line ${first}.`, zh: `版本标记重复；第一个在第 ${first} 行。` },
    { en: 'Delete one of the two lines by hand.', zh: '请手动删除其中一行。' },
  )
}

function find(line: number | undefined, message: Words, next: Words): Finding {
  return { rule: 'version', level: 'error', path: MEMORY, line, message, next }
}

/** A version mark of MEMORY.md. One that is quoted in the user block does not count. */
interface VersionMark {
  readonly version: string
  /** Counted from 1. */
  readonly line: number
  /** Its place is the machine block; anywhere else it only tells a newer bank. */
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

/** As detection reads them: the first in the machine block, else the first at all. */
export function decidingMark(marks: readonly VersionMark[]): VersionMark | undefined {
  return marks.find((mark) => mark.inPlace) ?? marks[0]
}
