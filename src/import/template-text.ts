/** What in another tool's folder is no memory: a template that nobody filled in, and a prompt to the model (S60). */

import { headingIn } from '../bank/lines.ts'
import { wordTable } from '../base/word-table.ts'
import type { Skip, SourceFile } from './source.ts'

export function whyNoMemory({ lines, text }: Pick<SourceFile, 'lines' | 'text'>): Skip | undefined {
  if (text.trim() === '') return 'placeholder-file'
  if (isPrompt(text)) return 'prompt'
  return isTemplate(lines) ? 'template' : undefined
}

/** Nothing but headings, comments, standing remarks in italics and placeholders. */
export function isTemplate(lines: readonly string[]): boolean {
  const said = withoutComments(lines).filter((line) => line.trim() !== '' && headingIn(line) === undefined)
  const own = said.filter((line) => !isStanding(line))
  return own.every(isPlaceholderLine)
}

function withoutComments(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  let said = ''
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at)
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (end === -1) return (said + text.slice(at)).split('\n')
    said += text.slice(at, start)
    at = end + 3
  }
}

/** A remark that a template brings along: a rule, a whole line in italics, RooFlow's opening. */
function isStanding(line: string): boolean {
  const text = line.trim()
  return (
    /^(?:-{3,}|\*{3,}|_{3,}|={3,})$/.test(text) ||
    /^(?:_[^_].*_|\*[^*].*\*)$/.test(text) ||
    /^This file (?:tracks|provides|records|documents)\b/i.test(text) ||
    /YYYY-MM-DD/.test(text)
  )
}

/** `*`, `- ...`, `- [ ] TBD`, `[Describe the feature]`, `- 機能 A`, `**Name**:`. */
function isPlaceholderLine(line: string): boolean {
  const text = line
    .trim()
    .replace(/^(?:[-*+]|\d+[.)])(?:\s+|$)/, '')
    .replace(/^\[[ xX]\]\s*/, '')
    .replace(/[*_`]/g, '')
    .replace(/^[^:：]{1,40}[:：]\s*(?=\[|<|\{|$|\.\.\.|…)/, '')
    .trim()
  if (text === '' || /^(?:\.{2,}|…+|-+|\?+|x+)$/i.test(text)) return true
  if (/^(?:\[[^\]]*\]|<[^>]*>|\{\{?[^}]*\}?\}|\([^)]*\)|（[^）]*）)[.。]?$/.test(text)) return !/\]\(/.test(text)
  if (
    /^(?:feature|item|task|step|issue|option|機能|項目|功能|任务|タスク|課題|задача|функция)\s*[a-z0-9]?$/i.test(text)
  )
    return true
  return PLACEHOLDERS.opening(text).length === text.length
}

const PLACEHOLDERS = wordTable(
  'tbd | todo | n/a | none | none yet | to be determined | to be defined | to be added | to be filled | coming soon | 待定 | 待补充 | 待填写 | 暂无 | 无 | 未定 | なし | 特になし | 準備中 | не определено | нет',
)

/** Words of the prompts that drive such banks; a file that has two of them speaks to the model. */
function isPrompt(text: string): boolean {
  return new Set(PROMPT.phrasesIn(text)).size > 1
}

const PROMPT =
  wordTable(`i am cline | my memory resets completely | must read all memory bank files | memory bank structure
  | i am an expert software engineer | my memory resets between sessions | update memory bank | initialize memory bank
  | memory bank initialized | you must read | plan mode | act mode | custom instructions | when to update memory bank`)
