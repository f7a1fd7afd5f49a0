/**
 * Edits of a settings file in TOML, by lines: one table of ours, with the tables below it, and one key before all tables.
 *
 * What is not ours keeps its bytes. Every edit is read again before it counts: where the text would then say anything
 * else than before and ours, there is no edit.
 */

import { parse, TomlError } from 'smol-toml'
import { isRecord } from '../base/record.ts'
import type { Json, JsonFault, JsonPath } from './jsonc.ts'

/** Undefined for a text that can be read. */
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

/** The value at a path; undefined where there is none, or the text cannot be read. */
export function tomlValueAt(text: string, path: JsonPath): unknown {
  return at(tomlFaultOf(text) === undefined ? read(text) : {}, path)
}

/** With the table at its end; the path must not be there yet. Undefined where it cannot be put in. */
export function addTable(text: string, path: JsonPath, value: Json): string | undefined {
  const eol = eolOf(text)
  const lead = text === '' || text === BOM ? '' : text.endsWith('\n') ? eol : eol + eol
  return confirmed(`${text}${lead}${tableLines(path, value).join(eol)}${eol}`, text, path, value)
}

/** Without the table and those below it, and without the blank line that stood before it. */
export function removeTable(text: string, path: JsonPath): string | undefined {
  return withoutTable(text, path, [])
}

export function replaceTable(text: string, path: JsonPath, value: Json): string | undefined {
  const left = withoutTable(text, path, tableLines(path, value))
  return left === undefined ? undefined : confirmed(left, text, path, value)
}

/** A key that stands before all tables; the path must have one name and not be there yet. */
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
    // The blank line between our key and a first table came with it.
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

/** The lines of our tables give way to others. Which line ends them is tried: a text may look like a header and be none. */
function withoutTable(text: string, path: JsonPath, by: readonly string[]): string | undefined {
  const lines = linesOf(text)
  const eol = eolOf(text)
  const headers = lines.flatMap((line, index) => (/^\s*\[/.test(line) ? [index] : []))
  const isOurs = (index: number) => startsWith(pathOf(lines[index] ?? '', HEADER), path)
  const value = at(by.length === 0 ? {} : read(by.join('\n')), path)
  for (const from of headers.filter(isOurs)) {
    for (const to of [...headers.filter((index) => index > from && !isOurs(index)), lines.length]) {
      const kept = lines.slice(from, to).findLastIndex((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      // Comments and blank lines before the next table belong to that one.
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

/** The text, if it says what the former did, and this at the path. */
function confirmed(text: string, before: string, path: JsonPath, value: unknown): string | undefined {
  if (tomlFaultOf(text) !== undefined) return undefined
  const now = read(text)
  const isSo = written(at(now, path)) === written(value)
  return isSo && written(without(now, path)) === written(without(read(before), path)) ? text : undefined
}

/** Without what is at the path, and without tables that only led there. */
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

/** The same for the same values, in whatever order they stand. */
function written(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`
    if (!isRecord(inner)) return inner
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const HEADER = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/

/** The names of a header or a key, however they are quoted; undefined for a line that is neither. */
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

/** A table by its own header; objects in it become tables of their own, in the order they stand. */
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

/** JSON's strings are TOML's basic strings. */
function valueText(value: Json): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : JSON.stringify(value)
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/)
}

function eolOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n'
}
