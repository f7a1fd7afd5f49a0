/**
 * Divides an old active.md: current work stays the focus, finished work goes to progress.
 *
 * A section is finished if its heading says so and no box in it is open. A list item is finished if it is checked off.
 * Every line is in one of the two parts, except headings with nothing left below them.
 */

import { listItemIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Section } from '../bank/sections.ts'
import { applySplices } from '../bank/tables.ts'
import type { Span } from '../base/splice.ts'
import { phraseList } from '../base/word-set.ts'
import { doneItemsIn } from './done-items.ts'

export interface SplitActive {
  readonly focus: string
  /** Sections that record events, with their headings. */
  readonly history: readonly string[]
  /** The content of lists of finished items, sections about one finished item, and finished items elsewhere. */
  readonly done: readonly string[]
}

export function splitActive(body: string): SplitActive {
  const finished = finishedSections(body)
  const rest = applySplices(
    body,
    finished.map(({ section }) => ({ start: section.start, end: section.end, text: '' })),
  )
  const { items } = doneItemsIn(pageOf(rest), [{ start: 0, end: rest.length }], isTicked)
  const focus = applySplices(
    rest,
    items.map((item) => item.removal),
  )
  const textOf = ({ start, end }: Span) => rest.slice(start, end)
  return {
    focus: withoutBareHeadings(focus),
    history: finished.flatMap(({ section, kind }) =>
      kind === 'history' ? [body.slice(section.start, section.end)] : [],
    ),
    done: [
      ...finished.flatMap(({ section, kind }) =>
        kind === 'history' ? [] : [body.slice(kind === 'thing' ? section.start : section.bodyStart, section.end)],
      ),
      ...items.map((item) => [...item.parents, item].map(textOf).join('')),
    ],
  }
}

interface Finished {
  readonly section: Section
  readonly kind: FinishedKind
}
/**
 * A section that lists finished items (`done`), records events (`history`), or is about one finished item (`thing`).
 */
type FinishedKind = 'done' | 'history' | 'thing'

/** The outermost sections that are finished. */
function finishedSections(body: string): readonly Finished[] {
  const found: Finished[] = []
  for (const section of pageOf(body).sections) {
    if (section.start < (found.at(-1)?.section.end ?? 0)) continue
    const kind = finishedKind(section.heading)
    if (kind !== undefined && !hasOpenBox(body.slice(section.bodyStart, section.end))) found.push({ section, kind })
  }
  return found
}

/** True if the items below this heading are finished. */
export function isDoneHeading(heading: string): boolean {
  return finishedKind(heading) === 'done'
}

/** Decides by the words of the heading. A tick, or "completed" at the end, marks one finished item. */
function finishedKind(heading: string): FinishedKind | undefined {
  const words = heading
    .replace(/[（(][^（()）]*[)）]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^[\s\d]+/, '')
    .trim()
    .toLowerCase()
  for (const kind of ['done', 'history'] as const) if (HEADINGS[kind].includes(words)) return kind
  return TICK.test(heading) || /\b(?:completed|implemented)$/.test(words) ? 'thing' : undefined
}

const HEADINGS: Readonly<Record<'done' | 'history', readonly string[]>> = {
  done: phraseList(
    `done|completed|complete|finished|just done|just completed|recently done|recently completed|recently finished|
    completed tasks|completed work|completed items|what works|完成|已完成|刚完成|刚刚完成|最近完成|近期完成|
    已完成事项|完成事项|已完成任务|已完成工作|已完成的工作`,
  ),
  history: phraseList(
    `recent changes|recent progress|recent updates|recent work|recent achievements|latest changes|latest updates|
    changes|change log|changelog|history|change history|最近变更|近期变更|最近改动|最近进展|近期进展|最近更新|
    近期更新|变更记录|变更历史|变更日志|更新记录|历史记录|历史变更`,
  ),
}

const TICK = /[✅✔☑]/u

/** `- ✅ the webhook receiver`: checked off, without a box. */
function isTicked(line: string): boolean {
  const item = listItemIn(line)
  return item !== undefined && item.box === undefined && TICK.test(line.slice(item.textStart, item.textStart + 1))
}

function hasOpenBox(text: string): boolean {
  return pageOf(text).lines.some((line) => !line.fenced && listItemIn(line.text)?.box === 'open')
}

/** Drops headings with nothing below them, from the lowest up. */
function withoutBareHeadings(text: string): string {
  const bare = pageOf(text)
    .sections.filter((section) => text.slice(section.bodyStart, section.end).trim() === '')
    .map(({ start, end }) => ({ start, end, text: '' }))
  return bare.length === 0 ? text : withoutBareHeadings(applySplices(text, bare))
}
