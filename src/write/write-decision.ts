/**
 * A decision enters details/patterns.md, whole, and Decision Highlights, in a line (S43).
 *
 * A decision the bank has already is updated where it stands, in the form it stands in. One that is replaced stays
 * readable in what was given up for it.
 */

import type { Addition } from '../core/addition.ts'
import { invalidAddition } from '../core/addition-problem.ts'
import { latestDateIn } from '../core/dates.ts'
import type { Draft } from '../core/draft.ts'
import { appendBlock, editableText, isEditable } from '../core/editable-text.ts'
import { decisionsIn, type Entry, labelOf, type Part, partColumns, widenTables } from '../core/entries.ts'
import { PATTERNS } from '../core/layout.ts'
import { scanLines, splice } from '../core/lines.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { normal } from '../core/sayings.ts'
import { headingLevel, listSections } from '../core/sections.ts'
import {
  appendRows,
  columnNamed,
  findTables,
  prependRow,
  printTable,
  replaceRow,
  type Span,
  type Table,
} from '../core/table.ts'
import { oneLine } from './plain-text.ts'
import { nearTopic, sameTopic } from './same-topic.ts'
import { setParts } from './set-parts.ts'
import type { WriteFacts } from './write-facts.ts'
import { writeHighlight } from './write-highlight.ts'

const PARTS = ['date', 'what', 'why', 'givenUp', 'applies'] as const satisfies readonly Part[]
export type Decision = Readonly<Record<(typeof PARTS)[number], string>> & { readonly notFor: string }

export function writeDecision(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const { language } = facts.templates
  const before = draft.read(PATTERNS) ?? ''
  const text = before.trim() === '' ? facts.templates.patterns : before
  const said = decisionOf(addition, facts)
  const replaces = addition.fields.get('replaces')
  const entries = decisionsIn(text)
  const known = entries.findLast((entry) => sameTopic(whatOf(entry), replaces ?? said.what))
  if (replaces !== undefined && known === undefined) return fail(nothingToReplace(replaces))

  const place = known === undefined ? undefined : placeOf(text, known)
  const decision = known !== undefined && replaces !== undefined ? succeeding(said, known, language) : said
  if (known !== undefined && place !== undefined && saysAll(known, decision)) {
    draft.note({
      en: `The bank says this already: ${PATTERNS}:${known.line}.`,
      zh: `Memory Bank 已有这条：${PATTERNS}:${known.line}。`,
    })
    return ok(undefined)
  }
  for (const entry of entries.filter((one) => one !== known && nearTopic(whatOf(one), said.what)).slice(0, 3)) {
    draft.note({
      en: `Related: ${PATTERNS}:${entry.line} “${whatOf(entry)}”. If this replaces it, say so (replaces).`,
      zh: `相关：${PATTERNS}:${entry.line}「${whatOf(entry)}」。若本条取代它，请注明（replaces）。`,
    })
  }
  const written = place === undefined ? added(text, decision, language) : updated(text, place, decision, language)
  draft.write(
    PATTERNS,
    written,
    place === undefined
      ? { en: `decision: ${said.what}`, zh: `决策：${said.what}` }
      : { en: `decision updated: ${said.what}`, zh: `更新决策：${said.what}` },
  )
  writeHighlight(draft, decision, known === undefined ? [] : [whatOf(known)], facts)
  return ok(undefined)
}

function decisionOf({ fields }: Addition, facts: WriteFacts): Decision {
  const said = (field: Parameters<typeof fields.get>[0]) => oneLine(fields.get(field) ?? '')
  return {
    date: fields.get('date') ?? facts.today,
    what: said('title'),
    why: said('why'),
    givenUp: said('givenUp'),
    applies: said('applies'),
    notFor: said('notFor'),
  }
}

function nothingToReplace(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition({
    en: `There is no decision “${named}” in ${PATTERNS} to replace.`,
    zh: `${PATTERNS} 中没有可取代的决策「${named}」。`,
  })
}

function whatOf(entry: Entry): string {
  return (entry.parts.get('what') ?? entry.title).trim()
}

/** What it replaces is not forgotten: it is what was given up. */
function succeeding(said: Decision, known: Entry, language: 'en' | 'zh'): Decision {
  if (sameTopic(whatOf(known), said.what)) return said
  const date = latestDateIn(known.parts.get('date') ?? known.title)
  const day = date === undefined ? '' : { en: `, ${date}`, zh: `，${date}` }[language]
  const former = whatOf(known)
  // In brackets: a semicolon would begin another part where an entry stands on one line.
  const givenUp = {
    en: `${said.givenUp} (formerly: ${former}${day})`,
    zh: `${said.givenUp}（原决策：${former}${day}）`,
  }[language]
  return { ...said, givenUp }
}

function saysAll(entry: Entry, decision: Decision): boolean {
  return PARTS.every((part) => part === 'date' || normal(entry.parts.get(part) ?? '').includes(normal(decision[part])))
}

type Place =
  | { readonly kind: 'row'; readonly index: number; readonly row: number }
  | { readonly kind: 'prose'; readonly span: Span }

