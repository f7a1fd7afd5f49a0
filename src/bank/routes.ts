/**
 * Routing rules: which files to read for which intent.
 *
 * A rule is any line that names files of the bank: a table row or a list item, with links, code spans or bare paths, in
 * Chinese or English. The files may not exist.
 */

import { type BankPath, bankPath, directoryOf } from '../base/bank-path.ts'
import { BANK_FOLDER, OLD_ROUTING_HEADING, SECTION } from '../base/layout.ts'
import { countUpTo, listItemIn, withoutListMark } from './lines.ts'
import type { Page } from './page.ts'
import { cellsOfLine, isDelimiterRow } from './tables.ts'

export interface Route {
  /** When to read: the line without its paths. */
  readonly intent: string
  /** Files, or folders if the rule ends in a slash or a star. */
  readonly targets: readonly BankPath[]
  /** Counted from 1. */
  readonly line: number
}

/** The routes in MEMORY.md's routing sections, intent-driven ones first. */
export function routingRules(memory: Page): readonly Route[] {
  const sections = memory.sections.filter((section) => isRoutingHeading(section.heading))
  const current = sections.filter((section) => section.heading === SECTION.routing)
  const rest = sections.filter((section) => section.heading !== SECTION.routing)
  const routes = listRoutes(memory, '')
  const lines = routes.map((route) => route.line)
  return [...current, ...rest].flatMap((section) => {
    const first = memory.lineAt(section.start)
    const last = memory.lineAt(section.end)
    const from = countUpTo(lines, first)
    return routes.slice(from, section.end === memory.text.length ? undefined : countUpTo(lines, last - 1))
  })
}

/** Every line that points to files of the bank. `folder` is the folder of the text's own file. */
export function listRoutes({ lines }: Page, folder: string): readonly Route[] {
  const routes: Route[] = []
  let isBelowHeader = false
  for (const line of lines) {
    const isRead = !line.fenced && line.text.length <= LONGEST_LINE
    const row = isRead ? cellsOf(line.text) : undefined
    if (row !== undefined && !isBelowHeader) {
      isBelowHeader = row.length > 0
      continue
    }
    isBelowHeader = row !== undefined
    const isRule = row !== undefined || (isRead && listItemIn(line.text) !== undefined)
    const targets = isRule ? pathsIn(line.text, folder) : []
    const intent = targets.length === 0 ? '' : intentOf(row ?? [line.text])
    if (intent !== '') routes.push({ intent, targets, line: line.number })
  }
  return routes
}

/** The reader's intent, in the words of the rule. */
function intentOf(cells: readonly string[]): string {
  return cells
    .map(withoutPaths)
    .filter((cell) => cell !== '')
    .join(' ')
}

/** Longer lines are not rules, for example a line of a million cells. */
const LONGEST_LINE = 4_000

function isRoutingHeading(heading: string): boolean {
  return heading.startsWith(OLD_ROUTING_HEADING) || /^#+ .*(?:路由规则|意图路由|Routing)/.test(heading)
}

/** The bank files in a line, in order. */
export function pathsIn(line: string, folder: string): readonly BankPath[] {
  const found: BankPath[] = []
  for (const match of line.matchAll(NAMED)) {
    const raw = match[1] ?? match[2] ?? match[3] ?? ''
    const path = resolve(raw, folder)
    if (path !== undefined) found.push(path)
  }
  return [...new Set(found)]
}

/**
 * A link target, a code span or a bare word in the form of a Markdown file or a bank folder. Linear in the line: a path
 * is matched from its beginning only and has bounds.
 */
const NAMED =
  /\[[^[\]]*\]\(<?([^()\s>]{1,400}?)>?(?:\s{1,9}"[^"]{0,200}")?\)|`([^`\s]{1,400}(?:\.md|\/\*?(?:\.md)?))(?:#[^`]{0,200})?`|((?<![\w\p{Script=Han}.@-]|[\w\p{Script=Han}.@-]\/)(?:[\w\p{Script=Han}.@-]+\/)*[\w\p{Script=Han}.@-]+\.md\b|(?:memory-bank\/)?details\/(?:[\w.-]+\/)*)/gu

function resolve(raw: string, folder: string): BankPath | undefined {
  const plain = decode(raw.replace(/#.*$/, '').replace(/^\.\//, ''))
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain) || !/(?:\.md|\/\*?)$/.test(plain.replace(/\*\.md$/, '*'))) return undefined
  const clean = plain.replace(/\*(?:\.md)?$/, '')
  if (clean.startsWith(`${BANK_FOLDER}/`)) return bankPath(clean.slice(BANK_FOLDER.length + 1))
  if (clean === 'MEMORY.md' || clean.startsWith('details/')) return bankPath(clean)
  return bankPath(climb(folder, clean))
}

/** Resolves `../patterns.md` from `details/design`. */
function climb(folder: string, path: string): string {
  let base = folder
  let rest = path
  while (rest.startsWith('../')) {
    if (base === '') return '..'
    base = directoryOf(base)
    rest = rest.slice(3)
  }
  return base === '' ? rest : `${base}/${rest}`
}

function decode(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    // A stray percent sign: take the path literally.
    return raw
  }
}

function withoutPaths(cell: string): string {
  return withoutListMark(cell)
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, (_, label: string) => (label.endsWith('.md') ? '' : label))
    .replace(NAMED, ' ')
    .replace(/[*_`]|→|=>|->|⇒/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,，、;；]+|(?<![\s,，、;；:：])[\s,，、;；:：]+$/g, '')
}

/** The cells of a table row. Empty for the delimiter row, undefined for other lines. */
function cellsOf(line: string): readonly string[] | undefined {
  const bare = line.trim()
  if (bare.length < 2 || !bare.startsWith('|') || !bare.endsWith('|')) return undefined
  const cells = cellsOfLine(bare)
  return isDelimiterRow(cells) ? [] : cells
}
