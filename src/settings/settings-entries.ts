/**
 * Adds, finds and removes Memory Bank's entries in a host's settings file.
 *
 * Adding an existing entry that works changes nothing. Removing keeps everything else and, given the text from before
 * install, restores former values at the same paths.
 */

import { isRecord } from '../base/is-record.ts'
import type { Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import {
  addItem,
  addProperty,
  faultOf,
  type Json,
  type JsonFault,
  type JsonPath,
  removeMember,
  replaceValue,
  valueAt,
} from './jsonc.ts'
import { addTable, addTopKey, removeTable, removeTopKey, replaceTable, tomlFaultOf, tomlValueAt } from './toml-table.ts'

export type SettingsEntry =
  /** One item of the list at `at`. An existing item of Memory Bank is kept, or replaced by `repaired`. */
  | {
      readonly kind: 'item'
      readonly at: JsonPath
      readonly value: Json
      isOurs(value: unknown): boolean
      repaired(value: unknown): Json | undefined
    }
  /** The property at `at`. A value that is not `isFine` is replaced. */
  | { readonly kind: 'property'; readonly at: JsonPath; readonly value: Json; isFine(value: unknown): boolean }
  /** For TOML: the table at `at` with its subtables, or a key before all tables. Values that fail `isOurs` stay. */
  | {
      readonly kind: 'toml'
      readonly at: JsonPath
      readonly value: Json
      isOurs(value: unknown): boolean
      isFine(value: unknown): boolean
    }
  | TextEntry

/** For other formats: the entry has its own functions to add, find and remove it. */
export interface TextEntry {
  readonly kind: 'text'
  /** The damage in Memory Bank's part of the text, which then stays unchanged; undefined if there is none. */
  fault(text: string): Words | undefined
  /** The reason why Memory Bank's part cannot be added to a text; undefined if it can. */
  obstacle(text: string): Words | undefined
  isIn(text: string): boolean
  added(text: string): string
  removed(text: string, before: string | undefined): string
}

/** Adds the entries; `fresh` is the text of a new file. */
export function addEntries(
  text: string | undefined,
  entries: readonly SettingsEntry[],
  fresh: string,
  path: string,
): Result<string> {
  let now = text ?? fresh
  const odd = problemIn(now, entries, path, 'fault', 'obstacle')
  if (odd !== undefined) return fail(odd)
  const fault = faultIn(now, entries)
  if (fault !== undefined) return fail(broken(path, fault, entries))
  for (const entry of entries) {
    if (entry.kind === 'toml') {
      const edited = withToml(now, entry)
      if (edited === undefined) return fail(uneditableTable(path, entry))
      now = edited
      continue
    }
    if (entry.kind === 'text') {
      now = entry.added(now)
      continue
    }
    const wrong = shapeProblem(now, entry, path)
    if (wrong !== undefined) return fail(wrong)
    now = entry.kind === 'item' ? withItem(now, entry) : withProperty(now, entry)
  }
  return ok(now)
}

/** Removes the entries; `before` is the text from before install, if known. */
export function removeEntries(
  text: string,
  entries: readonly SettingsEntry[],
  before: string | undefined,
  path: string,
): Result<string> {
  const odd = problemIn(text, entries, path, 'fault')
  if (odd !== undefined) return fail(odd)
  const fault = faultIn(text, entries)
  if (fault !== undefined) return fail(broken(path, fault, entries))
  let now = text
  for (const entry of entries) {
    if (entry.kind === 'toml') {
      const left = withoutToml(now, entry, before)
      if (left === undefined) return fail(uneditableTable(path, entry))
      now = left
      continue
    }
    if (entry.kind === 'text') now = entry.removed(now, before)
    else now = entry.kind === 'item' ? withoutItem(now, entry, before) : withoutProperty(now, entry, before)
  }
  return ok(now)
}

/** The entries that the file contains. */
export function entriesIn(text: string, entries: readonly SettingsEntry[]): readonly SettingsEntry[] {
  if (faultIn(text, entries) !== undefined) return []
  return entries.filter((entry) => {
    if (entry.kind === 'text') return entry.isIn(text)
    if (entry.kind === 'toml') return isOursAt(text, entry)
    const value = valueAt(text, entry.at)
    return entry.kind === 'item' ? listOf(value).some((item) => entry.isOurs(item)) : value !== undefined
  })
}

type Item = SettingsEntry & { readonly kind: 'item' }
type Property = SettingsEntry & { readonly kind: 'property' }
type Toml = SettingsEntry & { readonly kind: 'toml' }

/** All entries of a file have the same format: text, TOML or JSON. */
function faultIn(text: string, entries: readonly SettingsEntry[]): JsonFault | undefined {
  if (entries.every((entry) => entry.kind === 'text')) return undefined
  return isToml(entries) ? tomlFaultOf(text) : faultOf(text)
}

function problemIn(
  text: string,
  entries: readonly SettingsEntry[],
  path: string,
  ...asked: readonly ('fault' | 'obstacle')[]
): Problem | undefined {
  const texts = entries.filter((entry) => entry.kind === 'text')
  const [odd] = texts.flatMap((entry) => asked.flatMap((what) => entry[what](text) ?? []))
  if (odd === undefined) return undefined
  const detail = { en: `${odd.en} Nothing was changed.`, zh: `${odd.zh}没有改动任何文件。` }
  return { code: 'config-invalid', path, detail }
}

function isToml(entries: readonly SettingsEntry[]): boolean {
  return entries.some((entry) => entry.kind === 'toml')
}

function isOursAt(text: string, { at, isOurs }: Toml): boolean {
  const value = tomlValueAt(text, at)
  return value !== undefined && isOurs(value)
}

/** Undefined if the table is written in a form that cannot be edited by lines. */
function withToml(text: string, entry: Toml): string | undefined {
  const { at, value } = entry
  const found = tomlValueAt(text, at)
  const isTable = isRecord(value)
  if (found === undefined) return isTable ? addTable(text, at, value) : addTopKey(text, at[0] ?? '', value)
  if (!entry.isOurs(found) || entry.isFine(found) || same(found, value)) return text
  return isTable ? replaceTable(text, at, value) : text
}

function withoutToml(text: string, entry: Toml, before: string | undefined): string | undefined {
  if (!isOursAt(text, entry)) return text
  const { at } = entry
  const stood = before === undefined ? undefined : tomlValueAt(before, at)
  if (stood === undefined) return isRecord(entry.value) ? removeTable(text, at) : removeTopKey(text, at[0] ?? '')
  return same(stood, tomlValueAt(text, at)) ? text : replaceTable(text, at, toJson(stood))
}

function uneditableTable(path: string, { at }: Toml): Problem {
  const name = at.join('.')
  return {
    code: 'config-invalid',
    path,
    detail: {
      en: `"${name}" is an inline table or uses dotted keys, which cannot be edited by lines. Write it as [${name}]. Nothing was changed.`,
      zh: `"${name}" 的写法（内联表或点号键）无法按行编辑，请改写为 [${name}]。没有改动任何文件。`,
    },
  }
}

function withItem(text: string, entry: Item): string {
  const list = valueAt(text, entry.at)
  if (list === undefined) return addProperty(text, entry.at, [entry.value])
  const ours = listOf(list).findIndex((item) => entry.isOurs(item))
  if (ours === -1) return addItem(text, entry.at, entry.value)
  const found = listOf(list)[ours]
  const repaired = entry.repaired(found)
  return repaired === undefined || same(found, repaired) ? text : replaceValue(text, entry.at, ours, repaired)
}

function withProperty(text: string, entry: Property): string {
  const value = valueAt(text, entry.at)
  if (value === undefined) return addProperty(text, entry.at, entry.value)
  return same(value, entry.value) || entry.isFine(value) ? text : replaceValue(text, entry.at, undefined, entry.value)
}

function withoutItem(text: string, entry: Item, before: string | undefined): string {
  const stood = before === undefined ? [] : listOf(valueAt(before, entry.at))
  let now = text
  for (let at = listOf(valueAt(now, entry.at)).length - 1; at >= 0; at -= 1) {
    const item = listOf(valueAt(now, entry.at))[at]
    if (entry.isOurs(item) && !stood.some((one) => same(one, item))) now = removeMember(now, entry.at, at)
  }
  return now === text ? text : withoutEmpty(now, entry.at, before)
}

function withoutProperty(text: string, entry: Property, before: string | undefined): string {
  const value = valueAt(text, entry.at)
  if (value === undefined) return text
  const stood = before === undefined ? undefined : valueAt(before, entry.at)
  if (stood === undefined) return withoutEmpty(removeMember(text, entry.at), entry.at.slice(0, -1), before)
  return same(stood, value) ? text : replaceValue(text, entry.at, undefined, toJson(stood))
}

/** Removes emptied lists and objects, unless they existed before install. */
function withoutEmpty(text: string, path: JsonPath, before: string | undefined): string {
  let now = text
  for (let at = path; at.length > 0; at = at.slice(0, -1)) {
    const value = valueAt(now, at)
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    if (!isEmpty || (before !== undefined && valueAt(before, at) !== undefined)) return now
    now = removeMember(now, at)
  }
  return now
}

/** The problem that an existing value is not the list or object that the entry needs. */
function shapeProblem(text: string, entry: Item | Property, path: string): Problem | undefined {
  const objects = entry.at.slice(0, -1)
  for (let depth = 1; depth <= objects.length; depth += 1) {
    const value = valueAt(text, objects.slice(0, depth))
    if (value !== undefined && !isRecord(value))
      return unexpected(path, objects.slice(0, depth), { en: 'an object { … }', zh: '对象 { … }' })
  }
  const list = entry.kind === 'item' ? valueAt(text, entry.at) : undefined
  return list === undefined || Array.isArray(list)
    ? undefined
    : unexpected(path, entry.at, { en: 'a list [ … ]', zh: '列表 [ … ]' })
}

function unexpected(path: string, at: JsonPath, shape: { readonly en: string; readonly zh: string }): Problem {
  const name = at.join('.')
  return {
    code: 'config-invalid',
    path,
    detail: { en: `"${name}" must be ${shape.en}.`, zh: `"${name}" 应当是${shape.zh}。` },
  }
}

function broken(path: string, fault: JsonFault, entries: readonly SettingsEntry[]): Problem {
  const language = isToml(entries) ? 'TOML' : 'JSON'
  return {
    code: 'config-invalid',
    path,
    detail: {
      en: `not valid ${language} in line ${fault.line}: ${fault.what}. Nothing was changed.`,
      zh: `第 ${fault.line} 行不是合法的 ${language}：${fault.what}。没有改动任何文件。`,
    },
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Narrows the type of a value that was parsed from a settings file. */
function toJson(value: unknown): Json {
  return value as Json
}
