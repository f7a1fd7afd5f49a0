/**
 * Edits a TOML settings file by lines: one table with the tables below it, or one key before all tables.
 *
 * Everything else keeps its bytes. The result is parsed again: if more than the value at the path changed, the edit is
 * discarded and the function returns undefined.
 */

import { parse, TomlError } from 'smol-toml'
import { isRecord } from '../base/is-record.ts'
import type { Json, JsonFault, JsonPath } from './jsonc.ts'

/** The first fault; undefined for a valid text. */
export function tomlFaultOf(text: string): JsonFault | undefined {
  try {
    read(text)
    return undefined
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const what = /: (.+)$/m.exec(error.message.split('\n')[0] ?? '')?.[1] ?? 'not valid TOML'
    return { line: error.line, what }
  }
}

/** The value at a path; undefined if there is none or the text is invalid. */
export function tomlValueAt(text: string, path: JsonPath): unknown {
  return at(tomlFaultOf(text) === undefined ? read(text) : {}, path)
}

/** Appends the table; the path must not exist yet. */
export function addTable(text: string, path: JsonPath, value: Json): string | undefined {
  const eol = eolOf(text)
  const lead = text === '' || text === BOM ? '' : text.endsWith('\n') ? eol : eol + eol
  return confirmed(`${text}${lead}${tableLines(path, value).join(eol)}${eol}`, text, path, value)
}

/** Removes the table, its subtables and the blank line before it. */
export function removeTable(text: string, path: JsonPath): string | undefined {
  return withoutTable(text, path, [])
}

export function replaceTable(text: string, path: JsonPath, value: Json): string | undefined {
  const left = withoutTable(text, path, tableLines(path, value))
  return left === undefined ? undefined : confirmed(left, text, path, value)
}

/** Adds a key before all tables. It must not exist yet. */
export function addTopKey(text: string, key: string, value: Json): string | undefined {
  const eol = eolOf(text)
  const start = text.startsWith(BOM) ? BOM : ''
  const rest = text.slice(start.length)
  const gap = rest === '' || /^\s*(?:\r?\n|$)/.test(rest) || !/^\s*\[/.test(rest) ? '' : eol
  return confirmed(`${start}${key} = ${valueText(value)}${eol}${gap}${rest}`, text, [key], value)
}

export function removeTopKey(text: string, key: string): string | undefined {
  const lines = linesOf(text)
  for (const [index, line] of lines.entries()) {
    if (pathOf(line.replace(BOM, ''), /^\s*([^\s=[\]#](?:[^=[\]#]*[^\s=[\]#])?)\s*=/)?.join('.') !== key) continue
    const bom = line.startsWith(BOM) ? BOM : ''
    const [before, after] = [lines.slice(0, index), lines.slice(index + 1)]
    // `addTopKey` added the blank line between the key and the first table.
    const gap = before.length === 0 && after[0]?.trim() === '' && /^\s*\[/.test(after[1] ?? '') ? 1 : 0
    const left = confirmed(bom + [...before, ...after.slice(gap)].join(''), text, [key], undefined)
    if (left !== undefined) return left
  }
  return undefined
}

const BOM = '\uFEFF'

function read(text: string): Readonly<Record<string, unknown>> {
  return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' })
}

function at(value: unknown, path: JsonPath): unknown {
  let here = value
  for (const name of path) {
    if (!isRecord(here) || !Object.hasOwn(here, name)) return undefined
    here = here[name]
  }
  return here
}

/** Replaces the lines of a table. Tries each later header as its end: a line in a string may look like a header. */
function withoutTable(text: string, path: JsonPath, by: readonly string[]): string | undefined {
  const lines = linesOf(text)
  const eol = eolOf(text)
  const headers = lines.flatMap((line, index) => (/^\s*\[/.test(line) ? [index] : []))
  const isOurs = (index: number) => startsWith(pathOf(lines[index] ?? '', HEADER), path)
  const value = at(by.length === 0 ? {} : read(by.join('\n')), path)
  for (const from of headers.filter(isOurs)) {
    for (const to of [...headers.filter((index) => index > from && !isOurs(index)), lines.length]) {
      const kept = lines.slice(from, to).findLastIndex((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      // Comments and blank lines before the next table belong to that table.
      const end = to === lines.length ? to : from + kept + 1
      const written = by.map((line) => line + eol)
      const lead = by.length === 0 && lines[from - 1]?.trim() === '' ? from - 1 : from
      const left = [...lines.slice(0, lead), ...written, ...lines.slice(end)].join('')
      const sound = confirmed(left, text, path, value)
      if (sound !== undefined) return sound
    }
  }
  return undefined
}

/** The text, if it parses to the former content with this value at the path. */
function confirmed(text: string, before: string, path: JsonPath, value: unknown): string | undefined {
  if (tomlFaultOf(text) !== undefined) return undefined
  const now = read(text)
  const isSo = written(at(now, path)) === written(value)
  return isSo && written(without(now, path)) === written(without(read(before), path)) ? text : undefined
}

/** The value without the item at the path, and without parent tables that this empties. */
function without(value: unknown, path: JsonPath): unknown {
  const [name, ...rest] = path
  if (name === undefined || !isRecord(value)) return undefined
  const left: Record<string, unknown> = { ...value }
  const inner = rest.length === 0 ? undefined : without(value[name], rest)
  const isEmpty = isRecord(inner) && Object.keys(inner).length === 0
  if (inner === undefined || isEmpty) delete left[name]
  else left[name] = inner
  return left
}

/** The value as JSON with sorted keys, for comparison. */
function written(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`
    if (!isRecord(inner)) return inner
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const HEADER = /^\s*\[\s*([^[\]\s](?:[^[\]]*[^[\]\s])?)\s*\]\s*(?:#.*)?$/

/** The names of a header or a key, quoted or not; undefined for other lines. */
function pathOf(line: string, shape: RegExp): readonly string[] | undefined {
  const named = shape.exec(line.trimEnd())?.[1]
  if (named === undefined || tomlFaultOf(`${named} = 1`) !== undefined) return undefined
  const names: string[] = []
  for (let here: unknown = read(`${named} = 1`); isRecord(here); ) {
    const [[name, inner] = ['', undefined]] = Object.entries(here)
    names.push(name)
    here = inner
  }
  return names
}

function startsWith(path: readonly string[] | undefined, with_: JsonPath): boolean {
  return path !== undefined && with_.every((name, index) => path[index] === name)
}

/** A table with its own header. Nested objects become tables, in order. */
function tableLines(path: JsonPath, value: Json): readonly string[] {
  const entries = Object.entries(isRecord(value) ? (value as Readonly<Record<string, Json>>) : {})
  const plain = entries.filter(([, inner]) => !isRecord(inner))
  const tables = entries.filter(([, inner]) => isRecord(inner))
  const own = [
    `[${path.map(keyText).join('.')}]`,
    ...plain.map(([key, inner]) => `${keyText(key)} = ${valueText(inner)}`),
  ]
  const isBare = plain.length === 0 && tables.length > 0
  return [
    ...(isBare ? [] : own),
    ...tables.flatMap(([key, inner], index) => [
      ...(isBare && index === 0 ? [] : ['']),
      ...tableLines([...path, key], inner),
    ]),
  ]
}

function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)
}

/** JSON strings are valid basic strings in TOML. */
function valueText(value: Json): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : JSON.stringify(value)
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/)
}

function eolOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n'
}
