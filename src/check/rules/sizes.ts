/**
 * Limits the size of everything that a session loads: MEMORY.md, its lists, progress, and single files (S5, S8, S20,
 * S25).
 */

import { countLines, listItemIn } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { isArchiveHeading, type Section } from '../../bank/sections.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { estimateTokens } from '../../base/estimate-tokens.ts'
import type { Words } from '../../base/language.ts'
import { ARCHIVE_FOLDER, isIndexPath, MEMORY, PROGRESS, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import type { Span } from '../../base/splice.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const sizes: CheckRule = {
  id: 'sizes',
  about: { en: 'Everything that a session loads stays small.', zh: '会话加载的内容保持精简。' },
  check: ({ snapshot }) => findSizes(snapshot),
  folds: ({ next }) => (next === SPLIT ? 'large files' : undefined),
}

export function findSizes({ files }: Snapshot): readonly Report[] {
  const memory = files.get(MEMORY)
  const progress = files.get(PROGRESS)
  return [
    ...(memory === undefined ? [] : inMemory(memory)),
    ...(progress === undefined ? [] : inProgress(progress)),
    ...[...files.values()].flatMap(largeFile),
  ]
}

function inMemory(page: Page): readonly Report[] {
  const tokens = estimateTokens(page.text)
  const reports = tokens > LIMITS.openingTokens ? [find(MEMORY, undefined, overBudget(tokens), SHORTEN)] : []
  for (const { heading, name, limit, next } of COUNTED_SECTIONS) {
    const section = page.section(heading)
    const count = section === undefined ? 0 : countEntries(page, section)
    if (section !== undefined && count > limit)
      reports.push(find(MEMORY, page.lineAt(section.start), tooMany(name, count, limit), next))
  }
  const focus = page.section(SECTION.focus)
  const due = focus && archiveDue(linesIn(page, focus), countDone(page, focus))
  if (focus !== undefined && due !== undefined)
    reports.push(find(MEMORY, page.lineAt(focus.start), inFocus(due), ARCHIVE))
  return reports
}

function inProgress(page: Page): readonly Report[] {
  const due = archiveDue(countLines(page.text), countDone(page, { start: 0, end: page.text.length }))
  return due === undefined ? [] : [find(PROGRESS, undefined, due, ARCHIVE)]
}

function largeFile({ path, text }: Page): readonly Report[] {
  // Archives grow, indexes are generated, and progress has a limit of its own.
  const isExempt = path.startsWith(`${ARCHIVE_FOLDER}/`) || isIndexPath(path) || path === PROGRESS
  if (isExempt || !path.startsWith('details/')) return []
  const lines = countLines(text)
  return lines > LIMITS.largeFileLines ? [find(path, undefined, large(lines), SPLIT)] : []
}

/** Lines from the heading to the last one with text, without blank lines and block markers at the end. */
function linesIn(page: Page, { start, end }: Section): number {
  const lines = page.lines.filter((line) => start < line.start && line.start < end)
  return lines.findLastIndex(({ text }) => text.trim() !== '' && !/^<!-- (?:MACHINE|USER)_BLOCK_/.test(text)) + 1
}

/** Entries as people write them: one per heading, or else one per row, or else one per list item. */
function countEntries(page: Page, { bodyStart, end }: Section): number {
  const isInside = ({ start }: Span) => bodyStart <= start && start < end
  const headings = page.sections.filter(isInside).length
  if (headings > 0) return headings
  const rows = page.tables.filter(isInside).flatMap((table) => table.rows)
  const filled = rows.filter((row) => row.cells.some((cell) => cell !== '')).length
  return filled > 0 ? filled : page.items.filter((item) => isInside(item) && !ANSWER.test(item.said)).length
}

/** The answer of a question-and-answer pair. */
const ANSWER = /^[*_]{0,3}(?:A|Answer|答|答案)\d{0,2}[*_]{0,3}\s?[:：.、]/i

