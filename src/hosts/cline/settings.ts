/**
 * The file that makes Cline load our plugin: one short module in its folder of plugins.
 *
 * Cline translates whatever a plugin imports, and follows what looks like an import in its text; where one leads nowhere it
 * loads nothing. So the package is required, by a name that only running the module tells.
 */

import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InstallWish, Scope } from '../../flows/host.ts'
import { type InstallContext, userFolder } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { packagePlace } from '../package-place.ts'

const FILE = join('plugins', 'memory-bank.js')
const HEAD = '// Memory Bank for Cline. `memory-bank uninstall cline` removes this file.'
const IMPORT = "import { createRequire } from 'node:module'"
const LOAD = 'export default createRequire(import.meta.url)(memoryBank).plugin'
export const MODULE = join('dist', 'cline.cjs')

function clineFolder(context: InstallContext): string {
  return userFolder(context, 'CLINE_DIR', '.cline')
}

export function pluginFiles(scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') return [join(clineFolder(context), FILE)]
  return context.root === undefined ? [] : [join(context.root, '.cline', FILE)]
}

/** Where Cline keeps which plugins are switched off, and its servers. */
export function dataFile(name: 'global-settings.json' | 'cline_mcp_settings.json', context: InstallContext): string {
  const data = context.env['CLINE_DATA_DIR'] ?? ''
  return join(isAbsolute(data) ? data : join(clineFolder(context), 'data'), 'settings', name)
}

/** The plugin file for the package in a folder of this machine. */
export function pluginText(folder: string): string {
  return textOf(join(folder, MODULE))
}

/** The same as a wish has it: a copy inside the project is named by the way to it from the file. */
export function wishedText(wish: InstallWish, file: string, context: InstallContext): string {
  if (wish.from !== undefined)
    return pluginText(wish.from.startsWith('file:') ? fileURLToPath(wish.from) : resolve(context.folder, wish.from))
  const place = packagePlace(wish, context)
  if (place.kind === 'machine') return pluginText(place.folder)
  const module = relative(dirname(file), join(context.root ?? '', place.path, MODULE))
  return textOf(module.split(sep).join('/'))
}

function textOf(module: string): string {
  return [HEAD, IMPORT, `const memoryBank = ${JSON.stringify(module)}`, LOAD, ''].join('\n')
}

/** The module that a plugin file of ours names. */
export function moduleIn(text: string): string | undefined {
  const named = /^const memoryBank = (".*[\\/]cline\.cjs")$/m.exec(text)?.[1]
  const module: unknown = named === undefined ? undefined : valueAt(named, [])
  return typeof module === 'string' ? module : undefined
}

/** The folder of the package that a plugin file leads to. */
export function folderIn(text: string, file: string): string | undefined {
  const module = moduleIn(text)
  if (module === undefined) return undefined
  return dirname(dirname(resolve(dirname(file), module)))
}

/** What somebody else wrote into the file. */
export function restOf(text: string): string {
  const lines = text.split(/(?<=\n)/)
  const isOurs = (line: string) => [HEAD, IMPORT, LOAD].includes(line) || moduleIn(line) !== undefined
  return lines.filter((line) => !isOurs(line.trim())).join('')
}
