/**
 * What of MEMORY.md a session is sent (S20): without marks for programs, without what the protocol says already, without
 * placeholders and empty sections, and each path once.
 *
 * Nothing else is taken away: every other line is sent as it stands. Done twice it is the same as done once.
 */

import { isNothingYet } from '../bank/labels.ts'
import type { Line } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Section } from '../bank/sections.ts'
import { MEMORY, SECTION } from '../base/layout.ts'

/** The entry, by who wrote it; broken markers leave it all to the machine's side. */
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

/** What the protocol above the entry says in fewer words. */
const IN_PROTOCOL: ReadonlySet<string> = new Set([SECTION.drillDown, SECTION.writeSafety])

/** The sections without which a text is left; those inside another go with it. */
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

/** Lines that are neither marks for programs nor a template's word that there is nothing yet. */
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

/** What the templates' user blocks say before anybody has written there. */
const NOTES_PLACEHOLDER: ReadonlySet<string> = new Set([
  'Yours to write; no tool changes a byte between these two markers.',
  '这里由你自由编写；任何工具都不会改动这两个标记之间的一个字节。',
])

/** A table without a row says nothing, nor does a heading with nothing below it; the title of the whole stays. */
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

/** `[x](x)` is x; where a route leads to a file, a pointer to it elsewhere repeats the route. */
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
/** At the end of a cell or a line. */
const POINTER = /\s{0,100}→\s*`?([^\s`|→]+\/[^\s`|→]*?)`?([ \t]*(?:\||$))/gm
/** Where a scan found a line: for the next scan. */
const SCANNED_SOURCE = /^(- \*\*.{1,2000}?)\s*(?:\(source: [^()]{1,200}\)|（来源：[^（）]{1,200}）)(?=\s*$)/
