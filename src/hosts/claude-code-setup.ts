/**
 * Claude Code for install, doctor and the proof. Memory Bank's entries in its settings: the marketplace, the plugin, a
 * hook that reports a missing package, and the path of Node.
 */

import { dirname, isAbsolute, join } from 'node:path'
import type { Words } from '../base/language.ts'
import { valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import { type Diagnosis, diagnosesFrom } from '../setup/diagnosis.ts'
import type { Host, HostProof, InstallWish } from '../setup/host.ts'
import {
  type InstallContext,
  isCalledNode,
  isNode,
  programOnPath,
  userFile,
  userFolder,
} from '../setup/install-context.ts'
import { fieldIn } from './fields.ts'
import { finding, type Layer } from './findings.ts'
import { afterInstall, fileOfScope, foldersUp, modelCall, throwAwayHome } from './host-base.ts'
import {
  decidingFiles,
  hostOfPlugin,
  PLUGIN_KEY,
  type PluginHost,
  type PluginState,
  pluginPath,
  pluginSettings,
} from './marketplace.ts'
import { IF_NOT_STARTED } from './package-command.ts'

/** The Node that starts the hooks and the server. */
const NODE_VARIABLE = 'MEMORY_BANK_NODE'
const NODE_AT = ['env', NODE_VARIABLE] as const

/** Runs in the command hook for messages, so it can report a server that is not running. */
export function serverTrouble(env: NodeJS.ProcessEnv, now: Date): Words | undefined {
  const named = env[NODE_VARIABLE] ?? ''
  if (named !== '' && named !== 'node' && !isCalledNode(named)) return SERVER_UNSTARTED
  const known = userFile(env, 'CLAUDE_CONFIG_DIR', '.claude', FAILURES)
  const held = known === undefined ? undefined : serverFailure(known.file, known.text, now)
  return held && { en: `${held.what.en} ${held.next?.en}`, zh: `${held.what.zh}${held.next?.zh}` }
}

const SERVER_UNSTARTED: Words = {
  en: `${NODE_VARIABLE} is not a Node, so Memory Bank’s server cannot start. Only edits of the bank and commands that name it are checked, redirections (>) excepted, and the memory tools are missing. Run: memory-bank doctor`,
  zh: `${NODE_VARIABLE} 所指的不是可用的 Node，Memory Bank 的服务无法启动。只检查涉及 memory-bank 的编辑和命令（重定向 > 除外），记忆工具不可用。请运行：memory-bank doctor`,
}

/** Claude Code's list of servers that failed to start. It does not retry them for 15 minutes. */
const FAILURES = 'mcp-needs-auth-cache.json'
const REMEMBERED_MS = 15 * 60 * 1000
/** Claude Code's name for the plugin's server. */
export const PLUGIN_SERVER = 'plugin:memory-bank:memory-bank'

function serverFailure(file: string, text: string, now: Date): Diagnosis | undefined {
  const failed = fieldIn(valueAt(text, [PLUGIN_SERVER]), 'timestamp')
  const time = typeof failed === 'number' ? failed : typeof failed === 'string' ? Date.parse(failed) : Number.NaN
  if (!(time + REMEMBERED_MS > now.getTime())) return undefined
  const until = new Date(time + REMEMBERED_MS).toISOString().slice(11, 16)
  return ownFinding('server-not-started', NAME, { file, until })
}

const NAME = 'Claude Code'

const ownFinding = diagnosesFrom({
  'server-not-started': {
    level: 'error',
    en: 'Claude Code could not start Memory Bank’s server and will not retry before {until} UTC. Until then only edits of the bank and commands that name it are checked, redirections (>) excepted, and the memory tools are missing. → Delete {file}, then restart Claude Code.',
    zh: 'Claude Code 未能启动 Memory Bank 的服务，{until}（UTC）之前不会重试。在此之前只检查涉及 memory-bank 的编辑和命令（重定向 > 除外），记忆工具不可用。 → 请删除 {file}，然后重启 Claude Code。',
  },
  'node-not-found': {
    level: 'error',
    en: `${NODE_VARIABLE}={node} ({file}) is not a Node: Claude Code cannot start Memory Bank’s server. {hooks} → {next}`,
    zh: `${NODE_VARIABLE}={node}（{file}）不是可用的 Node：Claude Code 无法启动 Memory Bank 的服务。{hooksZh} → {nextZh}`,
  },
})

const PLUGIN: PluginHost = {
  id: 'claude',
  aliases: ['claude-code'],
  name: NAME,
  page: 'claude-code.md',
  tested: ['2.1.197', '2.1.325'],
  learnCommand: '/memory-bank:memory-bank-learn',
  afterwards: afterInstall('claude', {
    en: 'Restart Claude Code. In a project, trust the folder when asked. The plugin is fully active from the second start.',
    zh: '请重启 Claude Code（项目级安装需信任该目录），从第二次启动起插件完全生效。',
  }),
  files: (scope, context) =>
    fileOfScope(scope, context, join(claudeFolder(context), 'settings.json'), '.claude/settings.json'),
  localFiles: ({ root }) => (root === undefined ? [] : [join(root, '.claude', 'settings.local.json')]),
  managed: [
    '/etc/claude-code/managed-settings.json',
    '/Library/Application Support/ClaudeCode/managed-settings.json',
    'C:\\Program Files\\ClaudeCode\\managed-settings.json',
  ],
  borrowedFiles: () => [],
  knownMarketplaces: (context) => join(claudeFolder(context), 'plugins', 'known_marketplaces.json'),
  servers({ home, root, look }) {
    const user = look.text(join(home, '.claude.json')) ?? ''
    const shared = root === undefined ? '' : (look.text(join(root, '.mcp.json')) ?? '')
    const ofProject = fieldIn(valueAt(user, ['projects', root ?? '']), 'mcpServers')
    return [valueAt(user, ['mcpServers']), valueAt(shared, ['mcpServers']), ofProject]
  },
  offSwitches: ['disableAllHooks', 'allowManagedHooksOnly'],
  parts: ['.claude-plugin/plugin.json', 'hooks/hooks.json', '.mcp.json'],
  watch: {
    project: '$CLAUDE_PROJECT_DIR',
    item: (command) => ({ hooks: [{ type: 'command', command, timeout: 20 }] }),
    told: { systemMessage: IF_NOT_STARTED },
  },
  // These rules also hold in bypass mode. With them, an agent writes the bank only through the memory tools.
  deny: ['Edit(memory-bank/**)', 'Write(memory-bank/**)'],
  ownFindings,
}

function claudeFolder(context: InstallContext): string {
  return userFolder(context, 'CLAUDE_CONFIG_DIR', '.claude')
}

/**
 * Records the Node that ran install, since Claude Code may start without `node` on its PATH. Settings that are valid on
 * other machines do not name it.
 */
function nodeEntry(wish: InstallWish, file: string, context: InstallContext): readonly SettingsEntry[] {
  const isThere = valueAt(context.look.text(file) ?? '', NODE_AT) !== undefined
  if (!isThere && !isAbsolute(pluginPath(wish, context))) return []
  const isFine = (value: unknown) => typeof value === 'string' && isNode(value, context)
  return [{ kind: 'property', at: NODE_AT, value: context.node, isFine }]
}

/** Claude Code's own findings, once the plugin is enabled. */
function ownFindings({ layers, installed }: PluginState, context: InstallContext): readonly Diagnosis[] {
  const { root, look } = context
  const isOnlyProjects = root !== undefined && !installed.some(({ scope }) => scope === 'user')
  const failures = join(claudeFolder(context), FAILURES)
  const held = serverFailure(failures, look.text(failures) ?? '', context.now())
  return [
    ...(isOnlyProjects && !isFolderTrusted(context)
      ? [finding('folder-not-trusted', NAME, { root, program: 'claude' })]
      : []),
    ...(held === undefined ? [] : [held]),
    ...withoutNode(layers, context),
  ]
}

/** True if the user trusted this folder or one above it. */
function isFolderTrusted(context: InstallContext): boolean {
  const known = [join(context.home, '.claude.json'), join(claudeFolder(context), '.claude.json')]
  return known.some((file) => {
    const text = context.look.text(file) ?? ''
    return foldersUp(context).some((folder) => valueAt(text, ['projects', folder, 'hasTrustDialogAccepted']) === true)
  })
}

/** Hooks and server use the Node named in the settings, else `node` from the PATH. */
function withoutNode(layers: readonly Layer[], context: InstallContext): readonly Diagnosis[] {
  const { env } = context
  const naming = layers.findLast((layer) => valueAt(layer.text, NODE_AT) !== undefined)
  const named = naming === undefined ? env[NODE_VARIABLE] : valueAt(naming.text, NODE_AT)
  const isUnset = named === undefined || named === '' || named === 'node'
  const isOnPath = programOnPath('node', env) !== undefined
  if (isUnset ? isOnPath : typeof named === 'string' && isNode(named, context)) return []
  if (isUnset) {
    const or = ', or record its path: memory-bank install claude'
    return [finding('node-not-found/path', NAME, { folder: dirname(context.node), or })]
  }
  const [hooks, hooksZh] = isOnPath
    ? ['Hooks run with the `node` on the PATH.', 'hook 改用 PATH 中的 `node`。']
    : ['Nothing is guarded.', '当前没有任何保护。']
  // Install corrects the path only in the file that enables the plugin. In other places the user set it.
  const isOurs = naming !== undefined && valueAt(naming.text, ['enabledPlugins', PLUGIN_KEY]) === true
  const install = `memory-bank install claude${naming?.scope === 'user' ? ' --user' : ''}`
  const [next, nextZh] = isOurs
    ? [`Update the Node path: ${install}`, `更新 Node 路径：${install}`]
    : [
        `Remove ${NODE_VARIABLE} from ${naming?.file ?? 'the environment'}.`,
        `请从 ${naming?.file ?? '环境变量'} 中删除 ${NODE_VARIABLE}。`,
      ]
  const facts = { node: String(named), file: naming?.file ?? 'environment', hooks, hooksZh, next, nextZh }
  return [ownFinding('node-not-found', NAME, facts)]
}

/** A placeholder: Claude Code does not start without an API key. */
const NO_KEY = 'none'
const PRINT = ['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions']
const DECIDES = [
  ...['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization', 'allowManagedMcpServersOnly'],
  ...['strictKnownMarketplaces', 'disabledMcpjsonServers', 'deniedMcpServers'],
]

const proof: HostProof = {
  files: ({ home, plugin }) => ({ [join(home, '.claude', 'settings.json')]: pluginSettings(plugin) }),
  ownFiles: ({ home, project }, context) => {
    const known = join('plugins', 'known_marketplaces.json')
    const market = valueAt(context.look.text(join(claudeFolder(context), known)) ?? '', ['memory-bank'])
    const projects = isFolderTrusted(context) ? { [project]: { hasTrustDialogAccepted: true } } : {}
    const places = [
      [PLUGIN.files('user', context), join(home, '.claude')],
      [[...PLUGIN.files('project', context), ...PLUGIN.localFiles(context)], join(project, '.claude')],
    ] as const
    return {
      ...decidingFiles(places, DECIDES, context),
      ...(market === undefined ? {} : { [join(home, '.claude', known)]: JSON.stringify({ 'memory-bank': market }) }),
      [join(home, '.claude.json')]: JSON.stringify({ projects }),
    }
  },
  switches: ['CLAUDE_CODE_SIMPLE', NODE_VARIABLE],
  // The first start discovers the plugin; the second loads all of it.
  runs: [
    ['-p', 'Hello.', ...PRINT],
    ['-p', 'Prove it.', ...PRINT],
  ],
  terminal: {
    args: ['Prove it.', '--allowedTools', 'Write,Bash'],
    files: ({ home, project }) => ({
      [join(home, '.claude.json')]: JSON.stringify({
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: [NO_KEY], rejected: [] },
        projects: { [project]: { hasTrustDialogAccepted: true } },
      }),
    }),
  },
  env: ({ home, modelUrl }) => ({
    ...throwAwayHome(home),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: NO_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // As root, Claude Code skips permission prompts only in a sandbox; the scratch folder is one.
    IS_SANDBOX: '1',
  }),
  write: (path, content) => modelCall('Write', { file_path: path, content }),
  shell: (command) => modelCall('Bash', { command }),
}

const host = hostOfPlugin(PLUGIN, proof)

export const claudeCode: Host = {
  ...host,
  namesMachine: (text, file, context) => host.namesMachine(text, file, context) || valueAt(text, NODE_AT) !== undefined,
  entries: (wish, file, context) => [...host.entries(wish, file, context), ...nodeEntry(wish, file, context)],
}
