/** What is loaded into a session stays small: the entry, its lists, progress, and single files (S5, S8, S20, S25). */

import { countLines } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { isArchiveHeading } from '../../bank/sections.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { ARCHIVE_FOLDER, isIndexPath, MEMORY, PROGRESS, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { estimateTokens } from '../../base/tokens.ts'
import { type Markdown, readMarkdown } from '../markdown.ts'
import type { Rule } from '../rule.ts'

export const sizes: Rule = {
  id: 'sizes',
  about: { en: 'What is loaded into a session stays small.', zh: '载入会话的内容保持精简。' },
  check: ({ snapshot }) => findSizes(snapshot),
}

export function findSizes(snapshot: Snapshot): readonly Finding[] {
  return [...memoryFindings(snapshot), ...progressFindings(snapshot), ...largeFiles(snapshot)]
}

function memoryFindings(snapshot: Snapshot): readonly Finding[] {
  const page = snapshot.files.get(MEMORY)
  if (page === undefined) return []
  const { text } = page
  const findings: Finding[] = []
  const tokens = estimateTokens(text)
  if (tokens > LIMITS.openingTokens) findings.push(find(MEMORY, undefined, overBudget(tokens), SHORTEN))

  const markdown = readMarkdown(text)
  for (const { heading, name, limit, next } of COUNTED_SECTIONS) {
    const section = sectionOf(markdown, heading, page)
    const count = section === undefined ? 0 : countEntries(markdown, section)
    if (section !== undefined && count > limit)
      findings.push(find(MEMORY, section.heading, tooMany(name, count, limit), next))
  }
  const focus = sectionOf(markdown, SECTION.focus, page)
  if (focus !== undefined) {
    const due = archiveDue(focus.lastText - focus.heading, countDone(markdown, focus, page.lineBlocks))
    if (due !== undefined) findings.push(find(MEMORY, focus.heading, inFocus(due), ARCHIVE))
  }
  return findings
}

function progressFindings(snapshot: Snapshot): readonly Finding[] {
  const page = snapshot.files.get(PROGRESS)
  if (page === undefined) return []
  const lines = countLines(page.text)
  const due = archiveDue(lines, countDone(readMarkdown(page.text), { heading: 0, end: lines + 1 }, page.lineBlocks))
  return due === undefined ? [] : [find(PROGRESS, undefined, due, ARCHIVE)]
}

function largeFiles(snapshot: Snapshot): readonly Finding[] {
  return [...snapshot.files.values()].flatMap(({ path, text }) => {
    // An archive grows, an index is generated, and progress has its own limit: nobody is to split those.
    const exempt = path.startsWith(`${ARCHIVE_FOLDER}/`) || isIndexPath(path) || path === PROGRESS
    if (exempt || !path.startsWith('details/')) return []
    const lines = countLines(text)
    return lines > LIMITS.largeFileLines ? [find(path, undefined, large(lines), SPLIT)] : []
  })
}

/** Lines from the heading's to the one before `end`. */
interface Span {
  readonly heading: number
  readonly end: number
}

interface SectionSpan extends Span {
  /** The last line that says something. */
  readonly lastText: number
}

function sectionOf(markdown: Markdown, heading: string, { lines }: Page): SectionSpan | undefined {
  const headings = markdown.headings.filter((one) => !one.nested)
  const at = headings.findIndex((one) => `${'#'.repeat(one.level)} ${one.text}` === heading)
  const found = headings[at]
  if (found === undefined) return undefined
  const next = headings.slice(at + 1).find((one) => one.level <= found.level)
  const end = next?.line ?? lines.length + 1
  let lastText = end - 1
  while (lastText > found.line && isBare(lines[lastText - 1]?.text ?? '')) lastText -= 1
  return { heading: found.line, end, lastText }
}

/** Blank, or one of our markers. */
function isBare(line: string): boolean {
  return line.trim() === '' || line.startsWith('<!-- MACHINE_BLOCK_') || line.startsWith('<!-- USER_BLOCK_')
}

/** Entries as people write them: a heading each, or a row, or a list item. The rest is their text. */
function countEntries(page: Markdown, span: Span): number {
  const headings = page.headings.filter(({ line }) => isIn(line, span)).length
  if (headings > 0) return headings
  const rows = page.rows.filter((line) => isIn(line, span)).length
  if (rows > 0) return rows
  return page.items.filter((item) => isIn(item.line, span) && item.depth === 0 && !ANSWER.test(item.text)).length
}

/** The second half of a question and its answer. */
const ANSWER = /^[*_]{0,3}(?:A|Answer|答|答案)\d{0,2}[*_]{0,3}\s?[:：.、]/i

