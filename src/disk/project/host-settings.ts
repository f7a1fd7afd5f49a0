/**
 * The files from which hosts read their settings, by name. These settings can switch Memory Bank on and off (S33).
 *
 * A host reads them from the project, from folders above or below it, and from the user's home. So the name decides,
 * wherever the file is.
 */

import { basename, dirname, join, resolve } from 'node:path'

/** File names that only a host's settings have. */
const NAMES = new Set(
  `.mcp.json .claude.json managed-settings.json known_marketplaces.json installed_plugins.json opencode.json
  opencode.jsonc kilo.json kilo.jsonc .bashrc .bash_profile .profile .zshrc .zshenv .zprofile .envrc config.fish`.split(
    /\s+/,
  ),
)
/** File names that are a host's settings only in a folder of this name. */
const IN_FOLDER: Readonly<Record<string, readonly string[]>> = {
  '.claude': ['settings.json', 'settings.local.json'],
  opencode: ['config.json'],
  kilo: ['config.json'],
  '.codex': ['hooks.json', 'config.toml'],
  '.gemini': ['settings.json', 'trustedfolders.json'],
  '.qwen': ['settings.json', 'trustedfolders.json'],
  '.cursor': ['hooks.json', 'mcp.json'],
  '.vscode': ['mcp.json'],
  '.copilot': ['settings.json', 'config.json', 'mcp-config.json'],
  copilot: ['settings.json', 'settings.local.json'],
  '.github': ['mcp.json'],
  // Cline: the file that loads Memory Bank, and the list of disabled plugins.
  plugins: ['memory-bank.js'],
  settings: ['global-settings.json'],
}

export function isHostSettings(path: string, env: NodeJS.ProcessEnv): boolean {
  const [name, folder] = [basename(path).toLowerCase(), basename(dirname(path)).toLowerCase()]
  // Several hosts read environment variables from this file, including those of Memory Bank.
  if (/^\.env(?:\.|$)/.test(name)) return true
  if (NAMES.has(name) || (Object.hasOwn(IN_FOLDER, folder) && IN_FOLDER[folder]?.includes(name) === true)) return true
  if (folder === 'hooks' && name.endsWith('.json')) return /[\\/]\.(?:github|copilot)[\\/]hooks[\\/]/i.test(path)
  const homes = [env['CLAUDE_CONFIG_DIR'], env['COPILOT_HOME']].filter((home) => home !== undefined && home !== '')
  return (
    namedFiles(env).includes(path) ||
    (name === 'settings.json' && homes.some((home) => dirname(path) === resolve(home ?? '')))
  )
}

/** The usual files that hold Memory Bank's settings, in a project and in the home folder. */
export function usualSettings(root: string, env: NodeJS.ProcessEnv): readonly string[] {
  const names = [
    ...['.claude/settings.json', '.claude/settings.local.json', '.mcp.json', 'opencode.json', 'opencode.jsonc'],
    ...['.opencode/opencode.json', '.opencode/opencode.jsonc', '.config/opencode/opencode.json', '.claude.json'],
    ...['.config/opencode/opencode.jsonc', '.config/opencode/config.json', '.codex/hooks.json', '.codex/config.toml'],
    ...['.claude/plugins/known_marketplaces.json', '.claude/plugins/installed_plugins.json'],
    ...['.github/copilot/settings.json', '.github/copilot/settings.local.json', '.copilot/settings.json'],
    ...['kilo.json', 'kilo.jsonc', '.kilo/kilo.json', '.kilo/kilo.jsonc'],
    ...OF_KILO.map((name) => `.config/kilo/${name}`),
    '.cline/plugins/memory-bank.js',
    ...['.cursor/hooks.json', '.cursor/mcp.json', '.gemini/settings.json', '.qwen/settings.json'],
  ]
  const folders = [root, env['HOME']].filter((folder) => folder !== undefined && folder !== '')
  const { CLAUDE_CONFIG_DIR: claude, COPILOT_HOME: copilot, XDG_CONFIG_HOME: config } = env
  return [
    ...folders.flatMap((folder) => names.map((name) => join(folder ?? '', name))),
    ...(claude === undefined || claude === '' ? [] : [join(claude, 'settings.json')]),
    ...(copilot === undefined || copilot === '' ? [] : [join(copilot, 'settings.json')]),
    ...(config === undefined || config === '' ? [] : OF_OPENCODE.map((name) => join(config, 'opencode', name))),
    ...(config === undefined || config === '' ? [] : OF_KILO.map((name) => join(config, 'kilo', name))),
    ...namedFiles(env),
  ]
}

/** Settings files that environment variables name. */
function namedFiles(env: NodeJS.ProcessEnv): readonly string[] {
  return [env['OPENCODE_CONFIG'], env['KILO_CONFIG']].flatMap((file) =>
    file === undefined || file === '' ? [] : [resolve(file)],
  )
}

const OF_OPENCODE = ['opencode.jsonc', 'opencode.json', 'config.json']
const OF_KILO = [...OF_OPENCODE, 'kilo.jsonc', 'kilo.json']
