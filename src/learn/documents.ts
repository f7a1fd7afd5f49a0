/**
 * Lists the project's documents that neither the bank nor its routes name, and the decisions they state.
 *
 * Only names decide which documents are read, so the same repository gives the same list.
 */

import { withoutMarkup } from '../bank/labels.ts'
import { pageOf } from '../bank/page.ts'
import { headingLevel } from '../bank/sections.ts'
import type { Language } from '../base/language.ts'
import { wordSet } from '../base/word-set.ts'
import { wordTable } from '../base/word-table.ts'
import type { WorkItem } from './worklist.ts'

export interface ProjectDocument {
  readonly path: string
  readonly text: string
}

/** The documents to read: decision records first, then those near the root. */
export function chooseDocuments(files: readonly string[]): readonly string[] {
  const worth = (path: string) => (isRecord(path) ? 0 : path.split('/').length)
  return files.filter(isDocument).toSorted((a, b) => worth(a) - worth(b) || (a < b ? -1 : 1))
}

/**
 * Documents that the bank neither names nor routes to (`isKnown`). Many documents in one folder, or READMEs of sibling
 * packages, become one item.
 */
export function unknownDocuments(
  documents: readonly ProjectDocument[],
  isKnown: (path: string) => boolean,
  language: Language,
): readonly WorkItem[] {
  const open = documents.filter(({ path }) => !isKnown(path) && !/^readme\b[^/]*$/i.test(path) && !isRecord(path))
  const groups = new Map<string, ProjectDocument[]>()
  const titles = new Set<string>()
  for (const one of open) {
    const title = titleOf(one)
    // A second document with the same long title is usually a copy for another tool.
    if (title.length > SHORT_TITLE && titles.has(title)) continue
    titles.add(title)
    groups.set(groupOf(one.path), [...(groups.get(groupOf(one.path)) ?? []), one])
  }
  return [...groups].flatMap(([group, its]) => {
    if (group === '' || its.length <= FEW) return its.map((one) => ({ place: one.path, text: titleOf(one) }))
    const from = group.endsWith('/') ? group.length : group.length - PARTS.length
    const names = its.slice(0, FEW).map(({ path }) => (group.endsWith('/') ? path : folderOf(path)).slice(from))
    const count = { en: `${its.length} documents`, zh: `${its.length} 个文档` }[language]
    return [{ place: group, text: `${count} (${names.join(', ')}, …)` }]
  })
}

/** The document's folder. For the README of a package, the parent folder with `PARTS`. */
function groupOf(path: string): string {
  const folder = folderOf(path)
  if (folder === '' || !/^readme\./i.test(nameOf(path))) return folder === '' ? '' : `${folder}/`
  const above = folderOf(folder)
  return (above === '' ? '' : `${above}/`) + PARTS
}

const PARTS = '*/README.md'

/** Titles of decision records, and headings in other documents that announce a decision. */
export function statedDecisions(
  documents: readonly ProjectDocument[],
  isKnown: (path: string, title: string) => boolean,
): readonly WorkItem[] {
  return documents.flatMap(({ path, text }) => {
    const headings = headingsOf(path, text)
    const [first] = headings
    if (isRecord(path)) {
      const title = first?.title ?? ''
      return title === '' || NOT_A_RECORD.test(nameOf(path)) || isKnown(path, title)
        ? []
        : [{ place: `${path}:${first?.line ?? 1}`, text: title + statusOf(text) }]
    }
    return headings
      .filter(({ title }) => title.length <= LONGEST_HEADING && DECIDES.holds(title) && !isKnown(path, title))
      .map(({ title, line }) => ({ place: `${path}:${line}`, text: title }))
  })
}

const FEW = 3
const SHORT_TITLE = 12
const LONGEST_HEADING = 80

interface Heading {
  readonly title: string
  /** Counted from 1. */
  readonly line: number
}

/** Markdown headings by their marks, reStructuredText headings by the line below. */
function headingsOf(path: string, text: string): readonly Heading[] {
  const lines = pageOf(text).lines
  const isUnderlined = /\.(?:rst|txt)$/i.test(path)
  return lines.flatMap(({ text: line, fenced }, index) => {
    if (fenced || line.trim() === '') return []
    const below = lines[index + 1]?.text ?? ''
    const isHeading = isUnderlined
      ? /^([=\-~^"'*+#])\1{2,}\s*$/.test(below) &&
        below.trim().length >= Math.min(line.trim().length, 4) &&
        /\p{L}/u.test(line)
      : headingLevel(line) !== undefined
    return isHeading ? [{ title: withoutMarkup(line), line: index + 1 }] : []
  })
}

function titleOf({ path, text }: ProjectDocument): string {
  return headingsOf(path, text)[0]?.title.slice(0, LONGEST_HEADING) ?? ''
}

/** Reads `Status: superseded` in a decision record. */
function statusOf(text: string): string {
  const said = /^(?:#{1,6}\s*status[ \t]*\r?\n\s*|[-* \t]*status\**\s*[:：]\s*\**)([^\n]{1,40})/im.exec(text)?.[1]
  return said === undefined ? '' : ` (${withoutMarkup(said)})`
}

function isRecord(path: string): boolean {
  const folders = path.toLowerCase().split('/').slice(0, -1)
  return folders.some((folder) => RECORDS.test(folder)) && isDocument(path)
}

function isDocument(path: string): boolean {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  if (!/\.(?:md|mdx|markdown|rst|adoc)$/.test(name) || TRANSLATED.test(name)) return false
  if (name.split(/[\s._-]+/).some((word) => ASIDE.has(word))) return false
  return !parts.slice(0, -1).some((part) => ASIDE_FOLDERS.has(part))
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const RECORDS = /^(?:.+[-_ ])?(?:adrs?|decisions|decision-records|rfcs?)$|决策/
const NOT_A_RECORD = /^_?(?:readme|index|template|0+-?(?:template|readme))|template/i
const TRANSLATED = /[._-](?:en|zh|cn|ja|jp|ko|kr|fr|de|es|pt|ru|it|tr|id|vi)(?:[_-][a-z]{2,4})?\.\w+$/
/** Names that occur in many projects and say nothing about this one. */
const ASIDE = wordSet(
  `changelog changes license licence notice copying conduct authors contributors news history template privacy sponsors backers
  funding support citation security bounty notes governance charter expense pull_request_template issue_template`,
)
const ASIDE_FOLDERS = wordSet(
  `node_modules vendor third_party memory-bank test tests __tests__ testdata fixtures fixture snapshots issue_template .changeset
  changelogs licenses .github dist build results bench benchmark benchmarks benchsuite`,
)

/** Words in a heading that announce a decision. */
const DECIDES = wordTable(
  `decision|decisions|design decision(s)|rationale|trade-off(s)|tradeoff(s)|alternatives considered|rejected alternatives|non-goals|why not|why we|
  why is|why does|why do|why use|design principles|design philosophy|决策|决定|取舍|选型|为什么|设计原则|设计理念|方案对比`,
  'decision making|decision-making|decision tree',
)
