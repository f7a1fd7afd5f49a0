/** The server's answers: as text for the model, and as a value for programs. */

import type { CallToolResult } from '@modelcontextprotocol/server'
import { describeState } from '../../bank/bank-state.ts'
import { forModel } from '../../base/for-model.ts'
import type { Language, Words } from '../../base/language.ts'
import { nextForModel } from '../../base/next-for-model.ts'
import { explainToModel, type Problem } from '../../base/problem.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import type { CheckReport } from '../../verbs/check.ts'
import { type BankStatus, nextOf } from '../../verbs/status.ts'
import { PROPOSE_DESCRIPTION, RECALL_DESCRIPTION } from '../memory-tools.ts'

/** For the client's system prompt. It cannot contain MEMORY.md, because it is sent before the roots are known. */
export const INSTRUCTIONS = `This project may keep its memory in memory-bank/ (MEMORY.md is the entry).
- Before answering about the project's background, decisions, conventions or past problems, and before changing code: read memory-bank/MEMORY.md and the 1-3 files its routes name; call memory_recall when more files or proof are needed. Skip for chat and simple follow-ups.
- Before a risky change (several files, auth, CI, manifests, infrastructure) read memory-bank/details/patterns.md.
- Cite file and section. Where memory and code disagree, say so.
- To keep something, call memory_propose; a person decides. Never write memory-bank/ through a shell.`

export const DESCRIPTIONS = {
  recall: RECALL_DESCRIPTION,
  propose: PROPOSE_DESCRIPTION,
  status: 'State and size of the memory bank, and the next step.',
  check: 'What is wrong with the memory bank: markers, links, sizes, indexes.',
} as const

export const PROPOSE_WORDS = {
  wait: {
    en: 'Show the user this proposal exactly as it is. Nothing is written until they accept it on the page or in their own terminal: `memory-bank proposals` lists it as',
    zh: '请把这条提议原样展示给用户。在用户于页面或自己的终端中接受之前，不会写入任何内容：`memory-bank proposals` 会列出',
  },
  unanswered: {
    en: 'The form came back without an answer, so nothing was written. The proposal waits. Tell the user to answer it on the page or in their own terminal: `memory-bank proposals` lists it as',
    zh: '表单未填写即返回，因此没有写入，提议仍在等待。请告诉用户在页面或自己的终端中回答：`memory-bank proposals` 会列出',
  },
  rejected: {
    en: 'The user declined; nothing was written. Do not propose this again.',
    zh: '用户已拒绝，没有写入。请不要再次提议。',
  },
  answered: {
    en: 'This proposal was already answered.\n→ Propose it again if it is still valid.',
    zh: '这条提议已经回答过。\n→ 如果仍然有效，请重新提议。',
  },
} as const satisfies Readonly<Record<string, Words>>

export function problemText(problem: Problem, language: Language): string {
  const { what, next } = explainToModel(problem, language)
  return maskSecrets(`${what}\n→ ${next}`)
}

export function unclearText(names: readonly string[], language: Language): string {
  const list = names.join(', ')
  return {
    en: `Which project? Open projects: ${list}.\n→ Call again with "project" set to one of them.`,
    zh: `请指定项目。已打开的项目：${list}。\n→ 请用 "project" 指定其中一个后重试。`,
  }[language]
}

export function statusText(status: BankStatus): string {
  const { language, state, files, lines, entryTokens, entryBudget } = status
  const size: Words = {
    en: `Files: ${files} (${lines} lines). Entry: about ${entryTokens} of ${entryBudget} tokens per session.`,
    zh: `文件：${files} 个（${lines} 行）。入口：每个会话约 ${entryTokens} / ${entryBudget} tokens。`,
  }
  return [
    `${status.root}: ${describeState(state)[language]}`,
    ...(files === 0 ? [] : [size[language]]),
    `→ ${nextForModel(nextOf(status)[language], 'status', language)}`,
  ].join('\n')
}

