/** A real Claude Code in a home of its own, with our plugin and a model on loopback. */

import { join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import { MARKETPLACE_KEY, PLUGIN_KEY } from './settings.ts'

const PRINT = ['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions']

export const proof: HostProof = {
  files: ({ home, plugin }) => ({
    [join(home, '.claude', 'settings.json')]: JSON.stringify({
      extraKnownMarketplaces: { [MARKETPLACE_KEY]: { source: { source: 'directory', path: plugin } } },
      enabledPlugins: { [PLUGIN_KEY]: true },
    }),
  }),
  // The first start finds the plugin; the second has all of it.
  runs: [
    ['-p', 'Hello.', ...PRINT],
    ['-p', 'Prove it.', ...PRINT],
  ],
  env: ({ home, modelUrl }) => ({
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // As root it skips its questions only in a sandbox, which this folder is.
    IS_SANDBOX: '1',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'Write', args: { file_path: path, content } }),
  shell: (command) => ({ kind: 'call', tool: 'Bash', args: { command } }),
}
