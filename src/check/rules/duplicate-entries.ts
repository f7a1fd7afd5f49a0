/** A topic has one entry: no decision, learning, design or requirement stands twice under the same title. */

import { isSuperseded } from '../../bank/decisions.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { type BankPath, directoryOf } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import { folderPath, INDEXED_FOLDERS, isIndexPath, PATTERNS } from '../../base/layout.ts'
import { withoutDates } from '../../base/dates.ts'
import { onlyLetters } from '../../base/letters.ts'
import type { Rule } from '../rule.ts'

export const duplicateEntries: Rule = {
  id: 'duplicate-entries',
  about: { en: 'No topic has two entries of the same title.', zh: '同一主题没有两个同名条目。' },
  check({ snapshot }) {
    return [...repeatedDecisions(snapshot), ...INDEXED_FOLDERS.flatMap((folder) => repeatedTitles(snapshot, folder))]
  },
}

function repeatedDecisions(snapshot: Snapshot): readonly Finding[] {
  const page = snapshot.files.get(PATTERNS)
  if (page === undefined) return []
  const blocks = page.lineBlocks
  const first = new Map<string, number>()
  return page.decisions.flatMap(({ title, line }) => {
    // A decision that was superseded may be taken again, and then stands there twice.
    if (isSuperseded(title)) return []
    const topic = topicOf(title)
    const before = first.get(topic)
    if (before === undefined) first.set(topic, line)
    if (topic === '' || before === undefined || blocks?.[line - 1] === 'user') return []
    return [find(PATTERNS, line, title, `line ${before}`, `第 ${before} 行`)]
  })
}

function repeatedTitles(snapshot: Snapshot, folder: (typeof INDEXED_FOLDERS)[number]): readonly Finding[] {
  const first = new Map<string, BankPath>()
  return [...snapshot.files.values()].flatMap((page) => {
    const { path } = page
    if (!`${directoryOf(path)}/`.startsWith(`${folderPath(folder)}/`) || isIndexPath(path)) return []
    const { title } = page
    const topic = topicOf(title ?? '')
    const before = first.get(topic)
    if (before === undefined) first.set(topic, path)
    return title === undefined || topic === '' || before === undefined ? [] : [find(path, 1, title, before, before)]
  })
}

/** What two titles are compared by: letters and digits, without dates and the number of a requirement or decision. */
function topicOf(title: string): string {
  const topic = onlyLetters(
    withoutDates(title)
      .replace(/^\s*(?:REQ|ADR)[-_ ]?\d+/i, '')
      .toLowerCase(),
  )
  return topic.length < 3 && !/\p{Script=Han}{2}/u.test(topic) ? '' : topic
}

function find(path: BankPath, line: number, title: string, en: string, zh: string): Finding {
  const shown = title.length > 60 ? `${title.slice(0, 59)}…` : title
  return {
    rule: 'duplicate-entries',
    level: 'warning',
    path,
    line,
    message: { en: `“${shown}” has an entry already: ${en}.`, zh: `“${shown}”已有条目：${zh}。` },
    next: {
      en: 'Keep one entry per topic: join the two, or give them titles that tell them apart.',
      zh: '每个主题保留一个条目：请合并，或改成能区分的标题。',
    },
  }
}
