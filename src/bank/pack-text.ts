/**
 * A context pack as Markdown, for a terminal or to paste, every entry with its place.
 *
 * Each line of an entry is a quotation, so bank text cannot end its own quotation or open a section of the pack.
 */

import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import type { ContextPack, PackEntry, PackPointer, PackSource } from './pack.ts'
import { originWords } from './provenance.ts'

export function packText(pack: ContextPack): string {
  const { language } = pack
  const parts = [
    `# ${LABELS.recall[language]}${clipped(oneLine(pack.question))}`,
    section(
      LABELS.conflicts[language],
      pack.conflicts.map((one) => `- ${BANK_FOLDER}/${one.path}:${one.line} ${one.claim} ≠ ${one.found}`),
    ),
    section(LABELS.entries[language], entryParts(pack), '\n\n'),
    section(LABELS.more[language], pack.more.map(pointerLine)),
    section(LABELS.summary[language], summaryLines(pack)),
    section(LABELS.unread[language], unreadLines(pack)),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const LABELS = {
  recall: { en: 'Recall: ', zh: '检索：' },
  conflicts: { en: 'Conflicts', zh: '冲突' },
  entries: { en: 'Entries', zh: '条目' },
  more: { en: 'More', zh: '更多' },
  summary: { en: 'Summary', zh: '概况' },
  unread: { en: 'Not searched', zh: '未检索' },
} as const satisfies Record<string, Words>

const SUMMARY_LABELS = {
  goal: { en: 'Goal', zh: '目标' },
  focus: { en: 'Focus', zh: '当前重点' },
  stack: { en: 'Stack', zh: '技术栈' },
} as const satisfies Record<string, Words>

/** The maximum length in characters. The caller already knows the question. */
const QUESTION = 60
const POINTER = 40

function clipped(words: string, longest = QUESTION): string {
  return words.length <= longest ? words : `${words.slice(0, longest)}…`
}

/** The place relative to the repository's root, so that it can be opened and cited. */
export function placeOf(one: PackSource & { readonly startLine: number; readonly endLine: number }): string {
  const lines = one.startLine === one.endLine ? one.startLine : `${one.startLine}-${one.endLine}`
  return `${pathOf(one)}:${lines}`
}

function pathOf({ source, path }: PackSource): string {
  return source === 'bank' ? `${BANK_FOLDER}/${path}` : path
}

function section(heading: string, lines: readonly string[], between = '\n'): string {
  return lines.length === 0 ? '' : `## ${heading}\n\n${lines.join(between)}`
}

function entryParts({ entries, lookIn, language }: ContextPack): readonly string[] {
  if (entries.length > 0) return entries.map((one, at) => entryPart(one, at + 1, language))
  const places = lookIn.join(language === 'zh' ? '、' : ', ')
  return [{ en: `Nothing matches. Look in ${places}.`, zh: `没有匹配的条目。可查看 ${places}。` }[language]]
}

function entryPart(one: PackEntry, number: number, language: Language): string {
  const origin = one.provenance === undefined ? '' : originWords(one.provenance)[language]
  const about = [placeOf(one), one.date ?? '', origin].filter((words) => words !== '')
  const lines = one.text.split('\n').flatMap((line) => (line === '' ? [] : [`> ${line}`]))
  return [`### ${number}. ${titleOf(one)}`, about.join(' · '), ...lines].join('\n')
}

/** A section is shown with the headings above it. */
function titleOf({ headings, title }: PackEntry): string {
  const around = headings.filter((heading) => oneLine(heading) !== title)
  return oneLine([...around, title].filter((words) => words !== '').join(' › '))
}

function pointerLine(one: PackPointer): string {
  // A whole file needs no line.
  const place = one.startLine === 1 ? pathOf(one) : `${pathOf(one)}:${one.startLine}`
  return `- ${[clipped(oneLine(one.title), POINTER), place, one.date ?? ''].filter((words) => words !== '').join(' · ')}`
}

function summaryLines({ summary, language }: ContextPack): readonly string[] {
  if (summary === undefined) return []
  const colon = language === 'zh' ? '：' : ': '
  return (['goal', 'focus', 'stack'] as const).flatMap((name) =>
    summary[name].map(({ text }) => `- **${SUMMARY_LABELS[name][language]}**${colon}${text}`),
  )
}

/** Readers ignore longer lists; `check` has the full list. */
const MOST_UNREAD = 10

function unreadLines({ unread = [], language }: ContextPack): readonly string[] {
  const shown = unread.slice(0, MOST_UNREAD).map(({ path, cause }) => `- ${oneLine(path)}: ${cause}`)
  const more = unread.length - shown.length
  if (more === 0) return shown
  const rest = { en: `- ${more} more: run memory-bank check`, zh: `- 另有 ${more} 个，运行 memory-bank check 查看` }
  return [...shown, rest[language]]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
