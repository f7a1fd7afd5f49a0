/** A real Copilot in a home of its own, with our plugin and a model on loopback. */

import { basename, join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { MARKETPLACE, MARKETPLACE_KEY, marketplaceFolder, PLUGIN_KEY } from '../marketplace.ts'
import { isFolderTrusted } from './diagnose.ts'
import { claudeProjectFiles, copilotFiles, copilotLocalFiles } from './settings.ts'

export const proof: HostProof = {
  files: ({ home, plugin }) => ({
    [join(home, '.copilot', 'settings.json')]: JSON.stringify({
      extraKnownMarketplaces: { [MARKETPLACE_KEY]: { source: { source: 'directory', path: plugin } } },
      enabledPlugins: { [PLUGIN_KEY]: true },
    }),
  }),
  ownFiles: ({ home, project }, context) => ({
    ...ownSettings(context, home, project),
    [join(home, '.copilot', 'config.json')]: JSON.stringify({
      trustedFolders: isFolderTrusted(context) ? [project] : [],
    }),
  }),
  switches: [],
  runs: [['-p', 'Prove it.', '--allow-all', '--output-format', 'json', '--disable-client-telemetry']],
  env: ({ home, modelUrl }) => ({
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    COPILOT_HOME: join(home, '.copilot'),
    // It needs no account where the model is another's, and asks no network but for that.
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_BASE_URL: modelUrl,
    COPILOT_PROVIDER_API_KEY: 'none-needed',
    COPILOT_MODEL: 'claude-sonnet-4.5',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'create', args: { path, file_text: content } }),
  shell: (command) => ({ kind: 'call', tool: 'bash', args: { command, description: 'prove' } }),
}

/** What of the settings decides whether we run; hooks, models and keys of the person's stay at home. */
function ownSettings(context: InstallContext, home: string, project: string): Readonly<Record<string, string>> {
  const files = [
    ...copilotFiles('user', context).map((file) => [file, join(home, '.copilot', basename(file))] as const),
    ...[...copilotFiles('project', context), ...copilotLocalFiles(context)].map(
      (file) => [file, join(project, '.github', 'copilot', basename(file))] as const,
    ),
    ...claudeProjectFiles(context).map((file) => [file, join(project, '.claude', basename(file))] as const),
  ]
  return Object.fromEntries(
    files.flatMap(([file, place]) => {
      const text = context.look.text(file)
      return text === undefined ? [] : [[place, JSON.stringify(deciding(text, context))]]
    }),
  )
}

function deciding(text: string, context: InstallContext): object {
  const [enabled, market, off] = [
    valueAt(text, ['enabledPlugins', PLUGIN_KEY]),
    valueAt(text, MARKETPLACE),
    valueAt(text, ['disableAllHooks']),
  ]
  const folder = marketplaceFolder(market, context.root)
  const source = folder === undefined ? market : { source: { source: 'directory', path: folder } }
  return {
    ...(off === undefined ? {} : { disableAllHooks: off }),
    ...(enabled === undefined ? {} : { enabledPlugins: { [PLUGIN_KEY]: enabled } }),
    ...(market === undefined ? {} : { extraKnownMarketplaces: { [MARKETPLACE_KEY]: source } }),
  }
}
