/** The machine block of MEMORY.md has all sections, each once and in order (S5). */

import { compareVersions } from '../../bank/blocks.ts'
import type { Page } from '../../bank/page.ts'
import type { Words } from '../../base/language.ts'
import { CURRENT_VERSION, MEMORY, SECTION, sectionHeading } from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'
import { decidingMark, versionMarks } from './version.ts'

const ORDER: readonly string[] = Object.values(SECTION)

export const sections: CheckRule = {
  id: 'sections',
  about: {
    en: 'MEMORY.md has all its sections, each once and in order.',
    zh: 'MEMORY.md 的章节齐全、不重复、顺序正确。',
  },
  check({ snapshot }) {
    const memory = snapshot.files.get(MEMORY)
    if (memory === undefined || !isCurrent(memory)) return []
    const present = presentSections(memory)
    const first = new Map<string, number>()
    const findings: Report[] = []
    for (const { heading, line } of present) {
      const before = first.get(heading)
      if (before === undefined) first.set(heading, line)
      else findings.push(find(line, twice(heading, before), JOIN))
    }
    const missing = ORDER.filter((heading) => !first.has(heading))
    if (missing.length > 0) findings.push(find(undefined, lacks(missing), ADD))
    let last = -1
    for (const [heading, line] of first) {
      const place = ORDER.indexOf(heading)
      if (place < last) findings.push(find(line, outOfOrder(heading, ORDER[last] ?? ''), MOVE))
      else last = place
    }
    return findings
  },
}

/** Older banks and broken markers are reported by other rules. */
function isCurrent(memory: Page): boolean {
  const mark = decidingMark(versionMarks(memory))
  if (mark === undefined || compareVersions(mark.version, CURRENT_VERSION) !== 0) return false
  return memory.machine !== undefined
}

function presentSections(memory: Page): readonly { readonly heading: string; readonly line: number }[] {
  const blocks = memory.lineBlocks
  return memory.sections.flatMap((section) => {
    const heading = sectionHeading(section.heading)
    const line = memory.lineAt(section.start)
    return ORDER.includes(heading) && blocks?.[line - 1] === 'machine' ? [{ heading, line }] : []
  })
}

function find(line: number | undefined, message: Words, next: Words): Report {
  return report('warning', MEMORY, line, message, next)
}

function lacks(headings: readonly string[]): Words {
  return {
    en: `Missing sections in the machine block: ${headings.join(', ')}.`,
    zh: `机器区块缺少章节：${headings.join('、')}。`,
  }
}

function twice(heading: string, before: number): Words {
  return {
    en: `Duplicate ${heading}; the first is in line ${before}.`,
    zh: `${heading} 重复；第一个在第 ${before} 行。`,
  }
}

function outOfOrder(heading: string, after: string): Words {
  return { en: `${heading} should come before ${after}.`, zh: `${heading} 应在 ${after} 之前。` }
}

const ADD: Words = {
  en: 'Add these headings to the machine block; docs/format.md shows their order.',
  zh: '请在机器区块中补上这些标题；顺序见 docs/format.md。',
}
const JOIN: Words = { en: 'Merge the two sections.', zh: '请合并这两个章节。' }
const MOVE: Words = { en: 'Move the section there.', zh: '请把该章节移到那里。' }
