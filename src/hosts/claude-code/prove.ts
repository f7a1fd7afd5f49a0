/** A real Claude Code in a home of its own, with our plugin and a model on loopback. */

import { basename, join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { MARKETPLACE, MARKETPLACE_KEY, marketplaceFolder, PLUGIN_KEY } from '../marketplace.ts'
import { isFolderTrusted } from './diagnose.ts'
import { NODE_VARIABLE } from './names.ts'
import { claudeCodeFiles, claudeCodeOtherFiles, claudeFolder } from './settings.ts'

/** Something must stand where it looks for a key. */
const NO_KEY = 'none'
const PRINT = ['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions']

export const proof: HostProof = {
  files: ({ home, plugin }) => ({
    [join(home, '.claude', 'settings.json')]: JSON.stringify({
      extraKnownMarketplaces: { [MARKETPLACE_KEY]: { source: { source: 'directory', path: plugin } } },
      enabledPlugins: { [PLUGIN_KEY]: true },
    }),
  }),
  ownFiles: ({ home, project }, context) => ({
    ...ownSettings(context, home, project),
    ...ownRecords(context, home),
    [join(home, '.claude.json')]: JSON.stringify({
      projects: isFolderTrusted(context) ? { [project]: { hasTrustDialogAccepted: true } } : {},
    }),
  }),
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
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: NO_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // As root it skips its questions only in a sandbox, which this folder is.
    IS_SANDBOX: '1',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'Write', args: { file_path: path, content } }),
  shell: (command) => ({ kind: 'call', tool: 'Bash', args: { command } }),
}

/** What of the settings decides whether we run; hooks, permissions, models and keys of the person's stay at home. */
const DECIDES = [
  ...['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization', 'allowManagedMcpServersOnly'],
  ...['strictKnownMarketplaces', 'disabledMcpjsonServers', 'deniedMcpServers'],
]

function ownSettings(context: InstallContext, home: string, project: string): Readonly<Record<string, string>> {
  const files = [
    ...claudeCodeFiles('user', context).map((file) => [file, join(home, '.claude', basename(file))] as const),
    ...[...claudeCodeFiles('project', context), ...claudeCodeOtherFiles('project', context)].map(
      (file) => [file, join(project, '.claude', basename(file))] as const,
    ),
  ]
  return Object.fromEntries(
    files.flatMap(([file, place]) => {
      const text = context.look.text(file)
      return text === undefined ? [] : [[place, JSON.stringify(deciding(text, context))]]
    }),
  )
}

function deciding(text: string, context: InstallContext): object {
  const enabled = valueAt(text, ['enabledPlugins', PLUGIN_KEY])
  const market = valueAt(text, MARKETPLACE)
  const folder = marketplaceFolder(market, context.root)
  const source = folder === undefined ? market : { source: { source: 'directory', path: folder } }
  const env = valueAt(text, ['env'])
  const variables = Object.entries(isFields(env) ? env : {}).filter(([name]) => /^(?:MEMORY_BANK_\w+|PATH)$/.test(name))
  return {
    ...Object.fromEntries(
      DECIDES.flatMap((key) => (valueAt(text, [key]) === undefined ? [] : [[key, valueAt(text, [key])]])),
    ),
    ...(enabled === undefined ? {} : { enabledPlugins: { [PLUGIN_KEY]: enabled } }),
    ...(market === undefined ? {} : { extraKnownMarketplaces: { [MARKETPLACE_KEY]: source } }),
    ...(variables.length === 0 ? {} : { env: Object.fromEntries(variables) }),
  }
}

/** Where the plugin comes from, as Claude Code itself remembers it. */
function ownRecords(context: InstallContext, home: string): Readonly<Record<string, string>> {
  const name = join('plugins', 'known_marketplaces.json')
  const value = valueAt(context.look.text(join(claudeFolder(context), name)) ?? '', [MARKETPLACE_KEY])
  return value === undefined ? {} : { [join(home, '.claude', name)]: JSON.stringify({ [MARKETPLACE_KEY]: value }) }
}
