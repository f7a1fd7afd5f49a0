/** Copilot CLI as install, doctor and the proof know it: our keys in its settings are the marketplace and the plugin. */

import { dirname, isAbsolute, join, sep } from 'node:path'
import type { Diagnosis, Host, HostProof } from '../setup/host.ts'
import { type InstallContext, programOnPath, userFile, userFolder } from '../setup/install-context.ts'
import { valueAt } from '../settings/jsonc.ts'
import { finding, findingsOf } from './findings.ts'
import { AT_SESSION_START, atGitTop, FOLDER_HOST, listOf, modelCall, noDenyRules, throwAwayHome } from './host-base.ts'
import {
  decidingFiles,
  diagnosePlugin,
  type PluginHost,
  type PluginState,
  pluginEntries,
  pluginNamesMachine,
  pluginSettings,
} from './marketplace.ts'
import { disabledHooks, placeNotes } from './package-place.ts'
import { IF_NOT_STARTED } from './wording.ts'

const NAME = 'Copilot CLI'

const PLUGIN: PluginHost = {
  name: NAME,
  id: 'copilot',
  files(scope, context) {
    if (scope === 'user') return [join(copilotFolder(context), 'settings.json')]
    return context.root === undefined ? [] : [join(context.root, '.github', 'copilot', 'settings.json')]
  },
  localFiles: ({ root }) => (root === undefined ? [] : [join(root, '.github', 'copilot', 'settings.local.json')]),
  managed: [],
  borrowedFiles: ({ root }) =>
    root === undefined ? [] : ['settings.json', 'settings.local.json'].map((name) => join(root, '.claude', name)),
  knownMarketplaces: () => undefined,
  servers(context) {
    const { root, look } = context
    const files = [
      join(copilotFolder(context), 'mcp-config.json'),
      ...(root === undefined ? [] : [join(root, '.mcp.json'), join(root, '.github', 'mcp.json')]),
    ]
    return files.map((file) => valueAt(look.text(file) ?? '', ['mcpServers']))
  },
  offSwitches: ['disableAllHooks'],
  parts: ['.github/plugin/plugin.json', 'hooks/copilot.json', '.mcp.json'],
  watch: {
    project: '$COPILOT_PROJECT_DIR',
    item: (command) => ({ type: 'command', bash: command, timeoutSec: 20 }),
    told: { additionalContext: `${IF_NOT_STARTED} Tell the user.` },
  },
}

function copilotFolder(context: InstallContext): string {
  return userFolder(context, 'COPILOT_HOME', '.copilot')
}

const ownFinding = findingsOf({
  'plugin-of-claude': {
    level: 'note',
    en: 'Copilot takes the plugin from {file}, in this project and where the folder is trusted. → To have it in every project: memory-bank install copilot --user',
    zh: 'Copilot 会沿用 {file} 中的插件，仅限本项目且目录已被信任时。 → 若要在所有项目中生效：memory-bank install copilot --user',
  },
  'no-repository': {
    level: 'error',
    en: 'Copilot reads a project’s settings only in a git repository. This folder is not in one: nothing is guarded. → Run git init here, or install for all projects: memory-bank install copilot --user',
    zh: 'Copilot 只在 git 仓库中读取项目配置。此目录不是仓库：当前没有任何保护。 → 请在此执行 git init，或安装到用户级：memory-bank install copilot --user',
  },
  'folder-not-trusted': {
    level: 'warning',
    en: 'This folder is not trusted yet; Copilot loads nothing of its settings until it is. `--trust-folder` holds for one new session only, not for one that is continued. → Start copilot in {root} and trust the folder for good, or install for all projects: memory-bank install copilot --user',
    zh: '此目录尚未被信任，信任之前 Copilot 不会加载其中的配置。`--trust-folder` 只对一次新会话有效，继续旧会话时无效。 → 请在 {root} 中启动 copilot 并选择长期信任，或安装到用户级：memory-bank install copilot --user',
  },
})

const NEEDS_GIT = ownFinding('no-repository', NAME)

function ownFindings({ installed, enabledIn }: PluginState, context: InstallContext): readonly Diagnosis[] {
  const { root, gitTop, env, node } = context
  // Claude Code's settings of a project bring the plugin along.
  if (installed.length === 0)
    return programOnPath('copilot', env) === undefined
      ? []
      : [ownFinding('plugin-of-claude', NAME, { file: enabledIn })]
  const isOnlyProjects = root !== undefined && !installed.some(({ scope }) => scope === 'user')
  return [
    ...(isOnlyProjects && gitTop === undefined ? [NEEDS_GIT] : []),
    ...(isOnlyProjects && !isFolderTrusted(context) ? [ownFinding('folder-not-trusted', NAME, { root })] : []),
    ...(programOnPath('node', env) === undefined
      ? [finding('node-not-found/path', NAME, { folder: dirname(node) })]
      : []),
  ]
}

