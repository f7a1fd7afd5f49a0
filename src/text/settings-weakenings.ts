/** What in a host's settings that come with a repository weakens our protection, in words a person can look for (S39). */

import { valueAt } from './jsonc.ts'
import { neutralise } from './neutralise.ts'

/** Each as `name=value`, without what could pass for words of ours. */
export function weakeningsIn(text: string): readonly string[] {
  const found: string[] = []
  collect(valueAt(text, []), [], found)
  return found.map((one) => neutralise(one).replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS))
}

const MOST_CHARACTERS = 80
const MOST_DEPTH = 6

/** Keys that switch hooks, plugins or servers off, whatever else they are for. */
const SWITCHES = new Set(
  'disableAllHooks allowManagedHooksOnly strictPluginOnlyCustomization allowManagedMcpServersOnly'.split(' '),
)
/** Lists of servers or tools that are not used. */
const DENIALS = new Set('disabledMcpjsonServers deniedMcpServers deny'.split(' '))
/** Variables and options of ours that make nothing weaker. */
const HARMLESS = new Set(['MEMORY_BANK_NODE', 'MEMORY_BANK_DEBUG'])

function collect(value: unknown, path: readonly string[], found: string[]): void {
  if (path.length > MOST_DEPTH || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const key = path.at(-1) ?? ''
    for (const item of value)
      if (DENIALS.has(key) ? namesServer(item) : hasOptions(item)) found.push(`${key}=${JSON.stringify(item)}`)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const weakens =
      (SWITCHES.has(key) && inner === true) ||
      (path.at(-1) === 'env' && key.startsWith('MEMORY_BANK_') && !HARMLESS.has(key)) ||
      (path.at(-1) === 'enabledPlugins' && key.startsWith('memory-bank@') && inner === false)
    if (weakens) found.push(`${key}=${String(inner)}`)
    else collect(inner, [...path, key], found)
  }
}

/** A rule that keeps the host from calling our server or its tools; rules about the bank's files protect it. */
function namesServer(item: unknown): boolean {
  const text = JSON.stringify(item) ?? ''
  return /memory[-_]bank/i.test(text) && !/(?:Edit|Write)\(/.test(text)
}

/** Our plugin with options: those may say how strict we are. */
function hasOptions(item: unknown): boolean {
  return Array.isArray(item) && /memory[-_]bank/i.test(String(item[0])) && item[1] !== undefined
}