/**
 * Ticked items, and all items of a section that says they are done. An item counts with what stands in
 * it: as many as are ticked, and at least once if it is done itself. The user block does not count.
 */
function countDone(page: Markdown, span: Span, blocks: Blocks): number {
  const isInDone = doneSections(page)
  let [count, ticked, isDone] = [0, 0, false]
  const settle = () => {
    count += Math.max(ticked, isDone ? 1 : 0)
    ticked = 0
    isDone = false
  }
  for (const item of page.items) {
    const isBelowDone = isInDone(item.line)
    if (!isIn(item.line, span) || blocks?.[item.line - 1] === 'user') continue
    const isTicked = /^\[[xX]\](?:\s|$)/.test(item.text)
    if (item.depth === 0) {
      settle()
      isDone = isTicked || (isBelowDone && item.text !== '' && !/^\[ \](?:\s|$)/.test(item.text))
    }
    if (isTicked) ticked += 1
  }
  settle()
  return count
}

/** Whether a line stands in a section that says its items are done; to be asked from the first line to the last. */
function doneSections({ headings }: Markdown): (line: number) => boolean {
  let next = 0
  let level: number | undefined
  return (line) => {
    for (let heading = headings[next]; heading !== undefined && heading.line < line; heading = headings[next]) {
      if (level === undefined || heading.level <= level) {
        level = isArchiveHeading(heading.text) ? heading.level : undefined
      }
      next += 1
    }
    return level !== undefined
  }
}

type Blocks = Page['lineBlocks']

function isIn(line: number, span: Span): boolean {
  return line > span.heading && line < span.end
}

function archiveDue(lines: number, done: number): Words | undefined {
  if (done > LIMITS.archiveDoneItems) {
    return {
      en: `${done} done items; above ${LIMITS.archiveDoneItems} they are due for the archive.`,
      zh: `已完成 ${done} 条；超过 ${LIMITS.archiveDoneItems} 条就应归档。`,
    }
  }
  if (lines <= LIMITS.archiveLines) return undefined
  return {
    en: `${lines} lines; above ${LIMITS.archiveLines} what is done is due for the archive.`,
    zh: `共 ${lines} 行；超过 ${LIMITS.archiveLines} 行就应将已完成的内容归档。`,
  }
}

function find(path: string, line: number | undefined, message: Words, next: Words): Finding {
  return { rule: 'sizes', level: 'warning', path, line, message, next }
}

function overBudget(tokens: number): Words {
  return {
    en: `About ${tokens} tokens; a session's opening has room for ${LIMITS.openingTokens}, so parts will be left out.`,
    zh: `约 ${tokens} token；会话开场只容得下 ${LIMITS.openingTokens}，部分内容会被略去。`,
  }
}

function tooMany(section: string, count: number, limit: number): Words {
  return {
    en: `${section} has ${count} entries; at most ${limit}.`,
    zh: `${section} 有 ${count} 条；最多 ${limit} 条。`,
  }
}

function inFocus(due: Words): Words {
  return { en: `Current Focus: ${due.en}`, zh: `Current Focus：${due.zh}` }
}

function large(lines: number): Words {
  return {
    en: `${lines} lines; above ${LIMITS.largeFileLines} an agent is given parts of it instead of the file.`,
    zh: `共 ${lines} 行；超过 ${LIMITS.largeFileLines} 行时，agent 只会得到其中一部分。`,
  }
}

const SHORTEN: Words = {
  en: 'Keep the conclusions here and move the rest to details/, with a pointer.',
  zh: '此处只留结论，其余移到 details/ 并留下指针。',
}
const KEEP_NEWEST: Words = {
  en: 'Remove the oldest rows here; details/patterns.md keeps every decision.',
  zh: '请移除最旧的行；details/patterns.md 保留全部决策。',
}
const KEEP_MOST_ASKED: Words = {
  en: 'Keep the answers asked for most; move the others to details/.',
  zh: '只保留最常用的答案，其余移到 details/。',
}
const ARCHIVE: Words = {
  en: 'Run memory-bank refresh, which proposes what to archive; shorten the rest by hand.',
  zh: '请运行 memory-bank refresh，它会提出归档建议；其余请手动精简。',
}
const SPLIT: Words = {
  en: 'Split it by topic, or make sure that its headings say what is where.',
  zh: '请按主题拆分，或用标题标明各部分内容。',
}
const COUNTED_SECTIONS = [
  {
    heading: SECTION.highlights,
    name: 'Decision Highlights',
    limit: LIMITS.decisionHighlights,
    next: KEEP_NEWEST,
  },
  { heading: SECTION.quickAnswers, name: 'Top Quick Answers', limit: LIMITS.quickAnswers, next: KEEP_MOST_ASKED },
]
