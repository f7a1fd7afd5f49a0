/**
 * A context pack as Markdown: readable in a terminal, good to paste, every excerpt with where it stands.
 *
 * Excerpts are fenced by more backticks than they hold, so bank text cannot end its own quotation.
 */

import type { Language, Words } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import type { ContextPack, Evidence, OpenQuestion, PackSource, WhyChosen } from '../core/pack.ts'
import { originWords } from './provenance-comment.ts'

export function packText(pack: ContextPack): string {
  const say = (words: Words) => words[pack.language]
  const parts = [
    `# ${say({ en: 'Recall: ', zh: '检索：' })}${clipped(oneLine(pack.question))}`,
    section(
      say(HEADINGS.conflicts),
      pack.conflicts.map((one) => `- ${bankPlace(one.path)}:${one.line} ${one.claim} ≠ ${one.found}`),
    ),
    section(say(HEADINGS.evidence), evidenceParts(pack), '\n\n'),
    section(say(HEADINGS.samples), pack.samples.map(sample), '\n\n'),
    section(say(HEADINGS.summary), summaryLines(pack)),
    section(
      say(HEADINGS.open),
      pack.openQuestions.map((open) => openLine(open, pack)),
    ),
    section(say(HEADINGS.leftOut), leftOutLines(pack)),
    section(say(HEADINGS.unread), unreadLines(pack)),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** The asker knows the question, and the reader the rules; neither is said again at length. */
const LONGEST = 60

function clipped(words: string): string {
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST)}…`
}

type PlacedLines = PackSource & { readonly startLine: number; readonly endLine: number }

/** As the repository knows it, so that it can be opened and cited as it stands. */
function bankPlace(path: string): string {
  return `${BANK_FOLDER}/${path}`
}

export function placeOf({ source, path, startLine, endLine }: PlacedLines): string {
  const lines = startLine === endLine ? startLine : `${startLine}-${endLine}`
  return `${source === 'bank' ? bankPlace(path) : path}:${lines}`
}

const HEADINGS = {
  summary: { en: 'Context Summary', zh: '背景（Context Summary）' },
  evidence: { en: 'Evidence', zh: '证据（Evidence）' },
  samples: { en: 'Source Samples', zh: '源码片段（Source Samples）' },
  conflicts: { en: 'Conflicts', zh: '冲突（Conflicts）' },
  open: { en: 'Open Questions', zh: '未决问题（Open Questions）' },
  leftOut: { en: 'Left Out', zh: '相关但未加载（Left Out）' },
  unread: { en: 'Not Read', zh: '未读取（Not Read）' },
} as const satisfies Record<string, Words>

const SUMMARY_LABELS = {
  goal: { en: 'Goal', zh: '目标' },
  focus: { en: 'Focus', zh: '当前重点' },
  stack: { en: 'Stack', zh: '技术栈' },
  conventions: { en: 'Conventions', zh: '约定' },
} as const satisfies Record<string, Words>

function section(heading: string, lines: readonly string[], between = '\n'): string {
  return lines.length === 0 ? '' : `## ${heading}\n\n${lines.join(between)}`
}

function summaryLines(pack: ContextPack): readonly string[] {
  const { goal, focus, stack, conventions } = pack.summary
  const labelled = [
    [SUMMARY_LABELS.goal, goal],
    [SUMMARY_LABELS.focus, focus],
    [SUMMARY_LABELS.stack, stack],
    [SUMMARY_LABELS.conventions, conventions],
  ] as const
  const colon = pack.language === 'zh' ? '：' : ': '
  return labelled.flatMap(([label, lines]) => lines.map((line) => `- **${label[pack.language]}**${colon}${line.text}`))
}

function evidenceParts(pack: ContextPack): readonly string[] {
  if (pack.evidence.length === 0) return [NOTHING[pack.language]]
  const lead = pack.covered === 'yes' ? [] : [LEADS[pack.covered][pack.language]]
  return [...lead, ...pack.evidence.map((one, index) => evidence(one, index + 1, pack.language))]
}

const NOTHING: Words = { en: 'Nothing in the bank answers this.', zh: 'Memory Bank 中没有能回答它的内容。' }
const LEADS = {
  weakly: {
    en: 'The bank touches this; it may not answer all of it.',
    zh: 'Memory Bank 涉及这个问题，但未必完整回答。',
  },
  no: {
    en: 'The bank probably does not answer this. What comes nearest:',
    zh: 'Memory Bank 很可能没有回答这个问题。最接近的是：',
  },
} as const satisfies Record<string, Words>

