/** Changes of the bank for a person: the lines that were added and removed, and their sections (S44). */

import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, isIndexPath } from '../base/layout.ts'
import { pageOf } from './page.ts'
import { headingLevel } from './sections.ts'

/** A line of content; `section` is the nearest heading of level 2 or deeper. */
interface ContentLine {
  readonly text: string
  readonly section: string
}

/** The sections with added or removed lines. */
export function changedSections(change: Change): readonly string[] {
  if (change.kind !== 'edit') return []
  const { came, went } = linesOf(change.was, change.text)
  return [...new Set([...came, ...went].map(({ section }) => section))].filter((section) => section !== '')
}

/** Whether the change adds rows for new documents to an index. */
export function addsToIndex(change: Change, created: readonly BankPath[]): boolean {
  if ((change.kind !== 'edit' && change.kind !== 'create') || !isIndexPath(change.path)) return false
  const was = change.kind === 'edit' ? change.was : ''
  return created.some((path) => !was.includes(path) && change.text.includes(path))
}

/** The lines of a diff, file by file. Indexes follow from the rest, so only the summary names them. */
export function previewLines(changes: readonly Change[], language: Language): readonly string[] {
  const lines = changes.flatMap(previewOf)
  const more = lines.length - MOST_LINES
  return more <= 0 ? lines : [...lines.slice(0, MOST_LINES), `… ${MORE[language](more)}`]
}

const MOST_LINES = 24
const MOST_OF_ONE = 12
const LONGEST_LINE = 200

function previewOf(change: Change): readonly string[] {
  if ((change.kind !== 'edit' && change.kind !== 'create') || isIndexPath(change.path)) return []
  const { came, went } = linesOf(change.kind === 'edit' ? change.was : '', change.text)
  const lines = [...went.map(({ text }) => `- ${shortened(text)}`), ...came.map(({ text }) => `+ ${shortened(text)}`)]
  const more = lines.length - MOST_OF_ONE
  return [`${BANK_FOLDER}/${change.path}`, ...lines.slice(0, MOST_OF_ONE), ...(more > 0 ? [`… +${more}`] : [])]
}

function linesOf(
  was: string,
  now: string,
): { readonly came: readonly ContentLine[]; readonly went: readonly ContentLine[] } {
  const [before, after] = [contentOf(was), contentOf(now)]
  return { came: without(after, before), went: without(before, after) }
}

/** The lines that are missing from `others`. Repeated lines are counted. */
function without(lines: readonly ContentLine[], others: readonly ContentLine[]): readonly ContentLine[] {
  const left = new Map<string, number>()
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1)
  return lines.filter(({ text }) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

/** Drops blank lines, comments and delimiter rows of tables. */
function contentOf(text: string): readonly ContentLine[] {
  let section = ''
  return pageOf(text).lines.flatMap((line) => {
    const level = line.fenced ? undefined : headingLevel(line.text)
    if (level !== undefined) section = level === 1 ? '' : withoutHashes(line.text)
    return NO_CONTENT.test(line.text) ? [] : [{ text: line.text.trimEnd(), section }]
  })
}

function withoutHashes(heading: string): string {
  const text = heading.replace(/^\s*#+/, '').trim()
  return text.replace(/(?<!#)#+$/, '').trimEnd()
}

const NO_CONTENT = /^\s*$|^\s*<!--.*-->\s*$|^[\s|:-]+$/

function shortened(text: string): string {
  const letters = Array.from(text)
  return letters.length <= LONGEST_LINE ? text : `${letters.slice(0, LONGEST_LINE).join('')}…`
}

const MORE: Readonly<Record<Language, (count: number) => string>> = {
  en: (count) => `+${count} lines: \`memory-bank history\``,
  zh: (count) => `另有 ${count} 行：\`memory-bank history\``,
}
