/** A real Cline in a home of its own, with our plugin and a model on loopback. */

import { join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { pluginsOff } from './diagnose.ts'
import { folderIn, pluginFiles, pluginText } from './settings.ts'

export const proof: HostProof = {
  files: ({ home, plugin, modelUrl }) => ({
    ...modelFile(home, modelUrl),
    [inHome(home)]: pluginText(plugin),
  }),
  ownFiles({ home, project, modelUrl }, context) {
    const places = [
      ...pluginFiles('user', context).map((from) => [from, inHome(home)] as const),
      ...pluginFiles('project', context).map((from) => [from, join(project, '.cline', PLUGIN)] as const),
    ]
    const copies = places.flatMap(([from, to]) => copyOf(from, to, context))
    const off = copies.filter(({ from }) => pluginsOff(context).includes(from)).map(({ to }) => to)
    return {
      ...modelFile(home, modelUrl),
      ...Object.fromEntries(copies.map(({ to, text }) => [to, text])),
      ...(off.length === 0
        ? {}
        : { [settings(home, 'global-settings.json')]: JSON.stringify({ disabledPlugins: off }) }),
    }
  },
  switches: ['CLINE_JS_RUNTIME_PATH'],
  runs: [['--json', '--retries', '20', 'Prove it.']],
  env: ({ home }) => ({
    HOME: home,
    USERPROFILE: home,
    CLINE_DIR: join(home, '.cline'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    // No process of it stays behind.
    CLINE_SESSION_BACKEND_MODE: 'local',
    CLINE_NO_AUTO_UPDATE: '1',
  }),
  write: (path, content) => ({ kind: 'call', tool: 'editor', args: { path, new_text: content } }),
  shell: (command) => ({ kind: 'call', tool: 'run_commands', args: { commands: [command] } }),
}

const PLUGIN = join('plugins', 'memory-bank.js')

function inHome(home: string): string {
  return join(home, '.cline', PLUGIN)
}

function settings(home: string, name: string): string {
  return join(home, '.cline', 'data', 'settings', name)
}

function modelFile(home: string, url: string): Readonly<Record<string, string>> {
  const model = { provider: 'openai-compatible', apiKey: 'none', model: 'm', baseUrl: `${url}/v1` }
  const providers = {
    [model.provider]: { settings: model, updatedAt: new Date(0).toISOString(), tokenSource: 'manual' },
  }
  const text = JSON.stringify({ version: 1, lastUsedProvider: model.provider, modes: {}, providers })
  return { [settings(home, 'providers.json')]: text }
}

/** The person's plugin file, if it is ours: it leads to the same package from the sample, too. */
function copyOf(from: string, to: string, { look }: InstallContext) {
  const folder = folderIn(look.text(from) ?? '', from)
  return folder === undefined ? [] : [{ from, to, text: pluginText(folder) }]
}