/** Copilot keeps the trusted folders in a file beside its settings. */
function isFolderTrusted(context: InstallContext): boolean {
  const { root, look } = context
  if (root === undefined) return false
  const folders = listOf(valueAt(look.text(join(copilotFolder(context), 'config.json')) ?? '', ['trustedFolders']))
  return folders.some((folder) => typeof folder === 'string' && (root === folder || root.startsWith(folder + sep)))
}

const proof: HostProof = {
  files: ({ home, plugin }) => ({ [join(home, '.copilot', 'settings.json')]: pluginSettings(plugin) }),
  ownFiles: ({ home, project }, context) => {
    const places = [
      [PLUGIN.files('user', context), join(home, '.copilot')],
      [[...PLUGIN.files('project', context), ...PLUGIN.localFiles(context)], join(project, '.github', 'copilot')],
      [PLUGIN.borrowedFiles(context), join(project, '.claude')],
    ] as const
    const trustedFolders = isFolderTrusted(context) ? [project] : []
    return {
      ...decidingFiles(places, ['disableAllHooks'], context),
      [join(home, '.copilot', 'config.json')]: JSON.stringify({ trustedFolders }),
    }
  },
  switches: [],
  runs: [['-p', 'Prove it.', '--allow-all', '--output-format', 'json', '--disable-client-telemetry']],
  env: ({ home, modelUrl }) => ({
    ...throwAwayHome(home),
    COPILOT_HOME: join(home, '.copilot'),
    // With another's model it needs no account, and asks no network but for that.
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_BASE_URL: modelUrl,
    COPILOT_PROVIDER_API_KEY: 'none-needed',
    COPILOT_MODEL: 'claude-sonnet-4.5',
  }),
  write: (path, content) => modelCall('create', { path, file_text: content }),
  shell: (command) => modelCall('bash', { command, description: 'prove' }),
}

export const copilot: Host = atGitTop({
  ...FOLDER_HOST,
  id: 'copilot',
  aliases: ['copilot-cli', 'github-copilot'],
  name: NAME,
  page: 'copilot.md',
  program: 'copilot',
  tested: ['1.0.102'],
  files: PLUGIN.files,
  otherFiles: (scope, context) => (scope === 'user' ? [] : PLUGIN.localFiles(context)),
  localFiles: PLUGIN.localFiles,
  namesMachine: (text) => pluginNamesMachine(PLUGIN, text),
  entries: (wish, file, context) => pluginEntries(PLUGIN, wish, file, context),
  notes: (text, wish, context) => [
    ...disabledHooks(text),
    ...(wish.scope === 'project' && context.gitTop === undefined ? [NEEDS_GIT.what] : []),
    ...(wish.deny ? [noDenyRules(NAME)] : []),
    ...placeNotes(wish, context),
  ],
  learnCommand: '/memory-bank-learn',
  afterwards: {
    en: 'Restart Copilot (in a project, trust the folder when asked: it loads nothing from a folder that is not trusted). To see it refuse a forbidden write: memory-bank doctor --prove copilot',
    zh: '请重启 Copilot（项目级安装需信任该目录，未信任的目录不会加载任何插件）。想亲眼看到它拒绝：memory-bank doctor --prove copilot',
  },
  diagnose: (context) => diagnosePlugin(PLUGIN, context, (state) => ownFindings(state, context)),
  opening: AT_SESSION_START,
  proof,
})

/** Whether Copilot started this server; the shells that it starts do not have the variable. */
export function startsServer(env: NodeJS.ProcessEnv): boolean {
  return env['COPILOT_PLUGIN_ROOT'] !== undefined
}

/**
 * Copilot starts a plugin's server in the plugin's folder and names only the session, whose record says where it works. A
 * new session gets a new server.
 */
export function folderOfServer(env: NodeJS.ProcessEnv, folder: string): string {
  const session = env['COPILOT_AGENT_SESSION_ID'] ?? ''
  const record = /^[\w-]+$/.test(session)
    ? userFile(env, 'COPILOT_HOME', '.copilot', join('session-state', session, 'workspace.yaml'))
    : undefined
  return [cwdIn(record?.text ?? ''), env['PWD']].find((one) => one !== undefined && isAbsolute(one)) ?? folder
}

/** The value of one line of YAML, which may be quoted. */
function cwdIn(record: string): string | undefined {
  const said = /^cwd:[ \t]*(.*?)[ \t]*\r?$/m.exec(record)?.[1]
  if (said?.startsWith("'") === true) return said.slice(1, -1).replaceAll("''", "'")
  if (said?.startsWith('"') !== true) return said
  try {
    const value: unknown = JSON.parse(said)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined // escapes that JSON does not have: the shell's own folder is taken
  }
}
