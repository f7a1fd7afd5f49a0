/**
 * A quick test before claims are read and judged: does a text name something that a stat, the cited file or the text of
 * the manifests cannot confirm?
 *
 * It may doubt a claim that is true, but what it confirms needs no judging. A bank without drift costs a few stats.
 */

import { wordSet } from '../text/word-set.ts'

export interface RootFiles {
  kindOf(path: string): 'file' | 'folder' | undefined
  read(path: string): string | undefined
  /** Manifests at the root and in the folders right below it. */
  manifests(): readonly string[]
}

export function raisesDoubt(text: string, root: RootFiles): boolean {
  return text.split('\n').some((line) => lineRaisesDoubt(line, root))
}

function lineRaisesDoubt(line: string, root: RootFiles): boolean {
  const spans = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
  const bare = [...line.matchAll(/(?<![\w./`(@-])(?:[\w@.-]+\/)+[\w@.-]+\.\w+/g)].map((match) => match[0])
  const paths = [...spans, ...bare].flatMap((span) => PATH.exec(span) ?? [])
  const files = [...spans, ...bare].flatMap((span) => PATH.exec(span)?.[1] ?? [])
  if (paths.length > 0 && [...spans, ...bare].some((span) => pathRaisesDoubt(span, root))) return true
  const said = (says: (text: string) => boolean) => root.manifests().some((name) => says(root.read(name) ?? ''))
  for (const [, runner = '', name = ''] of spans.join(' ; ').matchAll(COMMAND)) {
    const isScript = /^(?:npm|pnpm|yarn|bun|deno|composer)/.test(runner)
    if (!said((text) => text.includes(isScript ? `"${name}"` : name)) && !OWN_COMMANDS.has(name)) return true
  }
  for (const [, number = ''] of line.matchAll(VERSION)) if (!said((text) => text.includes(number))) return true
  const symbols = spans
    .filter((span) => SYMBOL.test(span))
    .map((span) => span.replace(/\(.*$/, '').replace(/^.*[.:#]/, ''))
  return files.length > 0 && symbols.some((name) => !files.some((file) => root.read(file)?.includes(name) === true))
}

const PATH =
  /^(?:\.\/)?((?:[\w@.+()[\]-]+\/)+[\w@.+()[\]-]*|[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|vue))(?:[:#].*)?$/
const COMMAND = /\b((?:npm|pnpm|yarn|bun|deno|composer)(?: run(?:-script)?| task)?|make|just|task) ([a-z][\w:-]*)/g
const OWN_COMMANDS = wordSet(
  'install i ci add remove exec dlx create init update publish pack link audit run sure it the a this that',
)
const VERSION = /(?:\b[A-Z][\w.]* |[@^~]|>= ?)v?(\d+\.\d+(?:\.\d+)?)\b/g
const SYMBOL = /^[A-Za-z_$][\w$.:#]*(?:\([^)]*\))?$/

function pathRaisesDoubt(span: string, root: RootFiles): boolean {
  const path = PATH.exec(span)?.[1]?.replace(/\/$/, '')
  if (path === undefined || /^(?:memory-bank|details|@|https?:)/.test(path)) return false
  if (root.kindOf(path) === undefined || span.includes('@')) return true
  const line = Number(/(?::|#L)(\d+)$/.exec(span)?.[1] ?? 0)
  return line > 0 && (root.read(path) ?? '').split('\n').length < line
}
