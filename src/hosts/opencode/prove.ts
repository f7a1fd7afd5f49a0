/** A real OpenCode, or what is made from it, in a home of its own, with our plugin and a model on loopback. */

import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HostProof } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { diagnose } from './diagnose.ts'
import type { OpenCodeProgram } from './programs.ts'
import { isOurPlugin, PLUGIN_LISTS, pluginsOf, settingsFiles, specOf, withSpec } from './settings.ts'

export function proofOf(program: OpenCodeProgram): HostProof {
  const first = firstProof(program)
  const isSecond = ({ path, version }: { readonly path: string; readonly version: string | undefined }) =>
    program.id === 'opencode' && (version?.startsWith('2.') === true || /^opencode2\b/.test(basename(path)))
  return { ...first, of: (found) => (isSecond(found) ? secondProof(first) : first) }
}

/** The second major reads the first's settings. It takes the project from `PWD`, and its tools have other names. */
function secondProof(first: HostProof): HostProof {
  return {
    ...first,
    runs: [['run', '--standalone', '--auto', '--format', 'json', 'Prove it.']],
    env: (place) => ({ ...first.env(place), PWD: place.project }),
    write: (path, content) => ({ kind: 'call', tool: 'write', args: { path, content } }),
    shell: (command) => ({ kind: 'call', tool: 'shell', args: { command } }),
  }
}

function firstProof(program: OpenCodeProgram): HostProof {
  const { variables } = program
  const settings = (project: string) => join(project, program.project.at(-1) ?? '')
  return {
    files: ({ home, project, plugin, modelUrl }) => ({
      ...furnished(join(home, '.config')),
      [settings(project)]: JSON.stringify({ ...scripted(program, modelUrl), plugin: [pathToFileURL(plugin).href] }),
    }),
    ownFiles: ({ home, project, modelUrl }, context) => ({
      ...furnished(join(home, '.config')),
      [settings(project)]: JSON.stringify(scripted(program, modelUrl)),
      ...ownFiles(program, context, { home, project, modelUrl }),
    }),
    switches: [`${variables}_PURE`, `${variables}_DISABLE_PROJECT_CONFIG`],
    runs: [['run', '--auto', '--format', 'json', 'Prove it.']],
    env: ({ home }) => ({
      HOME: home,
      USERPROFILE: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local', 'share'),
      XDG_STATE_HOME: join(home, '.local', 'state'),
      XDG_CACHE_HOME: join(home, '.cache'),
      ...Object.fromEntries(QUIET.map((name) => [`${variables}_DISABLE_${name}`, '1'])),
    }),
    write: (path, content) => ({ kind: 'call', tool: 'write', args: { filePath: path, content } }),
    shell: (command) => ({ kind: 'call', tool: 'bash', args: { command, description: 'write' } }),
  }
}

/** What would ask somebody on the network. */
const QUIET = ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'SHARE', 'SESSION_INGEST', 'PRESENCE']

/** The scripted model, and nothing that speaks to anybody else. */
function scripted({ schema }: OpenCodeProgram, modelUrl: string) {
  return {
    $schema: schema,
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

interface Place {
  readonly home: string
  readonly project: string
  readonly modelUrl: string
}

/** The person's files with their lists of plugins, of which only ours are kept: a list without us may hide another. */
function ownFiles(program: OpenCodeProgram, context: InstallContext, { home, project, modelUrl }: Place) {
  const { installed } = diagnose(program, context)
  const files: Record<string, string> = {}
  const add = (file: string, place: string) => {
    const text = context.look.text(file)
    if (text === undefined) return
    const named = (entry: unknown) => {
      const folder = installed.find((one) => one.file === file && one.spec === specOf(entry))?.folder
      return folder === undefined ? entry : withSpec(entry, pathToFileURL(folder).href)
    }
    const lists = PLUGIN_LISTS.filter((list) => Array.isArray(valueAt(text, [list]))).map((list) => [
      list,
      pluginsOf(text, list).flatMap((entry) => (isOurPlugin(entry, file, context) ? [named(entry)] : [])),
    ])
    const isModels = place === join(project, program.project.at(-1) ?? '')
    files[place] = JSON.stringify({ ...(isModels ? scripted(program, modelUrl) : {}), ...Object.fromEntries(lists) })
  }
  for (const file of settingsFiles(program, 'user', context))
    add(file, join(home, '.config', program.folder, basename(file)))
  for (const name of program.alsoHome) add(join(context.home, name), join(home, name))
  for (const name of [...program.project, ...program.alsoProject, ...program.borrowed])
    add(join(context.root ?? '', name), join(project, name))
  const folders = new Set(Object.keys(files).map(dirname))
  return Object.assign(files, ...[...folders].filter((folder) => folder !== project).map(withPackages))
}

/**
 * Settings whose own packages are there already. Before it loads a plugin, OpenCode fetches from npm what plugins written
 * against its types need. Ours needs none of that, and a start without it takes seconds instead of a minute.
 */
export function furnished(configHome: string): Readonly<Record<string, string>> {
  return withPackages(join(configHome, 'opencode'))
}

function withPackages(folder: string): Readonly<Record<string, string>> {
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*', '@kilocode/plugin': '*' } } } }
  return {
    [join(folder, 'package-lock.json')]: JSON.stringify(lock),
    [join(folder, 'node_modules', '.package-lock.json')]: '{}',
  }
}
