/**
 * MEMORY.md in the form that is sent to a session (S20): without marks for programs, without sections that the protocol
 * repeats, without placeholders and empty sections, and with each path once.
 *
 * Every other line is sent unchanged. Idempotent.
 */

import { conclusionOf } from '../bank/conclusion.ts'
import { isNothingYet } from '../bank/labels.ts'
import type { Line } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Section } from '../bank/sections.ts'
import { MEMORY, SECTION } from '../base/layout.ts'

/** The two parts of MEMORY.md. If its markers are broken, `machine` has the whole text. */
export interface SentEntry {
  readonly machine: string
  readonly user: string
}

export function entryAsSent(memory: string): SentEntry {
  const page = pageOf(memory, MEMORY)
  const whole = page.parsed.ok
    ? page.blocks
        .map((block) => (block.kind === 'loose' ? block.text : block.kind === 'machine' ? block.inner : ''))
        .join('')
    : memory
  const said = cutOut(onlySaid(whole), (text) =>
    pageOf(text).sections.filter(({ heading }) => IN_PROTOCOL.has(heading)),
  )
  const machine = withEachPathOnce(withoutEmptySections(said))
  return { machine, user: withoutEmptySections(onlySaid(page.user?.text ?? '')) }
}

/** Sections that the protocol above MEMORY.md repeats in fewer words. */
const IN_PROTOCOL: ReadonlySet<string> = new Set([SECTION.drillDown, SECTION.writeSafety])

/** The text without the sections that `sectionsOf` selects, and without the sections nested in them. */
export function cutOut(text: string, sectionsOf: (text: string) => readonly Section[]): string {
  const kept: string[] = []
  let from = 0
  for (const { start, end } of sectionsOf(text)) {
    if (start < from) continue
    kept.push(text.slice(from, start))
    from = end
  }
  return kept.join('') + text.slice(from)
}

/** Lines that are neither marks for programs nor placeholders of a template. */
function onlySaid(text: string): string {
  return keptLines(text, (line) => line.fenced || !(MARK.test(line.text) || isPlaceholder(line.text))).replace(
    /^\uFEFF/,
    '',
  )
}

function keptLines(text: string, isKept: (line: Line) => boolean): string {
  return pageOf(text)
    .lines.filter(isKept)
    .map((line) => text.slice(line.start, line.end))
    .join('')
}

const MARK = /^\s*<!-- (?:MEMORY_BANK_TEMPLATE:|blockVersion:|provenance:|(?:MACHINE|USER)_BLOCK_(?:START|END) -->)/

function isPlaceholder(line: string): boolean {
  return isNothingYet(line) || NOTES_PLACEHOLDER.has(line.trim())
}

/** The initial text of the templates' user blocks. */
const NOTES_PLACEHOLDER: ReadonlySet<string> = new Set([
  'Yours to write; no tool changes a byte between these two markers.',
  '这里由你自由编写；任何工具都不会改动这两个标记之间的一个字节。',
])

/** Drops tables without rows and headings with nothing below them. The title of the file stays. */
function withoutEmptySections(text: string): string {
  const empty = pageOf(text).tables.filter((table) => table.rows.length === 0)
  const isInEmpty = ({ start }: Line) => empty.some((table) => start >= table.start && start < table.end)
  const told = empty.length === 0 ? text : keptLines(text, (line) => !isInEmpty(line))
  return cutOut(told, (of) =>
    pageOf(of).sections.filter(({ level, bodyStart, end }) => level > 1 && saysNothing(of.slice(bodyStart, end))),
  )
}

