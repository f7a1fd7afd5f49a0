/**
 * Recognises text that is not memory: prompts to the model, and templates that nobody filled in (S60). It stays in its
 * file, where its tool keeps reading it.
 */

import { headingIn } from '../bank/lines.ts'
import { wordTable } from '../base/word-table.ts'
import type { Skip, SourceFile } from './source.ts'

export function speaksToModel(lines: readonly string[], linesPerWord = LINES_PER_WORD): boolean {
  if (/^\s*#/.test(lines[0] ?? '') && ROLES.holds(lines[0] ?? '')) return true
  const said = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  const spoken = said.filter((line) => TO_THE_MODEL.holds(line)).length
  return spoken > 0 && spoken * linesPerWord >= said.length
}

/**
 * True for a prompt that drives a bank of files, in any tool's words. A rule that names the bank once is not a prompt.
 */
export function drivesBank(text: string): boolean {
  return BANK_FILES.test(text) && BANK_PROMPT.phrasesIn(text).length > 1
}

const BANK_FILES = /\b(?:project-?_?brief|active-?_?context|product-?_?context|memory-bank\/)/i
const BANK_PROMPT =
  wordTable(`my memory resets | memory reset(s) | memory bank files | read all memory bank | update memory bank
  | memory bank status | memory bank: active | memory bank structure | rely entirely on my memory bank | 记忆库 | メモリバンク`)

/** Headings that tell a model who it is. */
const ROLES =
  wordTable(`identity | persona | expert panel | trigger phrase(s) | behavior(s) | behaviour(s) | tone | personality | memory tools
  | persistent memory | response format | output format | communication style | 身份 | 人设 | 语气 | 触发词 | 人格 | личность`)

/**
 * One line that speaks to the model outweighs this many other lines. Any rule speaks to its reader, so in rules it
 * outweighs fewer.
 */
const LINES_PER_WORD = 4
export const LINES_PER_WORD_OF_RULE = 2

const TO_THE_MODEL =
  wordTable(`you are a(n) | you are an expert | you are the | act as | your role | your task | your job | your response(s)
  | your answer(s) | as an ai | ai coding assistant | respond in | reply in | answer in | always respond | always reply
  | this file provides guidance | provides guidance to claude | guidance to claude code | guidance to ai | when you start a session
  | at the start of every session | at session start | before you respond | ask me | ask the user | tell the user
  | give me | if i say | if i ever say | i am cursor | i am cline | i am roo | i am kilo | i am claude
  | claude should | claude must | use the tool | use mcp | when the user asks | the user's request | invoke the skill
  | do not apologize | don't apologize | no apologies | be concise | think step by step | your context window
  | 你是 | 你的角色 | 你的任务 | 请用中文 | 用中文回答 | 用中文回复 | 始终使用中文 | 回复时 | 回答时 | 会话开始 | 询问用户 | 告诉用户
  | あなたは | 日本語で回答 | 日本語で応答 | 回答してください | ты — | отвечай | ответы на русском`)

export function whyNoMemory({ lines, text }: Pick<SourceFile, 'lines' | 'text'>): Skip | undefined {
  if (text.trim() === '') return 'placeholder-file'
  if (isPrompt(text)) return 'prompt'
  return isTemplate(lines) ? 'template' : undefined
}

/** True if the lines are only headings, comments, fixed remarks and placeholders. */
export function isTemplate(lines: readonly string[]): boolean {
  const said = withoutComments(lines).filter((line) => line.trim() !== '' && headingIn(line) === undefined)
  const own = said.filter((line) => !isTemplateRemark(line))
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

/** A remark that templates contain: a rule, a line in italics, RooFlow's first sentence. */
function isTemplateRemark(line: string): boolean {
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

/** True if the text has two phrases of prompts that drive such banks. */
function isPrompt(text: string): boolean {
  return new Set(PROMPT.phrasesIn(text)).size > 1
}

const PROMPT =
  wordTable(`i am cline | my memory resets completely | must read all memory bank files | memory bank structure
  | i am an expert software engineer | my memory resets between sessions | update memory bank | initialize memory bank
  | memory bank initialized | you must read | plan mode | act mode | custom instructions | when to update memory bank`)
