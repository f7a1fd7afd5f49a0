/**
 * Whether a text speaks to the model rather than about the project: who it is to be, how it answers, how its session
 * goes. Such a text stays where it is; the tool that reads it goes on reading it there (S60).
 */

import { wordTable } from '../base/word-table.ts'

export function speaksToModel(lines: readonly string[], linesPerWord = LINES_PER_WORD): boolean {
  if (/^\s*#/.test(lines[0] ?? '') && ROLES.holds(lines[0] ?? '')) return true
  const said = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  const spoken = said.filter((line) => TO_THE_MODEL.holds(line)).length
  return spoken > 0 && spoken * linesPerWord >= said.length
}

/** A prompt that drives a bank of files, in any tool's words; a rule that names the bank once is none. */
export function drivesBank(text: string): boolean {
  return BANK_FILES.test(text) && BANK_PROMPT.phrasesIn(text).length > 1
}

const BANK_FILES = /\b(?:project-?_?brief|active-?_?context|product-?_?context|memory-bank\/)/i
const BANK_PROMPT =
  wordTable(`my memory resets | memory reset(s) | memory bank files | read all memory bank | update memory bank
  | memory bank status | memory bank: active | memory bank structure | rely entirely on my memory bank | 记忆库 | メモリバンク`)

/** Headings under which a model is told who it is. */
const ROLES =
  wordTable(`identity | persona | expert panel | trigger phrase(s) | behavior(s) | behaviour(s) | tone | personality | memory tools
  | persistent memory | response format | output format | communication style | 身份 | 人设 | 语气 | 触发词 | 人格 | личность`)

/** One such line speaks for so many others around it; in a rule, whose words are often to whoever reads it, for fewer. */
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
