/**
 * Copilot CLI for install, doctor and the proof. Memory Bank's entries in its settings: the marketplace, the plugin,
 * and a hook that reports a missing package.
 */

import { dirname, isAbsolute, join, sep } from 'node:path'
import { valueAt } from '../settings/jsonc.ts'
import { type Diagnosis, diagnosesFrom } from '../setup/diagnosis.ts'
import type { Host, HostProof } from '../setup/host.ts'
import { type InstallContext, programOnPath, userFile, userFolder } from '../setup/install-context.ts'
import { listOf } from './fields.ts'
import { finding } from './findings.ts'
import { afterInstall, atGitTop, fileOfScope, modelCall, throwAwayHome } from './host-base.ts'
import { decidingFiles, hostOfPlugin, type PluginHost, type PluginState, pluginSettings } from './marketplace.ts'
import { IF_NOT_STARTED } from './package-command.ts'

const NAME = 'Copilot CLI'

const PLUGIN: PluginHost = {
  id: 'copilot',
  aliases: ['copilot-cli', 'github-copilot'],
  name: NAME,
  page: 'copilot.md',
  tested: ['1.0.102'],
  learnCommand: 'memory-bank-learn',
  afterwards: afterInstall('copilot', {
    en: 'Restart Copilot. In a project, trust the folder when asked: Copilot loads no plugin from an untrusted folder.',
    zh: '请重启 Copilot（项目级安装需信任该目录，未信任的目录不会加载任何插件）。',
  }),
  files: (scope, context) =>
    fileOfScope(scope, context, join(copilotFolder(context), 'settings.json'), '.github/copilot/settings.json'),
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
  deny: [],
  ownFindings,
}

function copilotFolder(context: InstallContext): string {
  return userFolder(context, 'COPILOT_HOME', '.copilot')
}

const ownFinding = diagnosesFrom({
  'plugin-of-claude': {
    level: 'note',
    en: 'Copilot also loads the plugin from {file}, but only in this project and if you trust the folder. → For every project: memory-bank install copilot --user',
    zh: 'Copilot 会沿用 {file} 中的插件，仅限本项目且目录已被信任时。 → 若要在所有项目中生效：memory-bank install copilot --user',
  },
  'no-repository': {
    level: 'error',
    en: 'Copilot reads project settings only in a git repository. This folder is not in one, so nothing is guarded. → Run git init here, or install for all projects: memory-bank install copilot --user',
    zh: 'Copilot 只在 git 仓库中读取项目配置。此目录不是仓库：当前没有任何保护。 → 请在此执行 git init，或安装到用户级：memory-bank install copilot --user',
  },
  'folder-not-trusted': {
    level: 'warning',
    en: 'This folder is not trusted yet, so Copilot ignores its settings. `--trust-folder` applies to one new session only, not to a resumed one. → Start copilot in {root} and trust the folder permanently, or install for all projects: memory-bank install copilot --user',
    zh: '此目录尚未被信任，信任之前 Copilot 不会加载其中的配置。`--trust-folder` 只对一次新会话有效，继续旧会话时无效。 → 请在 {root} 中启动 copilot 并选择长期信任，或安装到用户级：memory-bank install copilot --user',
  },
})

const NEEDS_GIT = ownFinding('no-repository', NAME)

function ownFindings({ installed, enabledIn }: PluginState, context: InstallContext): readonly Diagnosis[] {
  const { root, gitTop, env, node } = context
  // A project's Claude Code settings enable the plugin in Copilot too.
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

/** Copilot lists the trusted folders in `config.json` beside its settings. */
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
    // With a custom provider Copilot needs no account and no other network access.
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

const host = hostOfPlugin(PLUGIN, proof)

export const copilot: Host = atGitTop({
  ...host,
  notes: (text, wish, context) => [
    ...(wish.scope === 'project' && context.gitTop === undefined ? [NEEDS_GIT.what] : []),
    ...host.notes(text, wish, context),
  ],
})

/** True if Copilot started this server. Shells that Copilot starts do not have this variable. */
export function startsServer(env: NodeJS.ProcessEnv): boolean {
  return env['COPILOT_PLUGIN_ROOT'] !== undefined
}

/**
 * Copilot starts one server per session, in the plugin's folder. A variable has the session's id, and the session's
 * record has its working folder.
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
  const said = /^cwd:(.*)$/m.exec(record)?.[1]?.trim()
  if (said?.startsWith("'") === true) return said.slice(1, -1).replaceAll("''", "'")
  if (said?.startsWith('"') !== true) return said
  try {
    const value: unknown = JSON.parse(said)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined // an escape that only YAML has: PWD is used instead
  }
}
