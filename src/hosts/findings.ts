/** Findings that every host's diagnosis may have, in the same words. */

import type { Words } from '../core/language.ts'
import type { Diagnosis } from '../flows/host.ts'
import { faultOf } from '../text/jsonc.ts'

export function brokenSettings(about: string, file: string, text: string): readonly Diagnosis[] {
  const fault = faultOf(text)
  if (fault === undefined) return []
  const what = {
    en: `${file} is not valid JSON (line ${fault.line}: ${fault.what}).`,
    zh: `${file} 不是合法的 JSON（第 ${fault.line} 行：${fault.what}）。`,
  }
  return [error('settings-broken', about, what, { en: `Correct ${file}.`, zh: `请修正 ${file}。` })]
}

export function missingPackage(about: string, file: string, folder: string): Diagnosis {
  return error(
    'plugin-missing',
    about,
    {
      en: `${file} names ${folder}, but memory-bank is not there. Nothing is guarded.`,
      zh: `${file} 指向 ${folder}，但那里没有 memory-bank。当前没有任何保护。`,
    },
    { en: 'Repair the entry: memory-bank doctor --fix', zh: '修复该条目：memory-bank doctor --fix' },
  )
}

export const REPAIR: Words = { en: 'Repair it: memory-bank doctor --fix', zh: '修复：memory-bank doctor --fix' }

/** The Node that settings name is gone, or is not Node; `isReplaced`: the one on the PATH is taken. Without a name, there is none on the PATH. */
export function noNode(about: string, file: string, node: string | undefined, isReplaced: boolean): Diagnosis {
  const named = node ?? '`node`'
  if (isReplaced)
    return warning(
      'node-not-found',
      about,
      {
        en: `${file} starts our hooks with ${named}, which is not a Node. The \`node\` on the PATH is used instead.`,
        zh: `${file} 用 ${named} 启动 hook，但它不是可用的 Node。目前改用 PATH 中的 \`node\`。`,
      },
      REPAIR,
    )
  return error(
    'node-not-found',
    about,
    {
      en: `${file} starts our hooks with ${named}, which is not a Node. Nothing is guarded.`,
      zh: `${file} 用 ${named} 启动 hook，但它不是可用的 Node。当前没有任何保护。`,
    },
    REPAIR,
  )
}

/** Hooks have another Node to turn to, a server has not. */
export function serverWithoutNode(about: string, file: string, node: string): Diagnosis {
  return error(
    'node-not-found',
    about,
    {
      en: `${file} starts our server with ${node}, which is not a Node: the agent has no memory_recall and no memory_propose.`,
      zh: `${file} 用 ${node} 启动服务，但它不是可用的 Node：Agent 无法使用 memory_recall 和 memory_propose。`,
    },
    REPAIR,
  )
}

/**
 * Other memory tools among the names and commands in a host's settings. An agent with two memories has two truths, so
 * they are named; nothing is done about them.
 */
export function otherMemories(about: string, words: readonly string[]): readonly Diagnosis[] {
  const found = OTHER_MEMORIES.filter(([, pattern]) => words.some((word) => pattern.test(word.toLowerCase())))
  return found.map(([name]) =>
    warning(
      'other-memory',
      about,
      {
        en: `Another memory tool is active: ${name}. The agent then has two memories that may disagree.`,
        zh: `还启用了另一个记忆工具：${name}。Agent 会有两份可能互相矛盾的记忆。`,
      },
      { en: 'Keep one of the two for this project.', zh: '建议本项目只保留其中一个。' },
    ),
  )
}

const OTHER_MEMORIES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['claude-mem', /(?:^|[@/])claude-mem\b/],
  ['opencode-mem', /(?:^|[@/])opencode-mem\b/],
  ['Supermemory', /\b(?:opencode-|claude-)?supermemory\b/],
  ['Basic Memory', /\bbasic-memory\b/],
  ['mem0 / OpenMemory', /\b(?:mem0|openmemory)\b/],
  ['ByteRover', /\b(?:byterover|cipher-mcp)\b/],
  ['the MCP reference memory server', /@modelcontextprotocol\/server-memory\b/],
  ['memory-bank-mcp', /\bmemory-bank-mcp\b/],
  ['Letta', /\bletta(?:-|$)/],
  ['Graphiti / Zep', /\b(?:graphiti|zep)(?:-|$)/],
]

export function error(id: string, about: string, what: Words, next: Words): Diagnosis {
  return { id, about, level: 'error', what, next }
}

export function warning(id: string, about: string, what: Words, next: Words): Diagnosis {
  return { id, about, level: 'warning', what, next }
}