function evidence(one: Evidence, number: number, language: Language): string {
  const fence = '`'.repeat(Math.max(3, longestRun(one.excerpt) + 1))
  const day = one.date === undefined ? '' : ` · ${one.date}`
  const document = one.source === 'bank' ? '' : ` · ${{ en: 'document of the repository', zh: '仓库文档' }[language]}`
  const shown = (heading: string) => one.excerpt.includes(heading)
  const about = [
    one.headings
      .filter((heading) => !shown(heading))
      .map(oneLine)
      .join(' › '),
    (one.columns ?? []).map(oneLine).join(' | '),
    one.why.map((why) => whyWords(why)[language]).join(language === 'zh' ? '；' : '; '),
    one.provenance === undefined ? '' : originWords(one.provenance)[language],
  ]
  return [
    `### ${number}. ${placeOf(one)}${day}${document}`,
    about.filter((words) => words !== '').join(' · '),
    `${fence}markdown`,
    one.excerpt,
    fence,
  ].join('\n')
}

/** As many of the question's words as say why. */
const MOST_TERMS = 5

/** Why a piece of evidence was chosen, in a few words. */
export function whyWords(why: WhyChosen): Words {
  switch (why.kind) {
    case 'matches':
      return {
        en: `matches ${why.terms.slice(0, MOST_TERMS).join(', ')}`,
        zh: `匹配 ${why.terms.slice(0, MOST_TERMS).join('、')}`,
      }
    case 'routed':
      return { en: `found under "${clipped(oneLine(why.intent))}"`, zh: `由「${clipped(oneLine(why.intent))}」指到` }
    case 'linked':
      return { en: `linked from ${why.from}`, zh: `${why.from} 的链接` }
    case 'named':
      return { en: 'named in the question', zh: '问题中点名' }
    case 'binding':
      return { en: 'states a rule', zh: '含约束' }
    case 'beside':
      return { en: `completes "${oneLine(why.heading)}"`, zh: `补全「${oneLine(why.heading)}」` }
  }
}

function sample(one: ContextPack['samples'][number]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(one.excerpt) + 1))
  return `${one.path}:${one.startLine}-${one.endLine}\n${fence}\n${one.excerpt}\n${fence}`
}

function openLine(open: OpenQuestion, pack: ContextPack): string {
  const what =
    open.about.length > 0 ? open.about.join(pack.language === 'zh' ? '、' : ', ') : clipped(oneLine(pack.question))
  const where = open.lookIn.join(', ')
  if (pack.language === 'zh') return `- 未涉及：${what}${where === '' ? '' : `；可看 ${where}`}`
  return `- Not covered: ${what}${where === '' ? '' : `; look in ${where}`}`
}

/** As many as a reader looks at; the value names them all. */
const MOST_LEFT_OUT = 4

function leftOutLines({ leftOut, language }: ContextPack): readonly string[] {
  if (leftOut.length === 0) return []
  const named = leftOut
    .slice(0, MOST_LEFT_OUT)
    .map((one) => (one.over === 'size' ? unsearched(one.path, language) : placeOf(one)))
  const more = leftOut.length - named.length
  const rest = more === 0 ? '' : { en: ` and ${more} more`, zh: ` 等 ${leftOut.length} 处` }[language]
  return [`${NOT_LOADED[language]}${named.join(language === 'zh' ? '、' : ', ')}${rest}`]
}

function unsearched(path: string, language: Language): string {
  const limit = `${LIMITS.routedBytes / 1024} KB`
  return { en: `${path} (over ${limit}, not searched)`, zh: `${path}（超过 ${limit}，未检索）` }[language]
}

/** The sentence that users know (002:188). */
const NOT_LOADED: Words = {
  en: 'Relevant but not loaded (budget): ',
  zh: '以下文件相关但未加载（预算限制）：',
}

/** As many as a reader looks at; `check` names them all. */
const MOST_UNREAD = 10

function unreadLines({ unread = [], language }: ContextPack): readonly string[] {
  const shown = unread.slice(0, MOST_UNREAD).map(({ path, cause }) => `- ${oneLine(path)}: ${cause}`)
  const more = unread.length - shown.length
  if (more === 0) return shown
  return [
    ...shown,
    language === 'zh' ? `- 另有 ${more} 个，运行 \`check\` 查看` : `- and ${more} more; \`check\` names them`,
  ]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function longestRun(text: string): number {
  let longest = 0
  for (const match of text.matchAll(/`+/g)) longest = Math.max(longest, match[0].length)
  return longest
}
