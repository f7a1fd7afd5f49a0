/**
 * `doctor`'s findings about hosts: one table of those that several hosts share. A host's own findings are a table
 * of the same form in its file.
 */

import type { Diagnosis, Scope } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { faultOf, valueAt } from '../settings/jsonc.ts'
import { tomlFaultOf } from '../settings/toml-table.ts'
import { isFields } from './fields.ts'

/** In each language what is wrong and, behind the arrow, the next step. `{name}` is replaced by that fact. */
export interface Finding {
  readonly level: 'note' | 'warning' | 'error'
  readonly en: string
  readonly zh: string
}

type Facts = Readonly<Record<string, string | number>>

/** Makes diagnoses from a table. Two findings with one id have keys of the form `id/variant`. */
export function findingsOf<Key extends string>(table: Readonly<Record<Key, Finding>>) {
  return (key: Key, about: string, facts: Facts = {}): Diagnosis => {
    const { level, en, zh } = table[key]
    const told = { en: filled(en, { about, ...facts }), zh: filled(zh, { about, ...facts }) }
    return {
      id: key.split('/')[0] ?? key,
      about,
      level,
      what: { en: told.en[0], zh: told.zh[0] },
      next: { en: told.en[1], zh: told.zh[1] },
    }
  }
}

function filled(text: string, facts: Facts): readonly [what: string, next: string] {
  const [what = '', next = ''] = text
    .split(' → ')
    .map((part) => part.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? '')))
  return [what, next]
}

const NO_TOOLS = 'the agent has no memory_recall and no memory_propose'
const NO_TOOLS_ZH = 'Agent 无法使用 memory_recall 和 memory_propose'
const REPAIR = 'Repair it: memory-bank doctor --fix'
const REPAIR_ZH = '修复：memory-bank doctor --fix'

export const finding = findingsOf({
  'settings-broken': {
    level: 'error',
    en: '{file} is not valid {format} (line {line}: {fault}). → Correct {file}.',
    zh: '{file} 不是合法的 {format}（第 {line} 行：{fault}）。 → 请修正 {file}。',
  },
  'plugin-missing': {
    level: 'error',
    en: '{file} names {folder}, but memory-bank is not there. Nothing is guarded. → Repair the entry: memory-bank doctor --fix',
    zh: '{file} 指向 {folder}，但那里没有 memory-bank。当前没有任何保护。 → 修复该条目：memory-bank doctor --fix',
  },
  'plugin-incomplete': {
    level: 'error',
    en: 'The plugin in {folder} is missing {parts}. Nothing is guarded. → Build it again in its checkout: npm run build ({marketplace})',
    zh: '{folder} 中的插件缺少 {parts}。当前没有任何保护。 → 请在其检出目录中重新构建：npm run build（{marketplace}）',
  },
  'plugin-disabled': {
    level: 'error',
    en: 'The plugin is switched off in {file}. → Set "{key}" to true there, or: memory-bank uninstall {id}',
    zh: '插件在 {file} 中被关闭。 → 请在其中将 "{key}" 设为 true，或运行：memory-bank uninstall {id}',
  },
  'marketplace-missing': {
    level: 'error',
    en: '{file} enables the plugin, but no settings say where it comes from. Nothing is guarded. → Complete the entry: memory-bank doctor --fix',
    zh: '{file} 启用了插件，但没有配置其来源。当前没有任何保护。 → 补全该条目：memory-bank doctor --fix',
  },
  'hooks-disabled': {
    level: 'error',
    en: '"{key}" in {file} keeps the hooks of Memory Bank from running. Nothing is guarded. → Remove "{key}" from {file}.',
    zh: '{file} 中的 "{key}" 使 hook 无法运行。当前没有任何保护。 → 请从 {file} 中删除 "{key}"。',
  },
  'hooks-incomplete': {
    level: 'error',
    en: '{file} lacks the hooks of Memory Bank for {events}. Protection is incomplete. → Complete them: memory-bank doctor --fix',
    zh: '{file} 中缺少以下事件的 hook：{events}。保护不完整。 → 补全：memory-bank doctor --fix',
  },
  // The host takes the hook that fails without its Node for a refusal, or for nothing.
  'hooks-outdated': {
    level: 'warning',
    en: `The hooks in {file} are of an earlier version: once their Node is gone, {about} works badly or without protection. → ${REPAIR}`,
    zh: `{file} 中的 hook 由早期版本写入：其 Node 一旦不在，{about} 会无法正常工作或失去保护。 → ${REPAIR_ZH}`,
  },
  'installed-twice': {
    level: 'warning',
    en: 'Memory Bank is in {files}: {about} runs both, and everything is said twice. → Keep one of them: memory-bank uninstall {id}',
    zh: '{files} 中都有 Memory Bank：{about} 会各运行一次，所有提示都会重复。 → 只保留其中一处：memory-bank uninstall {id}',
  },
  'node-not-found': {
    level: 'error',
    en: `{file} starts the hooks with {node}, which is not a Node. Nothing is guarded. → ${REPAIR}`,
    zh: `{file} 用 {node} 启动 hook，但它不是可用的 Node。当前没有任何保护。 → ${REPAIR_ZH}`,
  },
  'node-not-found/replaced': {
    level: 'warning',
    en: `{file} starts the hooks with {node}, which is not a Node. The \`node\` on the PATH is used instead. → ${REPAIR}`,
    zh: `{file} 用 {node} 启动 hook，但它不是可用的 Node。目前改用 PATH 中的 \`node\`。 → ${REPAIR_ZH}`,
  },
  // Hooks have another Node to turn to, a server has not.
  'node-not-found/server': {
    level: 'error',
    en: `{file} starts the server with {node}, which is not a Node: ${NO_TOOLS}. → ${REPAIR}`,
    zh: `{file} 用 {node} 启动服务，但它不是可用的 Node：${NO_TOOLS_ZH}。 → ${REPAIR_ZH}`,
  },
  'node-not-found/path': {
    level: 'error',
    en: 'There is no `node` on the PATH: {about} cannot start Memory Bank. Nothing is guarded. → Add {folder} to the PATH that {about} is started with{or}.',
    zh: 'PATH 中没有 `node`：{about} 无法启动 Memory Bank。当前没有任何保护。 → 请把 {folder} 加入启动 {about} 时的 PATH{or}。',
  },
  'server-missing': {
    level: 'warning',
    en: `None of the settings have the server of Memory Bank: ${NO_TOOLS}. → memory-bank install {id}`,
    zh: `配置中没有 Memory Bank 的服务：${NO_TOOLS_ZH}。 → memory-bank install {id}`,
  },
  'server-off': {
    level: 'warning',
    en: `The server of Memory Bank is switched off in {file}: ${NO_TOOLS}. → Remove "enabled = false" from {file}.`,
    zh: `Memory Bank 的服务在 {file} 中被关闭：${NO_TOOLS_ZH}。 → 请从 {file} 中删除 "enabled = false"。`,
  },
  'folder-not-trusted': {
    level: 'warning',
    en: '{about} does not trust {root} yet: Memory Bank does not run there, and nothing is guarded. → Start {program} in {root} and trust the folder when asked.',
    zh: '{about} 尚未信任 {root}：Memory Bank 不会在其中运行，当前没有任何保护。 → 请在 {root} 中启动 {program} 并选择信任该目录。',
  },
  'folder-not-trusted/refused': {
    level: 'error',
    en: '{about} was told not to trust {root}: Memory Bank does not run there, and nothing is guarded. → Start {program} in {root} and trust the folder (/permissions).',
    zh: '{about} 被设为不信任 {root}：Memory Bank 不会在其中运行，当前没有任何保护。 → 请在 {root} 中启动 {program} 并信任该目录（/permissions）。',
  },
  // An agent with two memories has two truths, so the other one is named; nothing is done about it.
  'other-memory': {
    level: 'warning',
    en: 'Another memory tool is active: {name}. The agent then has two memories that may disagree. → Keep one of the two for this project.',
    zh: '还启用了另一个记忆工具：{name}。Agent 会有两份可能互相矛盾的记忆。 → 建议本项目只保留其中一个。',
  },
})

