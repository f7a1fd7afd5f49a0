/**
 * A context pack as Markdown: readable in a terminal, good to paste, every excerpt with where it stands.
 *
 * Excerpts are fenced by more backticks than they hold, so bank text cannot end its own quotation.
 */

import type { Language, Words } from '../core/language.ts'
import type { ContextPack, Evidence, OpenQuestion, WhyChosen } from '../core/pack.ts'

export function packText(pack: ContextPack): string {
  const say = (words: Words) => words[pack.language]
  const parts = [
    `# ${say({ en: 'Recall: ', zh: '检索：' })}${oneLine(pack.question)}`,
    section(say(HEADINGS.summary), summaryLines(pack)),
    section(say(HEADINGS.evidence), evidenceParts(pack), '\n\n'),
    pack.samples.length === 0 ? '' : section(say(HEADINGS.samples), pack.samples.map(sample), '\n\n'),
    section(
      say(HEADINGS.conflicts),
      pack.conflicts.map((one) => `- ${one.path}:${one.line} ${one.claim} ≠ ${one.found}`),
    ),
    section(
      say(HEADINGS.open),
      pack.openQuestions.map((open) => openLine(open, pack)),
    ),
    section(say(HEADINGS.leftOut), leftOutLines(pack)),
    section(say(HEADINGS.unread), unreadLines(pack)),
    say({
      en: `_${pack.budget.files} file${pack.budget.files === 1 ? '' : 's'}, ${pack.budget.lines} lines, about ${pack.budget.tokens} tokens (at most ${pack.budget.maxFiles}, ${pack.budget.maxLines}, ${pack.budget.maxTokens})_`,
      zh: `_${pack.budget.files} 个文件，${pack.budget.lines} 行，约 ${pack.budget.tokens} tokens（上限 ${pack.budget.maxFiles}、${pack.budget.maxLines}、${pack.budget.maxTokens}）_`,
    }),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
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
  return labelled.flatMap(([label, lines]) =>
    lines.map((line) => `- **${label[pack.language]}**${colon}${line.text} (${line.path}:${line.line})`),
  )
}

function evidenceParts(pack: ContextPack): readonly string[] {
  if (pack.evidence.length > 0) {
    const lead = pack.covered === 'no' ? [NEAREST[pack.language]] : []
    return [...lead, ...pack.evidence.map((one, index) => evidence(one, index + 1, pack.language))]
  }
  return [NOTHING[pack.language]]
}

const NOTHING: Words = { en: 'Nothing in the bank answers this.', zh: 'Memory Bank 中没有能回答它的内容。' }
const NEAREST: Words = {
  en: 'The bank does not seem to cover this. Nearest to it:',
  zh: 'Memory Bank 似乎没有涉及这个问题。最接近的是：',
}

function evidence(one: Evidence, number: number, language: Language): string {
  const fence = '`'.repeat(Math.max(3, longestRun(one.excerpt) + 1))
  const day = one.mtime > 0 ? ` · ${new Date(one.mtime).toISOString().slice(0, 10)}` : ''
  return [
    `### ${number}. ${one.path}:${one.startLine}-${one.endLine}`,
    '',
    `${one.headings.map(oneLine).join(' › ')}${one.headings.length > 0 ? ' · ' : ''}${one.why.map((why) => whyWords(why)[language]).join(language === 'zh' ? '；' : '; ')}${day} · ${one.hash.slice(0, 12)}`,
    '',
    `${fence}markdown`,
    one.excerpt,
    fence,
  ].join('\n')
}

function whyWords(why: WhyChosen): Words {
  switch (why.kind) {
    case 'matches':
      return { en: `matches ${why.terms.join(', ')}`, zh: `匹配 ${why.terms.join('、')}` }
    case 'routed':
      return { en: `routed by "${oneLine(why.intent)}"`, zh: `路由规则「${oneLine(why.intent)}」` }
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
  return `${one.path}:${one.startLine}-${one.endLine}\n\n${fence}\n${one.excerpt}\n${fence}`
}

function openLine(open: OpenQuestion, pack: ContextPack): string {
  const what = open.about.length > 0 ? open.about.join(pack.language === 'zh' ? '、' : ', ') : oneLine(pack.question)
  const where = open.lookIn.join(', ')
  if (pack.language === 'zh') return `- 未涉及：${what}${where === '' ? '' : `；可看 ${where}`}`
  return `- Not covered: ${what}${where === '' ? '' : `; look in ${where}`}`
}

function leftOutLines(pack: ContextPack): readonly string[] {
  const over = {
    files: { en: 'more files than a turn loads', zh: '超出文件数' },
    lines: { en: 'over the line budget', zh: '超出行数' },
    tokens: { en: 'over the token budget', zh: '超出 token 数' },
  } as const satisfies Record<string, Words>
  return pack.leftOut.map(
    (left) =>
      `- ${left.path}:${left.startLine}-${left.endLine} ${oneLine(left.heading)} (${over[left.over][pack.language]})`,
  )
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
