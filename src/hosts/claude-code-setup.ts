/** Claude Code as install, doctor and the proof know it: our keys in its settings are the marketplace and the plugin. */

import { dirname, isAbsolute, join } from 'node:path'
import type { Words } from '../base/language.ts'
import type { Diagnosis, Host, HostProof, InstallWish, Scope } from '../setup/host.ts'
import {
  type InstallContext,
  isCalledNode,
  isNode,
  programOnPath,
  userFile,
  userFolder,
} from '../setup/install-context.ts'
import { valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import { fieldIn } from './fields.ts'
import { finding, findingsOf, type Layer } from './findings.ts'
import { AT_SESSION_START, DENIES, denyEntries, FOLDER_HOST, modelCall, throwAwayHome } from './host-base.ts'
import {
  decidingFiles,
  diagnosePlugin,
  PLUGIN_KEY,
  type PluginHost,
  type PluginState,
  pluginEntries,
  pluginNamesMachine,
  pluginPath,
  pluginSettings,
} from './marketplace.ts'
import { disabledHooks, placeNotes } from './package-place.ts'
import { IF_NOT_STARTED } from './wording.ts'

/** Names the Node that starts our hooks and our server. */
const NODE_VARIABLE = 'MEMORY_BANK_NODE'
const NODE_AT = ['env', NODE_VARIABLE] as const

/** Messages come by command, so they are answered even where the server is not running. */
export function serverTrouble(env: NodeJS.ProcessEnv, now: Date): Words | undefined {
  const named = env[NODE_VARIABLE] ?? ''
  if (named !== '' && named !== 'node' && !isCalledNode(named)) return SERVER_UNSTARTED
  const known = userFile(env, 'CLAUDE_CONFIG_DIR', '.claude', FAILURES)
  const held = known === undefined ? undefined : serverHeld(known.file, known.text, now)
  return held && { en: `${held.what.en} ${held.next?.en}`, zh: `${held.what.zh}${held.next?.zh}` }
}

const SERVER_UNSTARTED: Words = {
  en: `${NODE_VARIABLE} does not name a Node, so Memory Bank's server cannot start. Only edits and commands that name the bank are judged, and its tools are missing. Run: memory-bank doctor`,
  zh: `${NODE_VARIABLE} 所指的不是可用的 Node，Memory Bank 的服务无法启动。只检查点名 memory-bank 的编辑和命令，其工具不可用。请运行：memory-bank doctor`,
}

/** In its folder: servers that failed to start, which it does not start again for a while. */
const FAILURES = 'mcp-needs-auth-cache.json'
const REMEMBERED_MS = 15 * 60 * 1000
/** The name Claude Code gives the server of our plugin. */
export const PLUGIN_SERVER = 'plugin:memory-bank:memory-bank'

function serverHeld(file: string, text: string, now: Date): Diagnosis | undefined {
  const failed = fieldIn(valueAt(text, [PLUGIN_SERVER]), 'timestamp')
  const time = typeof failed === 'number' ? failed : typeof failed === 'string' ? Date.parse(failed) : Number.NaN
  if (!(time + REMEMBERED_MS > now.getTime())) return undefined
  const until = new Date(time + REMEMBERED_MS).toISOString().slice(11, 16)
  return ownFinding('server-not-started', NAME, { file, until })
}

const NAME = 'Claude Code'

const ownFinding = findingsOf({
  'server-not-started': {
    level: 'error',
    en: "Claude Code could not start Memory Bank's server and does not try again before {until} UTC. Until then only edits and commands that name the bank are judged, and its tools are missing. → Delete {file}, then restart Claude Code.",
    zh: 'Claude Code 未能启动 Memory Bank 的服务，{until}（UTC）之前不会重试。在此之前只检查点名 memory-bank 的编辑和命令，其工具不可用。 → 请删除 {file}，然后重启 Claude Code。',
  },
  'node-not-found': {
    level: 'error',
    en: `${NODE_VARIABLE}={node} ({file}) is not a Node: Claude Code cannot start the server of Memory Bank. {hooks} → {next}`,
    zh: `${NODE_VARIABLE}={node}（{file}）不是可用的 Node：Claude Code 无法启动服务。{hooksZh} → {nextZh}`,
  },
})

const PLUGIN: PluginHost = {
  name: NAME,
  id: 'claude',
  files(scope, context) {
    if (scope === 'user') return [join(claudeFolder(context), 'settings.json')]
    return context.root === undefined ? [] : [join(context.root, '.claude', 'settings.json')]
  },
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
}

function claudeFolder(context: InstallContext): string {
  return userFolder(context, 'CLAUDE_CONFIG_DIR', '.claude')
}

/** These also hold where permissions are bypassed. With them an agent writes to the bank through our tools only. */
const STATIC_RULES = ['Edit(memory-bank/**)', 'Write(memory-bank/**)']

/**
 * The Node that install runs on, for hooks and server: the host may be started where no `node` is on the PATH. Settings
 * that are valid on other machines too do not name it.
 */
function nodeEntry(wish: InstallWish, file: string, context: InstallContext): readonly SettingsEntry[] {
  const isThere = valueAt(context.look.text(file) ?? '', NODE_AT) !== undefined
  if (!isThere && !isAbsolute(pluginPath(wish, context))) return []
  const isFine = (value: unknown) => typeof value === 'string' && isNode(value, context)
  return [{ kind: 'property', at: NODE_AT, value: context.node, isFine }]
}

/** Further faults of an enabled plugin. */
function ownFindings({ layers, installed }: PluginState, context: InstallContext): readonly Diagnosis[] {
  const { root, look } = context
  const isOnlyProjects = root !== undefined && !installed.some(({ scope }) => scope === 'user')
  const failures = join(claudeFolder(context), FAILURES)
  const held = serverHeld(failures, look.text(failures) ?? '', context.now())
  return [
    ...(isOnlyProjects && !isFolderTrusted(context)
      ? [finding('folder-not-trusted', NAME, { root, program: 'claude' })]
      : []),
    ...(held === undefined ? [] : [held]),
    ...withoutNode(layers, context),
  ]
}

/** Whether the person told Claude Code that they trust this folder, or one above it. */
function isFolderTrusted(context: InstallContext): boolean {
  if (context.root === undefined) return false
  const known = [join(context.home, '.claude.json'), join(claudeFolder(context), '.claude.json')]
  const folders = [context.root]
  for (let at = context.root; at !== dirname(at); at = dirname(at)) folders.push(dirname(at))
  return known.some((file) => {
    const text = context.look.text(file) ?? ''
    return folders.some((folder) => valueAt(text, ['projects', folder, 'hasTrustDialogAccepted']) === true)
  })
}

/** Hooks and server are started by the Node that the settings name, else as `node`. */
function withoutNode(layers: readonly Layer[], context: InstallContext): readonly Diagnosis[] {
  const { env } = context
  const naming = layers.findLast((layer) => valueAt(layer.text, NODE_AT) !== undefined)
  const named = naming === undefined ? env[NODE_VARIABLE] : valueAt(naming.text, NODE_AT)
  const isUnset = named === undefined || named === '' || named === 'node'
  const isOnPath = programOnPath('node', env) !== undefined
  if (isUnset ? isOnPath : typeof named === 'string' && isNode(named, context)) return []
  if (isUnset) {
    const or = ', or write it down: memory-bank install claude'
    return [finding('node-not-found/path', NAME, { folder: dirname(context.node), or })]
  }
  const [hooks, hooksZh] = isOnPath
    ? ['Hooks run with the `node` on the PATH.', 'hook 改用 PATH 中的 `node`。']
    : ['Nothing is guarded.', '当前没有任何保护。']
  // Install corrects it in the file of our entry; elsewhere somebody else wrote it.
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

/** Something must be where it looks for a key. */
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
  // The first start finds the plugin; the second has all of it.
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
    // As root it skips its questions only in a sandbox, which this folder is.
    IS_SANDBOX: '1',
  }),
  write: (path, content) => modelCall('Write', { file_path: path, content }),
  shell: (command) => modelCall('Bash', { command }),
}

