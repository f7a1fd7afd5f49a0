/**
 * The environment without variables that a repository set (S39). A host may pass a project's variables to Memory Bank's
 * hooks, and a clone must not use them to trust itself or to disable the guard. Plugin options have the same check.
 */

import { dirname, join } from 'node:path'
import { isRecord } from '../base/is-record.ts'
import { findProject } from '../disk/project/find-project.ts'
import { diskLook } from '../disk/project/settings-files.ts'
import { homeFolder } from '../disk/state/state-folder.ts'
import { isTrusted } from '../disk/state/trust.ts'

/**
 * `files` are the project settings whose `env` the host sets, and its `.env` files. The variables of a trusted
 * repository are kept.
 */
export async function personEnvironment(
  env: NodeJS.ProcessEnv,
  folder: string,
  files: readonly string[],
): Promise<NodeJS.ProcessEnv> {
  if (memoryBankVariables(env).length === 0) return env
  const { valueAt } = await import('../settings/jsonc.ts')
  return without(env, folder, files, (text, name) =>
    [String(valueAt(text, ['env', name])), variableIn(text, name)].includes(env[name]),
  )
}

/** The same for hosts that set only the variables in `.env` files, as programs built with Bun do. */
export function withoutDotenv(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  return without(env, folder, DOTENV, (text, name) => variableIn(text, name) === env[name])
}

const DOTENV = ['', '.local', '.development', '.production', '.test'].flatMap((end) =>
  end === '' || end === '.local' ? [`.env${end}`] : [`.env${end}`, `.env${end}.local`],
)

function without(
  env: NodeJS.ProcessEnv,
  folder: string,
  files: readonly string[],
  saysSo: (text: string, name: string) => boolean,
): NodeJS.ProcessEnv {
  const names = memoryBankVariables(env)
  if (names.length === 0) return env
  const project = findProject(folder, homeFolder(env))
  const root = project.ok ? project.value.root : folder
  const texts = [...new Set([root, folder])].flatMap((place) =>
    files.flatMap((file) => diskLook.text(join(place, file)) ?? []),
  )
  const theirs = new Set(names.filter((name) => texts.some((text) => saysSo(text, name))))
  if (theirs.size === 0) return env
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !theirs.has(name)))
  return project.ok && isTrusted(project.value, own) ? env : own
}

function memoryBankVariables(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(env).filter((name) => name.startsWith('MEMORY_BANK_') && !KEPT.has(name))
}

/** The value of a variable in a `.env` file. */
function variableIn(text: string, name: string): string | undefined {
  const line = text.split(/\r?\n/).findLast((one) => one.replace(/^\s*(?:export\s+)?/, '').startsWith(`${name}=`))
  const value = line?.slice(line.indexOf('=') + 1).trim()
  return value === undefined ? undefined : (/^(["'])(.*)\1/.exec(value)?.[2] ?? value.replace(/(?<!\s)\s+#.*$/, ''))
}

/**
 * Kept even if the repository sets them. Removing the agent-shell mark would let a clone pass its agent off as a
 * person. This process never starts the named Node: hook.sh checks it, and the hook warns if the server cannot use it.
 */
const KEPT = new Set(['MEMORY_BANK_AGENT_SHELL', 'MEMORY_BANK_NODE'])

/** True if a project's settings give the plugin exactly these options, in the folder or above it up to the root. */
export async function areSetByRepository(
  options: Readonly<Record<string, unknown>>,
  folder: string,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (Object.keys(options).length === 0) return false
  const { valueAt } = await import('../settings/jsonc.ts')
  const said = JSON.stringify(options)
  const project = findProject(folder, homeFolder(env))
  const places = [folder]
  const root = project.ok ? project.value.root : folder
  for (let place = folder; place.startsWith(root) && place !== root; place = dirname(place)) places.push(dirname(place))
  return places.some((place) =>
    files.some((file) => {
      const text = diskLook.text(join(place, file)) ?? ''
      return ['plugin', 'plugins'].some((list) => listsOptions(valueAt(text, [list]), said))
    }),
  )
}

/** An entry with options is a pair, or has named fields. */
function listsOptions(plugins: unknown, said: string): boolean {
  if (!Array.isArray(plugins)) return false
  return plugins.some((one: unknown) => {
    const options: unknown = Array.isArray(one) ? one[1] : isRecord(one) ? one['options'] : undefined
    return JSON.stringify(options) === said
  })
}