export function checkText({ findings, language, state }: CheckReport): string {
  if (findings.length === 0)
    return {
      en: `Nothing found: ${describeState(state).en}.`,
      zh: `未发现问题：${describeState(state).zh}。`,
    }[language]
  return findings
    .map(({ level, path, line, rule, message, next }) => {
      const place = line === undefined ? path : `${path}:${line}`
      return `- ${level} memory-bank/${place} ${message[language]} [${rule}]\n  → ${nextForModel(next[language], 'check', language)}`
    })
    .join('\n')
}

export const RECALL_PROMPT: Words = {
  en: 'Answer from the memory below, citing file and section for each statement. If it does not answer the question, say so and say where to look. Invent nothing.',
  zh: '请依据下面的记忆回答，每个结论注明文件与章节。如果其中没有答案，请直说，并说明去哪里找，不要编造。',
}

export const REFRESH_PROMPT = {
  show: {
    en: 'Show me this Memory Bank plan exactly as it is. Do not change any files yourself; I apply it in my own terminal: memory-bank refresh',
    zh: '请原样展示下面的 Memory Bank 计划。不要自行改动文件；我会在自己的终端中运行 memory-bank refresh 来执行。',
  },
  done: {
    en: 'The plan was applied. Report this result to me as it is.',
    zh: '计划已执行。请把结果原样告诉我。',
  },
  declined: {
    en: 'I declined the Memory Bank plan; nothing was changed. Continue.',
    zh: '我没有同意这次 Memory Bank 计划，没有任何改动。请继续工作。',
  },
  unanswered: {
    en: 'The form with the Memory Bank plan came back without an answer: I have neither agreed nor declined, and nothing was changed. I can apply it in my own terminal: memory-bank refresh. Continue.',
    zh: '这次 Memory Bank 计划的表单未填写即返回：我既没有同意也没有拒绝，没有任何改动。我可以在自己的终端中运行 memory-bank refresh 来执行。请继续工作。',
  },
  choose: {
    en: 'Show me this Memory Bank plan exactly as it is. It would replace what I wrote by hand. Do not change any files yourself; I choose what happens in my own terminal, where memory-bank refresh asks me.',
    zh: '请原样展示下面的 Memory Bank 计划。它会替换我手写的内容。不要自行改动文件；由我在自己的终端中选择：memory-bank refresh 会询问我。',
  },
  kept: {
    en: 'Kept. Continue.',
    zh: '已保留，请继续。',
  },
  nothing: {
    en: 'Tell me that the bank is up to date:',
    zh: '请告诉我无需改动：',
  },
} as const satisfies Readonly<Record<string, Words>>

export const ASK_PLAN: Words = {
  en: 'Apply this Memory Bank plan?',
  zh: '是否执行这次 Memory Bank 计划？',
}

export const ASK_CHOICE: Words = {
  en: 'This Memory Bank plan would replace what you wrote by hand. Keep it, overwrite it, or append the update?',
  zh: '这次 Memory Bank 计划会替换你手写的内容。要保留、覆盖，还是在其后追加更新？',
}

/** The key under which programs find the value of an answer. The format is in schemas/. */
const VALUE_KEY = 'memory-bank/value'

/**
 * Text for a model, and a value for programs in a field that hosts never show. With the value as structured content, a
 * host would show the model JSON instead of the text.
 */
export function answer(text: string, value: Readonly<Record<string, unknown>>): CallToolResult {
  // Invalid UTF-8 in files becomes lone surrogates, which cannot be sent.
  const content = [{ type: 'text' as const, text: forModel(text).toWellFormed() }]
  return { content, _meta: { [VALUE_KEY]: wellFormed(value) } }
}

export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text: forModel(text).toWellFormed() }], isError: true }
}

function wellFormed(value: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? forModel(inner).toWellFormed() : inner,
  )
}