/** Ticked items, and every item below a heading such as “Done (to archive)”. The user block does not count. */
function countDone(page: Page, span: Span): number {
  const doneSections = page.sections.filter(({ heading }) => isArchiveHeading(heading))
  let [next, doneUntil] = [0, 0]
  const blocks = page.lineBlocks
  const counts = page.itemsIn(span).map((item) => {
    for (let done = doneSections[next]; done !== undefined && done.start < item.start; done = doneSections[next]) {
      doneUntil = Math.max(doneUntil, done.end)
      next += 1
    }
    const first = page.lineAt(item.start)
    if (blocks?.[first - 1] === 'user') return 0
    const lines = page.lines.slice(first - 1, page.lineAt(item.end - 1))
    const boxes = lines.map((line) => (line.fenced || line.commented ? undefined : listItemIn(line.text)?.box))
    const isDone = boxes[0] === 'checked' || (item.start < doneUntil && item.said !== '' && boxes[0] !== 'open')
    return Math.max(boxes.filter((box) => box === 'checked').length, isDone ? 1 : 0)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

function archiveDue(lines: number, done: number): Words | undefined {
  if (done > LIMITS.archiveDoneItems) {
    return {
      en: `${done} done items; the limit is ${LIMITS.archiveDoneItems}.`,
      zh: `已完成 ${done} 条，上限为 ${LIMITS.archiveDoneItems} 条。`,
    }
  }
  if (lines <= LIMITS.archiveLines) return undefined
  return {
    en: `${lines} lines; the limit is ${LIMITS.archiveLines}.`,
    zh: `共 ${lines} 行，上限为 ${LIMITS.archiveLines} 行。`,
  }
}

function find(path: string, line: number | undefined, message: Words, next: Words): Report {
  return report('warning', path, line, message, next)
}

function overBudget(tokens: number): Words {
  return {
    en: `About ${tokens} tokens. A session's opening has room for ${LIMITS.openingTokens}, so parts will be left out.`,
    zh: `约 ${tokens} token；会话开场最多容纳 ${LIMITS.openingTokens}，超出部分会被略去。`,
  }
}

function tooMany(section: string, count: number, limit: number): Words {
  return {
    en: `${section} has ${count} entries; the limit is ${limit}.`,
    zh: `${section} 有 ${count} 条，上限为 ${limit} 条。`,
  }
}

function inFocus(due: Words): Words {
  return { en: `Current Focus: ${due.en}`, zh: `Current Focus：${due.zh}` }
}

function large(lines: number): Words {
  return {
    en: `${lines} lines. Agents get files over ${LIMITS.largeFileLines} lines in parts.`,
    zh: `共 ${lines} 行；超过 ${LIMITS.largeFileLines} 行的文件只会分段提供给 Agent。`,
  }
}

const SHORTEN: Words = {
  en: 'Keep the conclusions here and move the rest to details/, with a link.',
  zh: '此处只留结论，其余移到 details/ 并留下链接。',
}
const KEEP_NEWEST: Words = {
  en: 'Remove the oldest rows. details/patterns.md keeps every decision.',
  zh: '请移除最旧的行；details/patterns.md 保留全部决策。',
}
const KEEP_MOST_USED: Words = {
  en: 'Keep the answers used most and move the others to details/.',
  zh: '只保留最常用的答案，其余移到 details/。',
}
const ARCHIVE: Words = {
  en: 'Run memory-bank refresh, which offers to archive done items. Shorten the rest by hand.',
  zh: '请运行 memory-bank refresh，它会提议归档已完成的条目；其余请手动精简。',
}
const SPLIT: Words = {
  en: 'Split it by topic, or add headings that show what is where.',
  zh: '请按主题拆分，或用标题标明各部分内容。',
}
const COUNTED_SECTIONS = [
  { heading: SECTION.highlights, name: 'Decision Highlights', limit: LIMITS.decisionHighlights, next: KEEP_NEWEST },
  { heading: SECTION.quickAnswers, name: 'Top Quick Answers', limit: LIMITS.quickAnswers, next: KEEP_MOST_USED },
]