export const claudeCode: Host = {
  ...FOLDER_HOST,
  id: 'claude',
  aliases: ['claude-code'],
  name: NAME,
  page: 'claude-code.md',
  program: 'claude',
  tested: ['2.1.197', '2.1.325'],
  files: PLUGIN.files,
  otherFiles: (scope: Scope, context) => (scope === 'user' ? [] : PLUGIN.localFiles(context)),
  localFiles: PLUGIN.localFiles,
  namesMachine: (text) => pluginNamesMachine(PLUGIN, text) || valueAt(text, NODE_AT) !== undefined,
  entries: (wish, file, context) => [
    ...pluginEntries(PLUGIN, wish, file, context),
    ...nodeEntry(wish, file, context),
    ...(wish.deny ? denyEntries(STATIC_RULES) : []),
  ],
  notes: (text, wish, context) => [
    ...disabledHooks(text),
    ...(wish.deny ? [DENIES] : []),
    ...placeNotes(wish, context),
  ],
  learnCommand: '/memory-bank:memory-bank-learn',
  afterwards: {
    en: 'Restart Claude Code (in a project, trust the folder when asked). The plugin is fully active from the second start. To see it refuse a forbidden write: memory-bank doctor --prove claude',
    zh: '请重启 Claude Code（项目级安装需信任该目录），从第二次启动起插件完全生效。想亲眼看到它拒绝：memory-bank doctor --prove claude',
  },
  diagnose: (context) => diagnosePlugin(PLUGIN, context, (state) => ownFindings(state, context)),
  opening: AT_SESSION_START,
  proof,
}
