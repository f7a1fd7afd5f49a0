/**
 * What in a host's settings keeps us at work: every entry that names us, and every switch that would turn us off.
 *
 * Two texts with the same marks protect alike, whatever else differs: order, blanks, comments, other people's entries.
 */

import { faultOf, valueAt } from './jsonc.ts'

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
  if (!/\.jsonc?$/.test(path)) return new Set(own.split(/\r?\n/).filter((line) => namesUs(line) || isSwitch(line)))
  if (faultOf(own) !== undefined) return undefined
  const marks = new Set<string>()
  const value = valueAt(own, [])
  collect(value, [], marks)
  // Of the person's own files OpenCode reads the first list of plugins only: a new list hides another.
  if (/[\\/]opencode[\\/][^\\/]+$/.test(path) && Array.isArray(valueAt(own, ['plugin']))) marks.add('plugin')
  return marks
}

function sameMarks(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.size === other.size && [...one].every((mark) => other.has(mark))
}

/** Whether a text could hold a mark at all: for commands, whose result nobody has read yet. */
export function mayHoldMark(text: string): boolean {
  return namesUs(text) || isSwitch(text) || /plugin|\\u00/i.test(text)
}

/** Where our name says what may be read or what is told to a model, and not whether we run. */
const BESIDE_THE_POINT = new Set(['permissions.allow', 'permissions.ask', 'permissions.additionalDirectories'])
const OF_NO_CONCERN = new Set(['instructions', 'command', 'agent', 'watcher', 'statusLine', 'outputStyle'])

const SWITCHES = [
  ...['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization', 'allowManagedMcpServersOnly'],
  ...['OPENCODE_PURE', 'OPENCODE_DISABLE', 'OPENCODE_CONFIG', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_SIMPLE'],
]

function collect(value: unknown, path: readonly string[], marks: Set<string>): void {
  const place = path.join('.')
  if (BESIDE_THE_POINT.has(place) || (path.length === 1 && OF_NO_CONCERN.has(place))) return
  if (Array.isArray(value)) {
    // An item that names us is ours as a whole; where it stands among the others does not matter.
    for (const item of value) if (namesUs(written(item))) marks.add(`${place}[] ${written(item)}`)
    return
  }
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string' && namesUs(value)) marks.add(`${place} ${value}`)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    if (isSwitch(key) ? inner !== false : namesUs(key)) marks.add(`${place}.${key} ${written(inner)}`)
    else collect(inner, [...path, key], marks)
  }
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
