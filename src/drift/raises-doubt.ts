/**
 * A quick test before claims are read and judged: does a text name something that a stat, the cited file or the text of
 * the manifests cannot confirm?
 *
 * It may doubt a claim that is true, but what it confirms needs no judging. A bank without drift costs a few stats, and a
 * search where it names symbols without their files.
 */

import { pathIn } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import type { EntryClaim } from './claim.ts'
import { entriesIn, isLiteral, isTextOfScript } from './claims-of-quotes.ts'
import { codeName } from './claims-of-symbols.ts'
import { statesValue } from './claims-of-versions.ts'
import { holdsWord } from './code-names.ts'
import { bareNames, codeIn, mask, spansOf } from './sentence-parts.ts'

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
  const masked = mask(line)
  const names = [...codeIn(line), ...(masked.match(BARE_PATH) ?? []), ...bareNames(masked).map(({ text }) => text)]
  if (names.some((name) => pathRaisesDoubt(name, root) || isLiteral(name)) || statesValue(line)) return true
  const [sentence, spans] = [{ text: line, masked }, spansOf({ text: line, masked })]
  const isThere = ({ file, word }: EntryClaim) => file !== undefined && holdsWord(root.read(file) ?? '', word)
  if (!entriesIn(sentence, spans).every(isThere)) return true
  if (spans.some((span) => isTextOfScript(span, spans, sentence))) return true
  const said = (says: (text: string) => boolean) => root.manifests().some((name) => says(root.read(name) ?? ''))
  for (const [, runner = '', name = ''] of names.join(' ; ').matchAll(COMMAND)) {
    const isScript = /^(?:npm|pnpm|yarn|bun|deno|composer)/.test(runner)
    if (!said((text) => text.includes(isScript ? `"${name}"` : name)) && !OWN_COMMANDS.has(name)) return true
  }
  for (const [, number = ''] of line.matchAll(VERSION)) if (!said((text) => text.includes(number))) return true
  for (const [, name = ''] of line.matchAll(PACKAGE)) if (!said((text) => text.includes(name))) return true
  const files = names.flatMap((name) => pathIn(name)?.file ?? [])
  const symbols = names.flatMap((name) => (pathIn(name) === undefined ? (codeName(name)?.name ?? []) : []))
  return symbols.some((name) => !files.some((file) => holdsWord(root.read(file) ?? '', name)))
}

const BARE_PATH = /(?<![\w./`(@-])(?:[\w@.-]+\/)+[\w@.-]+\.\w+/g
const COMMAND = /\b((?:npm|pnpm|yarn|bun|deno|composer)(?: run(?:-script)?| task)?|make|just|task) ([a-z][\w:-]*)/g
const OWN_COMMANDS = wordSet(
  'install i ci add remove exec dlx create init update publish pack link audit run sure it the a this that',
)
const VERSION = /(?:\b[A-Z][\w.]{0,40} |\b[a-z][\w.-]{0,40} (?:at |on |is |v)|[@^~]|[>=]= ?)v?(\d+\.\d+(?:\.\d+)?)\b/g
/** What is used, by a name that no plain word has. */
const PACKAGE = /\b(?:with|via|through|using|uses?|by|on) `?(@?[a-z]+(?:[-_/][a-z\d]+|\d)[\w/-]*)/g

function pathRaisesDoubt(name: string, root: RootFiles): boolean {
  const named = pathIn(name)
  if (named === undefined || /^(?:memory-bank|details)(?:\/|$)/.test(named.file)) return false
  if (root.kindOf(named.file) === undefined || named.hash !== undefined) return true
  return named.lines !== undefined && (root.read(named.file) ?? '').split('\n').length < named.lines.to
}