/** One settings file; of several the later win. */
export interface Layer {
  readonly scope: Scope
  readonly file: string
  readonly text: string
}

/** Those of the files that are there. */
export function layersOf(scope: Scope, files: readonly string[], { look }: InstallContext): readonly Layer[] {
  return files.flatMap((file) => {
    const text = look.text(file)
    return text === undefined ? [] : [{ scope, file, text }]
  })
}

export function brokenSettings(about: string, { file, text }: Pick<Layer, 'file' | 'text'>): readonly Diagnosis[] {
  const isToml = file.endsWith('.toml')
  const fault = isToml ? tomlFaultOf(text) : faultOf(text)
  if (fault === undefined) return []
  const format = isToml ? 'TOML' : 'JSON'
  return [finding('settings-broken', about, { file, format, line: fault.line, fault: fault.what })]
}

export function missingPackage(about: string, file: string, folder: string): Diagnosis {
  return finding('plugin-missing', about, { file, folder })
}

/** Other memory tools among the names and commands in a host's settings. */
export function otherMemories(about: string, words: readonly string[]): readonly Diagnosis[] {
  return OTHER_MEMORIES.filter(([, pattern]) => words.some((word) => pattern.test(word.toLowerCase()))).map(([name]) =>
    finding('other-memory', about, { name }),
  )
}

/** The names of servers in settings, with what starts them. Ours is left out. */
export function serverWords(text: string, at: readonly string[] = ['mcpServers']): readonly string[] {
  return wordsIn(valueAt(text, at))
}

export function wordsIn(servers: unknown): readonly string[] {
  return Object.entries(isFields(servers) ? servers : {}).flatMap(([name, value]) => {
    const words = [name, JSON.stringify(value) ?? '']
    return name === 'memory-bank' && /main\.cjs|"command":"memory-bank"/.test(words[1] ?? '') ? [] : words
  })
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
