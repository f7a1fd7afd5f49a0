/** A real OpenCode in a home of its own, with our plugin and a model on loopback. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HostProof } from '../../flows/host.ts'

export const proof: HostProof = {
  files: ({ home, project, plugin, modelUrl }) => ({
    ...furnished(join(home, '.config')),
    [join(project, 'opencode.json')]: JSON.stringify({
      $schema: 'https://opencode.ai/config.json',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
          models: { m: { name: 'M', limit: { context: 100_000, output: 4_000 } } },
        },
      },
      model: 'scripted/m',
      small_model: 'scripted/m',
      autoupdate: false,
      share: 'disabled',
      plugin: [pathToFileURL(plugin).href],
    }),
  }),
  runs: [['run', '--auto', '--format', 'json', 'Prove it.']],
  env: ({ home }) => ({
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'write', args: { filePath: path, content } }),
  shell: (command) => ({ kind: 'call', tool: 'bash', args: { command, description: 'write' } }),
}

/**
 * Settings whose own packages are there already. Before it loads a plugin, OpenCode fetches from npm what plugins written
 * against its types need. Ours needs none of that, and a start without it takes seconds instead of a minute.
 */
export function furnished(configHome: string): Readonly<Record<string, string>> {
  const folder = join(configHome, 'opencode')
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }
  return {
    [join(folder, 'package-lock.json')]: JSON.stringify(lock),
    [join(folder, 'node_modules', '.package-lock.json')]: '{}',
  }
}
