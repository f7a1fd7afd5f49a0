/**
 * Marks in a host's settings: entries that name Memory Bank, and switches that can disable it. Also finds the settings
 * of a repository that weaken protection (S39).
 *
 * Two texts with equal marks give the same protection. Order, blanks, comments and other entries do not matter.
 */

import { isRecord } from '../base/is-record.ts'
import { neutralise } from '../base/neutralise.ts'
import { wordSet } from '../base/word-set.ts'
import { faultOf, valueAt } from './jsonc.ts'
import { tomlFaultOf, tomlValueAt } from './toml-table.ts'

/** True if a write would change the marks. A removed file has none; breaking the syntax is a change. */
export function changesProtection(
  path: string,
  before: string | undefined,
  after: string | undefined,
  root: string,
): boolean {
  const was = settingsMarks(path, before ?? '', root)
  // Any edit of a file that no host can parse is allowed.
  if (was === undefined) return false
  return !sameMarks(was, settingsMarks(path, after ?? '', root))
}

/** Undefined for settings that the host cannot parse. */
export function settingsMarks(path: string, text: string, root: string): ReadonlySet<string> | undefined {
  // A project's own path may contain the name memory-bank, which is not a mark.
  const own = text.replaceAll(JSON.stringify(root).slice(1, -1), '.')
  if (path.endsWith('.toml')) return tomlMarks(own)
  if (!/\.jsonc?$/.test(path))
    return new Set(own.split(/\r?\n/).filter((line) => namesMemoryBank(line) || isSwitch(line)))
  if (faultOf(own) !== undefined) return undefined
  const value = valueAt(own, [])
  // In an untrusted folder no hooks run, so every entry of this file is a mark.
  if (/trustedfolders\.json$/i.test(path)) return new Set(Object.entries(isRecord(value) ? value : {}).map(written))
  const marks = new Set(marksIn(value, []))
  // OpenCode and Kilo read only the first plugin list in the user's files, so a new list may hide Memory Bank's.
  if (/[\\/](?:opencode|kilo)[\\/][^\\/]+$/.test(path) && Array.isArray(valueAt(own, ['plugin']))) marks.add('plugin')
  return marks
}

/** Lines that name Memory Bank or a switch, and the values that disable hooks or trust them. */
function tomlMarks(text: string): ReadonlySet<string> | undefined {
  if (tomlFaultOf(text) !== undefined) return undefined
  const switches = [['features', 'hooks'], ['hooks']].map((at) => `${at.join('.')} ${written(tomlValueAt(text, at))}`)
  return new Set([...text.split(/\r?\n/).filter((line) => namesMemoryBank(line) || isSwitch(line)), ...switches])
}

function sameMarks(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.size === other.size && [...one].every((mark) => other.has(mark))
}

/** True if a text could contain a mark of this file. For shell commands, whose result is not known yet. */
export function mayHoldMark(path: string, text: string): boolean {
  return namesMemoryBank(text) || isSwitch(text) || (/\.jsonc?$/.test(path) && /plugin|trust|\\u00/i.test(text))
}

/** Settings where Memory Bank's name does not affect hooks, such as permission to read its folder. */
const OF_NO_CONCERN = wordSet(
  `permissions.allow permissions.ask permissions.additionalDirectories
  instructions command agent watcher statusLine outputStyle`,
)

/** Keys that disable hooks, plugins or servers of any kind. */
const OFF_SWITCHES = wordSet(
  'disableAllHooks allowManagedHooksOnly strictPluginOnlyCustomization allowManagedMcpServersOnly',
)
const SWITCHES = [
  ...OFF_SWITCHES,
  ...['OPENCODE_PURE', 'OPENCODE_DISABLE', 'OPENCODE_CONFIG', 'KILO_PURE', 'KILO_DISABLE', 'KILO_CONFIG'],
  ...[
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_SIMPLE',
    'COPILOT_HOME',
    'CODEX_HOME',
    'QWEN_HOME',
    'GEMINI_CLI_HOME',
    'CLINE_DIR',
  ],
]

function* marksIn(value: unknown, path: readonly string[]): Generator<string> {
  const place = path.join('.')
  if (OF_NO_CONCERN.has(place)) return
  // The position in a list is not part of an item's mark.
  if (Array.isArray(value))
    for (const item of value.map(written))
      if (namesMemoryBank(item) || removesAllPlugins(place, item)) yield `${place}[] ${item}`
  if (typeof value === 'string' && namesMemoryBank(value)) yield `${place} ${value}`
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (isSwitch(key) ? inner !== false : namesMemoryBank(key)) yield `${place}.${key} ${written(inner)}`
    else yield* marksIn(inner, [...path, key])
  }
}

/** In OpenCode 2 this item of either list removes every plugin. */
function removesAllPlugins(place: string, item: string): boolean {
  return (place === 'plugins' || place === 'plugin') && item === '"-*"'
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

function namesMemoryBank(text: string): boolean {
  return /memory[-_]bank/i.test(text)
}

function isSwitch(text: string): boolean {
  return SWITCHES.some((name) => text.includes(name))
}

/** Weakening settings as `name=value`, escaped so that they cannot be mistaken for Memory Bank's own text. */
export function weakeningsIn(text: string): readonly string[] {
  return [...weakeningsOf(valueAt(text, []), [])].map((one) =>
    neutralise(one).replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS),
  )
}

const MOST_CHARACTERS = 80
const MOST_DEPTH = 6

/** Settings that list disabled servers or tools. */
const DENIALS = wordSet('disabledMcpjsonServers deniedMcpServers deny')
/** True for variables that do not weaken protection. */
function isHarmless(name: string, value: unknown): boolean {
  return (
    name === 'MEMORY_BANK_DEBUG' || (name === 'MEMORY_BANK_NODE' && /[\\/]node(?:js)?(?:\.exe)?$/i.test(String(value)))
  )
}

function* weakeningsOf(value: unknown, path: readonly string[]): Generator<string> {
  const place = path.at(-1) ?? ''
  if (path.length > MOST_DEPTH) return
  if (Array.isArray(value)) {
    const items = value.filter(DENIALS.has(place) ? keepsServerOut : hasOptions)
    for (const item of items) yield `${place}=${JSON.stringify(item)}`
  }
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (weakens(place, key, inner)) yield `${key}=${String(inner)}`
    else yield* weakeningsOf(inner, [...path, key])
  }
}

function weakens(place: string, key: string, value: unknown): boolean {
  if (OFF_SWITCHES.has(key) && value === true) return true
  if (place === 'env') return key.startsWith('MEMORY_BANK_') && !isHarmless(key, value)
  return place === 'enabledPlugins' && key.startsWith('memory-bank@') && value === false
}

/** A rule that blocks Memory Bank's server or its tools. Rules about the bank's files protect it. */
function keepsServerOut(item: unknown): boolean {
  return namesMemoryBank(written(item)) && !/(?:Edit|Write)\(/.test(written(item))
}

/** Memory Bank's plugin with options, which may set the guard mode. */
function hasOptions(item: unknown): boolean {
  if (isRecord(item)) return namesMemoryBank(String(item['package'])) && item['options'] !== undefined
  return Array.isArray(item) && namesMemoryBank(String(item[0])) && item[1] !== undefined
}
