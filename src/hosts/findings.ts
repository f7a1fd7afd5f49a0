/** Doctor's findings that several hosts share. A host's own findings are a table of the same form in its setup file. */

import { faultOf, valueAt } from '../settings/jsonc.ts'
import { tomlFaultOf } from '../settings/toml-table.ts'
import { type Diagnosis, diagnosesFrom } from '../setup/diagnosis.ts'
import type { Scope } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { isFields } from './fields.ts'

const NO_TOOLS = 'the agent has no memory tools'
const NO_TOOLS_ZH = 'Agent 无法使用记忆工具'
const REPAIR = 'Repair it: memory-bank doctor --fix'
const REPAIR_ZH = '修复：memory-bank doctor --fix'

export const finding = diagnosesFrom({
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
    en: 'The plugin in {folder} lacks {parts}. Nothing is guarded. → Rebuild it in its checkout: npm run build ({marketplace})',
    zh: '{folder} 中的插件缺少 {parts}。当前没有任何保护。 → 请在其检出目录中重新构建：npm run build（{marketplace}）',
  },
  'plugin-disabled': {
    level: 'error',
    en: 'The plugin is disabled in {file}. → Set "{key}" to true there, or: memory-bank uninstall {id}',
    zh: '插件在 {file} 中被关闭。 → 请在其中将 "{key}" 设为 true，或运行：memory-bank uninstall {id}',
  },
  'marketplace-missing': {
    level: 'error',
    en: '{file} enables the plugin, but no settings name its source. Nothing is guarded. → Complete the entry: memory-bank doctor --fix',
    zh: '{file} 启用了插件，但没有配置其来源。当前没有任何保护。 → 补全该条目：memory-bank doctor --fix',
  },
  'hooks-disabled': {
    level: 'error',
    en: '"{key}" in {file} keeps Memory Bank’s hooks from running. Nothing is guarded. → Remove "{key}" from {file}.',
    zh: '{file} 中的 "{key}" 使 Memory Bank 的 hook 无法运行。当前没有任何保护。 → 请从 {file} 中删除 "{key}"。',
  },
  'hooks-incomplete': {
    level: 'error',
    en: '{file} lacks Memory Bank’s hooks for {events}. Protection is incomplete. → Complete them: memory-bank doctor --fix',
    zh: '{file} 中缺少以下事件的 hook：{events}。保护不完整。 → 补全：memory-bank doctor --fix',
  },
  // A hook without its Node fails. Some hosts treat that as a refusal, others ignore it.
  'hooks-outdated': {
    level: 'warning',
    en: `The hooks in {file} are from an earlier version: if their Node is removed, {about} fails or is unprotected. → ${REPAIR}`,
    zh: `{file} 中的 hook 由早期版本写入：其 Node 一旦不在，{about} 会无法正常工作或失去保护。 → ${REPAIR_ZH}`,
  },
  'installed-twice': {
    level: 'warning',
    en: 'Memory Bank is in {files}: {about} runs both, and every message appears twice. → Keep one of them: memory-bank uninstall {id}',
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
  // A hook can fall back to another Node, a server cannot.
  'node-not-found/server': {
    level: 'error',
    en: `{file} starts the server with {node}, which is not a Node: ${NO_TOOLS}. → ${REPAIR}`,
    zh: `{file} 用 {node} 启动服务，但它不是可用的 Node：${NO_TOOLS_ZH}。 → ${REPAIR_ZH}`,
  },
  'node-not-found/path': {
    level: 'error',
    en: '`node` is not on the PATH: {about} cannot start Memory Bank. Nothing is guarded. → Add {folder} to the PATH before you start {about}{or}.',
    zh: 'PATH 中没有 `node`：{about} 无法启动 Memory Bank。当前没有任何保护。 → 请把 {folder} 加入启动 {about} 时的 PATH{or}。',
  },
  'server-missing': {
    level: 'warning',
    en: `No settings contain Memory Bank’s server: ${NO_TOOLS}. → memory-bank install {id}`,
    zh: `配置中没有 Memory Bank 的服务：${NO_TOOLS_ZH}。 → memory-bank install {id}`,
  },
  'server-off': {
    level: 'warning',
    en: `Memory Bank’s server is disabled in {file}: ${NO_TOOLS}. → Remove "enabled = false" from {file}.`,
    zh: `Memory Bank 的服务在 {file} 中被关闭：${NO_TOOLS_ZH}。 → 请从 {file} 中删除 "enabled = false"。`,
  },
  'folder-not-trusted': {
    level: 'warning',
    en: '{about} does not trust {root} yet, so Memory Bank does not run there. Nothing is guarded. → Start {program} in {root} and trust the folder when asked.',
    zh: '{about} 尚未信任 {root}：Memory Bank 不会在其中运行，当前没有任何保护。 → 请在 {root} 中启动 {program} 并选择信任该目录。',
  },
  'folder-not-trusted/refused': {
    level: 'error',
    en: '{about} is set not to trust {root}, so Memory Bank does not run there. Nothing is guarded. → Start {program} in {root} and trust the folder (/permissions).',
    zh: '{about} 被设为不信任 {root}：Memory Bank 不会在其中运行，当前没有任何保护。 → 请在 {root} 中启动 {program} 并信任该目录（/permissions）。',
  },
  // Memory Bank reports the other tool and does not change its settings.
  'other-memory': {
    level: 'warning',
    en: 'Another memory tool is active: {name}. The two memories may contradict each other. → Keep only one for this project.',
    zh: '还启用了另一个记忆工具：{name}。Agent 会有两份可能互相矛盾的记忆。 → 建议本项目只保留其中一个。',
  },
})

/** One settings file. Later layers win. */
export interface Layer {
  readonly scope: Scope
  readonly file: string
  readonly text: string
}

/** Skips files that do not exist. */
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

/** Finds other memory tools by the names and start commands in a host's settings. */
export function otherMemories(about: string, words: readonly string[]): readonly Diagnosis[] {
  return OTHER_MEMORIES.filter(([, pattern]) => words.some((word) => pattern.test(word.toLowerCase()))).map(([name]) =>
    finding('other-memory', about, { name }),
  )
}

/** The names and start commands of servers, without Memory Bank's own. */
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