function saysNothing(body: string): boolean {
  return pageOf(body).lines.every(
    (line) => !line.fenced && /^\s*(?:#{1,6}(?:\s.*)?|<!--(?:(?!-->).)*-->)?\s*$/.test(line.text),
  )
}

/** `[x](x)` becomes x. A pointer to a file that a route already leads to is dropped. */
function withEachPathOnce(machine: string): string {
  const text = machine.replace(LINK, (link, words: string, target: string) =>
    words.replaceAll('`', '') === target ? target : link,
  )
  const routed = routedPaths(text)
  return pageOf(text)
    .lines.map((line) => {
      const whole = text.slice(line.start, line.end)
      return line.fenced ? whole : withoutRepeats(whole, routed)
    })
    .join('')
}

function withoutRepeats(line: string, routed: ReadonlySet<string>): string {
  return line
    .replace(SCANNED_SOURCE, '$1')
    .replace(POINTER, (pointer, path: string, after: string, offset: number) =>
      routed.has(path) || line.slice(0, offset).includes(path) ? after : pointer,
    )
}

function routedPaths(text: string): ReadonlySet<string> {
  const page = pageOf(text)
  const sections = page.sections.filter(({ heading }) => heading === SECTION.routing)
  const rows = page.tables.filter((table) =>
    sections.some(({ start, end }) => table.start >= start && table.end <= end),
  )
  const cells = rows.flatMap((table) => table.rows.flatMap((row) => row.cells.slice(1)))
  return new Set(
    cells.flatMap((cell) => cell.match(/(?<![^\s`[\](),，、])[^\s`[\](),，、]+\/[^\s`[\](),，、]*/g) ?? []),
  )
}

const LINK = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,300})\)/g
/** A pointer ends a cell or a line. */
const POINTER = /\s{0,100}→\s*`?([^\s`|→]+\/[^\s`|→]*?)`?([ \t]*(?:\||$))/gm
/** The source of a scanned line, which only the next scan needs. */
const SCANNED_SOURCE = /^(- \*\*.{1,2000}?)\s*(?:\(source: [^()]{1,200}\)|（来源：[^（）]{1,200}）)(?=\s*$)/

export interface Shortened {
  readonly text: string
  readonly isShorter: boolean
}

/**
 * Shortens long lines of MEMORY.md before whole parts are left out (S20): answers, decisions and facts first, the focus
 * last. It stops as soon as `isLong` is false.
 *
 * Shortened text ends with an ellipsis. Headings, titles, dates, commands and routes stay whole.
 */
export function shortenEntry(machine: string, isLong: (text: string) => boolean): Shortened {
  let text = machine
  for (const { heading, shorten } of STEPS) {
    if (!isLong(text)) break
    text = inSection(text, heading, shorten)
  }
  return { text, isShorter: text !== machine }
}

const STEPS: readonly { readonly heading: string; readonly shorten: (line: string) => string }[] = [
  { heading: SECTION.quickAnswers, shorten: item(40) },
  { heading: SECTION.highlights, shorten: lastCell(16) },
  { heading: SECTION.snapshot, shorten: item(24) },
  { heading: SECTION.quickAnswers, shorten: item(16) },
  { heading: SECTION.highlights, shorten: lastCell(8) },
  { heading: SECTION.focus, shorten: item(60) },
]

function inSection(text: string, heading: string, shorten: (line: string) => string): string {
  const section = pageOf(text).section(heading)
  if (section === undefined) return text
  const body = text.slice(section.bodyStart, section.end)
  const lines = pageOf(body).lines.map((line) => {
    const ending = body.slice(line.start + line.text.length, line.end)
    return line.fenced ? body.slice(line.start, line.end) : shorten(line.text) + ending
  })
  return text.slice(0, section.bodyStart) + lines.join('') + text.slice(section.end)
}

/** Shortens the text of an item between its label and the pointer at its end. Commands stay whole. */
function item(tokens: number): (line: string) => string {
  return (line) => {
    const found = ITEM.exec(line)
    if (found === null || COMMANDS.test(line)) return line
    const [, head = '', words = '', pointer = ''] = found
    return `${head}${conclusionOf(words, tokens)}${pointer}`
  }
}

function lastCell(tokens: number): (line: string) => string {
  return (line) => {
    const found = LAST_CELL.exec(line)
    return found === null ? line : `${found[1]}${conclusionOf(found[2] ?? '', tokens)}${found[3]}`
  }
}

const ITEM = /^(\s*[-*+]\s+(?:\*\*[^*]{1,300}\*\*[:：]?\s*)?)(.*?)(\s*→\s*\S+\s*)?$/
const LAST_CELL = /^(\s*\|(?:[^|\\]|\\.)*\|(?:(?:[^|\\]|\\.)*\|)?\s*)((?:[^|\\]|\\.)*?)(\s*\|\s*)$/

/** A snapshot line whose label names commands, as a scan or a person writes it. */
export const COMMANDS =
  /^\s*[-*+]\s+\*{0,2}[^:：]{0,40}(?:commands?|run|build|test|命令|构建|运行|测试)[^:：]{0,40}[:：]/i
