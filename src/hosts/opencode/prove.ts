/** A real OpenCode in a home of its own, with our plugin and a model on loopback. */

import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HostProof, Scope } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { diagnose } from './diagnose.ts'
import { openCodeFiles } from './settings.ts'

export const proof: HostProof = {
  files: ({ home, project, plugin, modelUrl }) => ({
    ...furnished(join(home, '.config')),
    [join(project, 'opencode.json')]: JSON.stringify({ ...scripted(modelUrl), plugin: [pathToFileURL(plugin).href] }),
  }),
  ownFiles: ({ home, project, modelUrl }, context) => ({
    ...furnished(join(home, '.config')),
    [join(project, 'opencode.json')]: JSON.stringify(scripted(modelUrl)),
    ...Object.fromEntries(
      (['user', 'project'] as const).flatMap((scope) =>
        openCodeFiles(scope, context).flatMap((file) => ownFile(file, scope, context, { home, project, modelUrl })),
      ),
    ),
  }),
  switches: ['OPENCODE_PURE', 'OPENCODE_DISABLE_PROJECT_CONFIG'],
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

/** The scripted model, and nothing that speaks to anybody else. */
function scripted(modelUrl: string) {
  return {
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
  }
}

/** A file of the person's with its list of plugins, of which only ours are kept: a list without us may hide another. */
function ownFile(
  file: string,
  scope: Scope,
  context: InstallContext,
  { home, project, modelUrl }: { readonly home: string; readonly project: string; readonly modelUrl: string },
): readonly (readonly [string, string])[] {
  const text = context.look.text(file)
  if (text === undefined) return []
  const ours = diagnose(context).installed.filter((entry) => entry.file === file)
  const plugin = ours.map(({ folder, spec, options }) => {
    const named = folder === undefined ? spec : pathToFileURL(folder).href
    return options === undefined ? named : [named, options]
  })
  const lists = Array.isArray(valueAt(text, ['plugin'])) ? { plugin } : {}
  const place =
    scope === 'user'
      ? join(home, '.config', 'opencode', basename(file))
      : join(project, relative(context.root ?? '', file))
  const isModels = place === join(project, 'opencode.json')
  return [[place, JSON.stringify({ ...(isModels ? scripted(modelUrl) : {}), ...lists })]]
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
