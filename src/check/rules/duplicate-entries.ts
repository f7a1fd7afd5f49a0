/** No two decisions, learnings, designs or requirements have the same title. */

import { isSuperseded } from '../../bank/decisions.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { type BankPath, directoryOf } from '../../base/bank-path.ts'
import { withoutDates } from '../../base/dates.ts'
import type { Words } from '../../base/language.ts'
import { folderPath, INDEXED_FOLDERS, isIndexPath, PATTERNS } from '../../base/layout.ts'
import { onlyLetters } from '../../base/letters.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const duplicateEntries: CheckRule = {
  id: 'duplicate-entries',
  about: { en: 'No two entries have the same title.', zh: '没有标题相同的条目。' },
  check({ snapshot }) {
    return [...repeatedDecisions(snapshot), ...INDEXED_FOLDERS.flatMap((folder) => repeatedTitles(snapshot, folder))]
  },
}

function repeatedDecisions(snapshot: Snapshot): readonly Report[] {
  const page = snapshot.files.get(PATTERNS)
  if (page === undefined) return []
  const blocks = page.lineBlocks
  const first = new Map<string, number>()
  return page.decisions.flatMap(({ title, line }) => {
    // A superseded decision may be made again later.
    if (isSuperseded(title)) return []
    const topic = topicOf(title)
    const before = first.get(topic)
    if (before === undefined) first.set(topic, line)
    if (topic === '' || before === undefined || blocks?.[line - 1] === 'user') return []
    return [find(PATTERNS, line, title, `line ${before}`, `第 ${before} 行`)]
  })
}

function repeatedTitles(snapshot: Snapshot, folder: (typeof INDEXED_FOLDERS)[number]): readonly Report[] {
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

/** Titles are compared by their letters and digits, without dates and without REQ or ADR numbers. */
function topicOf(title: string): string {
  const topic = onlyLetters(
    withoutDates(title)
      .replace(/^\s*(?:REQ|ADR)[-_ ]?\d+/i, '')
      .toLowerCase(),
  )
  return topic.length < 3 && !/\p{Script=Han}{2}/u.test(topic) ? '' : topic
}

function find(path: BankPath, line: number, title: string, en: string, zh: string): Report {
  const shown = title.length > 60 ? `${title.slice(0, 59)}…` : title
  const message = {
    en: `An entry titled “${shown}” already exists: ${en}.`,
    zh: `已有标题为「${shown}」的条目：${zh}。`,
  }
  return report('warning', path, line, message, MERGE)
}

const MERGE: Words = {
  en: 'Merge the two entries, or give them different titles.',
  zh: '请合并这两个条目，或改用不同的标题。',
}
