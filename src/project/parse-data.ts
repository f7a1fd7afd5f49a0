/**
 * Parses JSON, TOML, YAML and XML that may be cut, invalid or hostile.
 *
 * Returns what can be parsed and never throws. The accessors below read own keys only.
 */

import { XMLParser } from 'fast-xml-parser'
import { parse as parseJsonc } from 'jsonc-parser'
import { parse as parseTomlStrictly, TomlError } from 'smol-toml'
import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { isRecord } from '../base/is-record.ts'

export function parseJson(text: string): unknown {
  return nests(text, '{[', '}]') ? attempt(() => parseJsonc(text, [], { allowTrailingComma: true })) : undefined
}

/** Reads only plain keys, because the library's own conversion is very slow on nested complex keys. */
export function parseYaml(text: string): unknown {
  const sane = withoutLongLines(text).slice(0, MAX_YAML)
  if (!nests(sane, '{[', '}]')) return undefined
  return attempt(() => {
    const document = parseDocument(sane, { logLevel: 'silent', uniqueKeys: false, prettyErrors: false })
    return plainValue(document.contents, document, { nodes: 20_000, aliases: 100 }, 0)
  })
}

/** Parses the whole text, else each table as far as possible. */
export function parseToml(text: string): unknown {
  const sane = withoutLongLines(text)
  const whole = attempt(() => parseTomlStrictly(sane))
  if (whole !== undefined) return whole
  const merged: Tree = Object.create(null)
  for (const table of sane.split(/^(?=\[)/m)) mergeInto(merged, parseTomlPrefix(table), 0)
  return merged
}

/** Drops an unfinished comment or tag at the end, and names that XML readers refuse. */
export function parseXml(text: string): unknown {
  let sane = withoutComments(text).replaceAll(/<(\/?)(?:__proto__|constructor|prototype)(?=[\s/>])/g, '<$1x')
  for (let tries = 0; tries < 20; tries += 1) {
    const candidate = sane
    const parsed = attempt<unknown>(() => new XMLParser(XML).parse(candidate))
    if (parsed !== undefined) return parsed
    const last = sane.lastIndexOf('<')
    if (last <= 0) return undefined
    sane = sane.slice(0, last)
  }
  return undefined
}

/** The value at a path of own keys. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let here = value
  for (const key of keys) {
    if (!isRecord(here) || !Object.hasOwn(here, key)) return undefined
    here = here[key]
  }
  return here
}

export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  return textOf(at(value, ...keys))
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A list, or a single value as a list of one, as XML needs. */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys)
  if (found === undefined || found === null || found === '') return []
  return (Array.isArray(found) ? found : [found]).slice(0, MAX_ENTRIES)
}

export function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  return listAt(value, ...keys).flatMap((item) => textOf(item) ?? [])
}

export function entriesAt(value: unknown, ...keys: readonly string[]): readonly (readonly [string, unknown])[] {
  const found = at(value, ...keys)
  return isRecord(found) ? Object.entries(found).slice(0, MAX_ENTRIES) : []
}

/** The lines of a text, without very long ones, which no person wrote. */
export function shortLines(text: string): readonly string[] {
  return withoutLongLines(text).split('\n')
}

const MAX_ENTRIES = 400
const MAX_LINE = 1_000
const MAX_DEPTH = 60
/** The parser takes quadratic time on malformed input, so longer text is cut. */
const MAX_YAML = 24_000
const XML = { ignoreAttributes: false, processEntities: false, parseTagValue: false, parseAttributeValue: false }

type Tree = Record<string, unknown>

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    // A file of the project may be invalid. That is not an error to report.
    return undefined
  }
}

function parseTomlPrefix(table: string): unknown {
  let lines = table.split('\n')
  for (let tries = 0; tries < 12 && lines.length > 0; tries += 1) {
    try {
      return parseTomlStrictly(lines.join('\n'))
    } catch (error) {
      // An unfinished list is reported at the end of the text, not where the list began.
      const line = error instanceof TomlError ? Math.min(error.line - 1, lines.length - 1) : 0
      lines = lines.slice(0, beginningOf(lines, line))
    }
  }
  return undefined
}

/** The line where the failing value began: the nearest `key =` at or above it. */
function beginningOf(lines: readonly string[], line: number): number {
  for (let index = line; index > 0; index -= 1) {
    if (/^\s*["'\w.-]+\s*=/.test(lines[index] ?? '')) return index
  }
  return 0
}

function mergeInto(target: Tree, value: unknown, depth: number): void {
  if (!isRecord(value) || depth > MAX_DEPTH) return
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') continue
    const present = target[key]
    if (Array.isArray(present) && Array.isArray(item)) target[key] = [...present, ...item]
    else if (isRecord(present) && isRecord(item)) {
      const copy: Tree = Object.assign(Object.create(null), present)
      mergeInto(copy, item, depth + 1)
      target[key] = copy
    } else if (present === undefined) target[key] = item
  }
}

interface Budget {
  nodes: number
  aliases: number
}

function plainValue(node: unknown, document: Document, budget: Budget, depth: number): unknown {
  budget.nodes -= 1
  if (budget.nodes < 0 || depth > MAX_DEPTH) return undefined
  if (isScalar(node)) return node.value
  if (isSeq(node)) return node.items.map((item) => plainValue(item, document, budget, depth + 1))
  if (isAlias(node)) {
    budget.aliases -= 1
    return budget.aliases < 0 ? undefined : plainValue(node.resolve(document), document, budget, depth + 1)
  }
  return isMap(node) ? mapOf(node, (value) => plainValue(value, document, budget, depth + 1)) : undefined
}

/** Resolves `<<` keys; the map's own keys win. */
function mapOf(node: YAMLMap, read: (value: unknown) => unknown): Tree {
  const tree: Tree = Object.create(null)
  const inherited: unknown[] = []
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? textOf(key.value) : undefined
    if (name === undefined) continue
    const content = read(value)
    if (name === '<<') inherited.push(...(Array.isArray(content) ? content : [content]))
    else tree[name] = content
  }
  for (const each of inherited) {
    for (const [name, content] of entriesAt(each)) if (!(name in tree)) tree[name] = content
  }
  return tree
}

/** False if brackets are nested deeper than in any hand-written file. */
function nests(text: string, open: string, close: string): boolean {
  let depth = 0
  for (const character of text) {
    if (open.includes(character)) depth += 1
    else if (close.includes(character)) depth = Math.max(0, depth - 1)
    if (depth > MAX_DEPTH) return false
  }
  return true
}

function withoutLongLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length > MAX_LINE ? '' : line))
    .join('\n')
}

function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const open = text.indexOf('<!--', from)
    if (open === -1) return kept + text.slice(from)
    kept += text.slice(from, open)
    const close = text.indexOf('-->', open + 4)
    if (close === -1) return kept
    from = close + 3
  }
}
