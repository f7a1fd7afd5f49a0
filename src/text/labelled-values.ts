/**
 * What a file says about itself by a label: the status of a requirement, the type of a learning; as a line, under a
 * heading, in front matter or in a table, in either language.
 *
 * A value that the file does not name is undefined here; nothing is guessed.
 */

import type { LearningType, Status } from '../core/addition.ts'
import { fromFirstLetter } from './letters.ts'
import { bodyStart, scanLines } from './lines.ts'
import { labelled } from './part-names.ts'
import { headingLevel } from './sections.ts'
import { commentedLines, findTables } from './table.ts'
import { phraseList } from './word-set.ts'

/** What stands behind a label, and on which line, counted from 1. */
export interface LabelledValue {
  readonly raw: string
  readonly line: number
}

export function statusIn(text: string): Status | undefined {
  return firstOf(valuesLabelled(text, STATUS_LABEL), statusNamed)
}

export function typeIn(text: string): LearningType | undefined {
  return firstOf(valuesLabelled(text, TYPE_LABEL), typeNamed)
}

/** `✅ Done (v1.2)`, `进行中`; undefined for a word that is none of ours, and for a list of choices. */
export function statusNamed(raw: string): Status | undefined {
  return valueNamed(raw, STATUS_WORDS)
}

export function typeNamed(raw: string): LearningType | undefined {
  return valueNamed(raw, TYPE_WORDS)
}

/** A status that the file names and that none of ours is meant by; a list of choices waits for one. */
export function unknownStatusIn(text: string): LabelledValue | undefined {
  if (statusIn(text) !== undefined) return undefined
  for (const said of valuesLabelled(text, STATUS_LABEL)) if (isUnknownStatus(said.raw)) return said
  return undefined
}

export function isUnknownStatus(raw: string): boolean {
  const bare = fromFirstLetter(stripMarkup(raw))
  return bare !== '' && choicesIn(bare.toLowerCase(), STATUS_WORDS).size === 0
}

export function stripMarkup(text: string): string {
  return text
    .replace(/<!--(?:(?!<!--).)*?-->/g, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, (_link, words: string) => words)
    .replace(/\*\*|__|`/g, '')
    .replace(
      /(^|[\s（(])[*_]([^*_]+)[*_](?=$|[\s）).,;:!?，。；：！？])/g,
      (_all, lead: string, words: string) => lead + words,
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Facts stand at the head of a file; a book below it costs nothing. */
export const SCANNED_CHARACTERS = 20_000

const STATUS_LABEL = /^(?:(?:current |当前)?status|(?:当前|需求)?状态)$/i
const TYPE_LABEL = /^(?:type|kind|category|类型|类别|分类)$/i

const STATUS_WORDS: Readonly<Record<Status, readonly string[]>> = {
  Proposed: phraseList(
    `proposed|proposal|draft|pending|todo|to do|planned|planning|new|open|backlog|not started|in review|under review|
    提议|提案|草案|草稿|待定|待评审|待确认|待办|待开发|待实现|未开始|规划中|计划中|评审中|讨论中|新建|已提出`,
  ),
  Accepted: phraseList(
    `accepted|approved|confirmed|ready|agreed|已接受|接受|已批准|批准|已确认|确认|已通过|通过|已采纳|采纳|已评审`,
  ),
  Implementing: phraseList(
    `implementing|in progress|in-progress|in development|wip|doing|active|started|ongoing|partially done|进行中|开发中|
    实现中|实施中|部分完成|测试中`,
  ),
  Done: phraseList(
    `done|completed|complete|implemented|finished|closed|shipped|released|resolved|merged|已完成|完成|已实现|已实施|
    已上线|已发布|已关闭|已交付|已解决`,
  ),
  Deprecated: phraseList(
    `deprecated|rejected|cancelled|canceled|superseded|obsolete|abandoned|withdrawn|dropped|已废弃|废弃|已取消|取消|
    已弃用|弃用|已拒绝|拒绝|已作废|作废|已过时|被取代|已替代`,
  ),
}
const TYPE_WORDS: Readonly<Record<LearningType, readonly string[]>> = {
  bug: phraseList(`bugs|bug|bugfix|defect|fault|incident|error|缺陷|故障|错误|踩坑|问题|事故`),
  performance: phraseList(`performance|perf|optimization|optimisation|性能|优化`),
  integration: phraseList(`integration|integrations|third-party|api|集成|对接|接入|第三方|联调`),
}

function firstOf<T>(all: Iterable<LabelledValue>, read: (raw: string) => T | undefined): T | undefined {
  for (const { raw } of all) {
    const value = read(raw)
    if (value !== undefined) return value
  }
  return undefined
}

/** Lines first, then tables. */
function* valuesLabelled(text: string, label: RegExp): Iterable<LabelledValue> {
  const head = text.slice(0, SCANNED_CHARACTERS)
  const bodyAt = bodyStart(head)
  const lines = scanLines(head)
  const commented = commentedLines(lines)
  let underHeading = false
  for (const [index, line] of lines.entries()) {
    const isFrontMatter = line.start < bodyAt
    if (!isFrontMatter && (line.fenced || commented.has(index))) continue
    if (underHeading && line.text.trim() !== '') {
      underHeading = false
      yield { raw: line.text, line: index + 1 }
    }
    if (headingLevel(line.text) !== undefined)
      underHeading = label.test(stripMarkup(line.text.replace(/^[\s#]+|(?<![\s#])[\s#]+$/g, '')))
    const said = labelled(line.text)
    if (said !== undefined && label.test(stripMarkup(said.label))) yield { raw: said.text, line: index + 1 }
  }
  const lineAt = (offset: number) => lines.findLastIndex((line) => line.start <= offset) + 1
  yield* valuesInTables(head, label, lineAt)
}

/** As a row `| 状态 | 进行中 |`, or as a column with its first value. */
function* valuesInTables(text: string, label: RegExp, lineAt: (offset: number) => number): Iterable<LabelledValue> {
  for (const table of findTables(text)) {
    for (const row of [table.header, ...table.rows]) {
      if (label.test(stripMarkup(row.cells[0] ?? ''))) yield { raw: row.cells[1] ?? '', line: lineAt(row.start) }
    }
    const column = table.header.cells.findIndex((cell) => label.test(stripMarkup(cell)))
    const [row] = table.rows
    if (table.rows.length === 1 && row !== undefined && column !== -1)
      yield { raw: row.cells[column] ?? '', line: lineAt(row.start) }
  }
}

function valueNamed<T extends string>(raw: string, words: Readonly<Record<T, readonly string[]>>): T | undefined {
  const bare = fromFirstLetter(stripMarkup(raw)).toLowerCase()
  return choicesIn(bare, words).size > 1 ? undefined : named(bare, words)
}

function choicesIn<T extends string>(bare: string, words: Readonly<Record<T, readonly string[]>>): ReadonlySet<T> {
  return new Set(bare.split(/[/|、,，]/).flatMap((one) => named(one.trim(), words) ?? []))
}

function named<T extends string>(candidate: string, words: Readonly<Record<T, readonly string[]>>): T | undefined {
  for (const value in words) {
    const matches = words[value].some(
      (word) => candidate.startsWith(word) && !/^[a-z]/.test(candidate.slice(word.length)),
    )
    if (matches) return value
  }
  return undefined
}