/** Where an entry stands, if we may edit it there. */
function placeOf(text: string, entry: Entry): Place | undefined {
  const editable = editableText(PATTERNS, text)
  const all = scanLines(text)
  const line = all[entry.line - 1]
  if (editable === undefined || line === undefined || !isEditable(editable, line)) return undefined
  for (const [index, table] of findTables(text).entries()) {
    const row = table.rows.findIndex((candidate) => candidate.start === line.start)
    if (row !== -1) return { kind: 'row', index, row }
  }
  const next = decisionsIn(text).find((other) => other.line > entry.line)
  const level = headingLevel(line.text)
  const section = level === undefined ? undefined : listSections(text).find(({ start }) => start === line.start)
  const own = editable.spans.find((span) => span.start <= line.start && line.end <= span.end)
  const end = Math.min(
    section?.end ?? text.length,
    own?.end ?? text.length,
    next === undefined ? text.length : (all[next.line - 1]?.start ?? text.length),
  )
  return { kind: 'prose', span: { start: line.start, end } }
}

function updated(text: string, place: Place, decision: Decision, language: 'en' | 'zh'): string {
  if (place.kind === 'prose') return updatedProse(text, place.span, decision, language)
  const { text: wide, table } = widened(text, place.index, language)
  if (table === undefined) return text
  return replaceRow(wide, table, place.row, cellsFor(table, decision, language))
}

/** A decision that its heading says is not said again in a part of its own. */
function updatedProse(text: string, span: Span, decision: Decision, language: 'en' | 'zh'): string {
  const line = /^[^\r\n]*/.exec(text.slice(span.start))?.[0] ?? ''
  const level = headingLevel(line)
  const parts = new Map(PARTS.map((part) => [part, withLimits(decision, part, language)] as const))
  if (level === undefined || DECISION_LABEL.test(text.slice(span.start, span.end)))
    return setParts(text, span, 'decision', parts, language)
  parts.delete('what')
  const heading = sameTopic(line, decision.what) ? line : `${'#'.repeat(level)} ${decision.what}`
  const renamed = splice(text, span.start, span.start + line.length, heading)
  const end = span.end + heading.length - line.length
  return setParts(renamed, { start: span.start, end }, 'decision', parts, language)
}

const DECISION_LABEL = /^[\s>*+-]*(?:#+\s*)?(?:\*\*)?(?:决策|决定|Decision|What)(?:\*\*)?\s*(?:[:：]|$)/im

function added(text: string, decision: Decision, language: 'en' | 'zh'): string {
  const editable = editableText(PATTERNS, text)
  const tables = findTables(text)
  const widths = tables.map((table) => {
    const columns = partColumns(table, 'decision')
    const fits = columns?.has('what') === true && columns.has('why') && editable !== undefined
    return fits && isEditable(editable, table) ? columns.size : 0
  })
  const best = Math.max(0, ...widths)
  if (best > 0) {
    const { text: wide, table } = widened(text, widths.lastIndexOf(best), language)
    if (table !== undefined) {
      const cells = cellsFor(table, decision, language).map((cell) => cell ?? '')
      return isNewestFirst(table) ? prependRow(wide, table, cells) : appendRows(wide, table, [cells])
    }
  }
  const hasProse = decisionsIn(text).length > 0 && tables.length === 0
  const block = hasProse
    ? `## ${decision.what}\n\n${PARTS.filter((part) => part !== 'what')
        .map(
          (part) =>
            `- **${labelOf(part, language)}**${language === 'zh' ? '：' : ': '}${withLimits(decision, part, language)}`,
        )
        .join('\n')}\n`
    : printTable(
        PARTS.map((part) => labelOf(part, language)),
        [PARTS.map((part) => withLimits(decision, part, language))],
      )
  return appendBlock(PATTERNS, text, block) ?? text
}

/** A table that lacks a column for a part gets it. */
function widened(text: string, index: number, language: 'en' | 'zh'): { text: string; table: Table | undefined } {
  const table = findTables(text)[index]
  const columns = table === undefined ? undefined : partColumns(table, 'decision')
  if (columns === undefined || PARTS.every((part) => columns.has(part))) return { text, table }
  const wide = widenTables(PATTERNS, text, 'decision', language)
  return { text: wide, table: findTables(wide)[index] }
}

function cellsFor(table: Table, decision: Decision, language: 'en' | 'zh'): readonly (string | undefined)[] {
  const columns = partColumns(table, 'decision') ?? new Map<Part, number>()
  const apart = columnNamed(table, 'not for', 'does not apply to', '不适用', '不适用范围')
  return table.header.cells.map((_, column) => {
    if (column === apart) return decision.notFor === '' ? undefined : decision.notFor
    const part = PARTS.find((candidate) => columns.get(candidate) === column)
    if (part === undefined) return undefined
    return apart === undefined ? withLimits(decision, part, language) : decision[part]
  })
}

/** Where it does not apply stands beside where it does. */
function withLimits(decision: Decision, part: (typeof PARTS)[number], language: 'en' | 'zh'): string {
  if (part !== 'applies' || decision.notFor === '') return decision[part]
  return language === 'zh'
    ? `${decision.applies}（不适用：${decision.notFor}）`
    : `${decision.applies} (not for: ${decision.notFor})`
}

function isNewestFirst(table: Table): boolean {
  const dates = table.rows.flatMap((row) => latestDateIn(row.cells.join(' ')) ?? [])
  return (dates[0] ?? '') > (dates.at(-1) ?? '')
}
