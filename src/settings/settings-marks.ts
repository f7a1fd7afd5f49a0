/**
 * What in a host's settings keeps us at work: every entry that names us, and every switch that would turn us off; and
 * what weakens our protection where the settings come with a repository (S39).
 *
 * Two texts with the same marks protect alike, whatever else differs: order, blanks, comments, other people's entries.
 */

import { isRecord } from '../base/record.ts'
import { faultOf, valueAt } from './jsonc.ts'
import { neutralise } from '../base/neutralise.ts'
import { tomlFaultOf, tomlValueAt } from './toml-table.ts'
import { wordSet } from '../base/word-set.ts'

/** Whether a write would change what keeps us at work. A file that would be gone, or could not be read, loses it all. */
export function changesProtection(
  path: string,
  before: string | undefined,
  after: string | undefined,
  root: string,
): boolean {
  const was = settingsMarks(path, before ?? '', root)
  // What no host could read before may be mended, or left.
  if (was === undefined) return false
  return !sameMarks(was, settingsMarks(path, after ?? '', root))
}

/** Undefined for settings that their host could not read, and so would leave aside whole. */
export function settingsMarks(path: string, text: string, root: string): ReadonlySet<string> | undefined {
  // A project may itself stand in a folder of our name; its own place names nothing.
  const own = text.replaceAll(JSON.stringify(root).slice(1, -1), '.')
  if (path.endsWith('.toml')) return tomlMarks(own)
  if (!/\.jsonc?$/.test(path)) return new Set(own.split(/\r?\n/).filter((line) => namesUs(line) || isSwitch(line)))
  if (faultOf(own) !== undefined) return undefined
  const value = valueAt(own, [])
  // Where nobody trusts the folder, no hooks run.
  if (/trustedfolders\.json$/i.test(path)) return new Set(Object.entries(isRecord(value) ? value : {}).map(written))
  const marks = new Set(marksIn(value, []))
  // Of the person's own files OpenCode and Kilo read the first list of plugins only: a new list hides another.
  if (/[\\/](?:opencode|kilo)[\\/][^\\/]+$/.test(path) && Array.isArray(valueAt(own, ['plugin']))) marks.add('plugin')
  return marks
}

/** Beside lines that name us: whether hooks run at all, and which of them the person has trusted. */
function tomlMarks(text: string): ReadonlySet<string> | undefined {
  if (tomlFaultOf(text) !== undefined) return undefined
  const switches = [['features', 'hooks'], ['hooks']].map((at) => `${at.join('.')} ${written(tomlValueAt(text, at))}`)
  return new Set([...text.split(/\r?\n/).filter((line) => namesUs(line) || isSwitch(line)), ...switches])
}

function sameMarks(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.size === other.size && [...one].every((mark) => other.has(mark))
}

/** Whether a text could hold a mark of this file at all: for commands, whose result nobody has read yet. */
export function mayHoldMark(path: string, text: string): boolean {
  return namesUs(text) || isSwitch(text) || (/\.jsonc?$/.test(path) && /plugin|trust|\\u00/i.test(text))
}

/** Where our name says what may be read or what is told to a model, and not whether we run. */
const OF_NO_CONCERN = wordSet(
  `permissions.allow permissions.ask permissions.additionalDirectories
  instructions command agent watcher statusLine outputStyle`,
)

/** Keys that switch hooks, plugins or servers off, whatever else they are for. */
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
  // An item that names us is ours as a whole; where it stands among the others does not matter.
  if (Array.isArray(value))
    for (const item of value.map(written)) if (namesUs(item) || takesOut(place, item)) yield `${place}[] ${item}`
  if (typeof value === 'string' && namesUs(value)) yield `${place} ${value}`
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (isSwitch(key) ? inner !== false : namesUs(key)) yield `${place}.${key} ${written(inner)}`
    else yield* marksIn(inner, [...path, key])
  }
}

/** OpenCode 2 takes every plugin out again by this item of either list. */
function takesOut(place: string, item: string): boolean {
  return (place === 'plugins' || place === 'plugin') && item === '"-*"'
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

function namesUs(text: string): boolean {
  return /memory[-_]bank/i.test(text)
}

function isSwitch(text: string): boolean {
  return SWITCHES.some((name) => text.includes(name))
}

/** What weakens us, each as `name=value`, without what could pass for words of ours. */
export function weakeningsIn(text: string): readonly string[] {
  return [...weakeningsOf(valueAt(text, []), [])].map((one) =>
    neutralise(one).replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS),
  )
}

const MOST_CHARACTERS = 80
const MOST_DEPTH = 6

/** Lists of servers or tools that are not used. */
const DENIALS = wordSet('disabledMcpjsonServers deniedMcpServers deny')
/** A variable of ours that makes nothing weaker. */
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

/** A rule that keeps the host from calling our server or its tools; rules about the bank's files protect it. */
function keepsServerOut(item: unknown): boolean {
  return namesUs(written(item)) && !/(?:Edit|Write)\(/.test(written(item))
}

/** Our plugin with options: those may say how strict we are. */
function hasOptions(item: unknown): boolean {
  if (isRecord(item)) return namesUs(String(item['package'])) && item['options'] !== undefined
  return Array.isArray(item) && namesUs(String(item[0])) && item[1] !== undefined
}
