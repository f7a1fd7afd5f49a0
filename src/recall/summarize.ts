/** What the entry says that bears on a question: the project's goal, the focus, the stack, decisions that bind. */

import { MEMORY, SECTION } from '../core/layout.ts'
import type { ContextSummary, SummaryLine } from '../core/pack.ts'
import { withoutListMark } from '../text/line-syntax.ts'
import { type Line, scanLines } from '../text/lines.ts'
import { listSections, type Section } from '../text/sections.ts'
import { endsSuperseded } from '../text/superseded.ts'
import { cellsOfLine, isDelimiterRow } from '../text/table.ts'
import { isNothingYet } from '../text/templates.ts'
import { coverageIn, type Point } from './coverage.ts'

const LONGEST = 160

export const NO_SUMMARY: ContextSummary = { goal: [], focus: [], stack: [], conventions: [] }

/** `waiting`: what is in focus by the inbox, newest first. */
export function summarize(
  memory: string | undefined,
  points: readonly Point[],
  waiting: readonly SummaryLine[] = [],
): ContextSummary {
  if (memory === undefined) return NO_SUMMARY
  const under = linesOf(memory)
  const snapshot = under(SECTION.snapshot)
  const stack = snapshot.filter((line) => STACK.test(line.text)).map(unlabelled)
  const rest = snapshot.filter((line) => !STACK.test(line.text))
  // What a project is for says more than what it is called.
  const about = rest.find((line) => ABOUT.test(line.text)) ?? rest[0]
  const focus = under(SECTION.focus).filter(({ text }) => !isNothingYet(text) && !endsSuperseded(text))
  const highlights = under(SECTION.highlights).filter(({ text }) => !text.split(' · ').some(endsSuperseded))
  return {
    goal: about === undefined ? [] : [unlabelled(about)],
    focus: relevantFirst([...waiting, ...focus], points).slice(0, 1),
    stack: stack.slice(0, 1),
    conventions: relevant(highlights, points).slice(0, 2),
  }
}

/** By the label alone: a name or a description may hold such a word too. */
const STACK =
  /^\**(?:tech(?:nology)? )?(?:stack|languages?|frameworks?|runtime|built with|技术栈|语言|框架)\**\s*[:：]/i

const ABOUT = /^\*\*(?:About|Goal|Purpose|简介|目标)\*\*/i

/** The pack names the line by its own word. */
function unlabelled(line: SummaryLine): SummaryLine {
  return { ...line, text: line.text.replace(/^\*\*[^*]+\*\*\s*[:：]\s*(?=\S)/, '') }
}

/** Items and table rows of a section, by its heading, without their marks. */
function linesOf(memory: string): (heading: string) => readonly SummaryLine[] {
  const sections = listSections(memory)
  const lines = scanLines(memory)
  return (heading) => {
    const section = sections.find((candidate) => candidate.heading === heading)
    return section === undefined ? [] : linesUnder(section, lines)
  }
}

function linesUnder(section: Section, lines: readonly Line[]): readonly SummaryLine[] {
  const found: SummaryLine[] = []
  let headed = false
  for (const [index, line] of lines.entries()) {
    if (line.start < section.bodyStart || line.start >= section.end || line.fenced) continue
    const row = /^\s*\|.*\|\s*$/.test(line.text) ? cellsOfLine(line.text) : undefined
    if (row !== undefined) {
      // The first row of a table names its columns, the second underlines them.
      const isData = headed && !isDelimiterRow(row)
      headed = true
      if (!isData) continue
    } else headed = false
    const text = (row?.join(' · ') ?? withoutListMark(line.text.replace(/^\s*>\s+/, ''))).trim()
    if (text === '' || text.startsWith('<!--') || text.startsWith('#')) continue
    found.push({ text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, path: MEMORY, line: index + 1 })
  }
  return found
}

function relevant(lines: readonly SummaryLine[], points: readonly Point[]): readonly SummaryLine[] {
  return ranked(lines, points)
    .filter(({ share }) => share > 0.15)
    .map(({ line }) => line)
}

function relevantFirst(lines: readonly SummaryLine[], points: readonly Point[]): readonly SummaryLine[] {
  return ranked(lines, points).map(({ line }) => line)
}

function ranked(lines: readonly SummaryLine[], points: readonly Point[]) {
  const coverage = coverageIn(points)
  return lines
    .map((line, order) => ({ line, order, share: coverage(line.text) }))
    .sort((a, b) => b.share - a.share || a.order - b.order)
}
