/**
 * Moves finished items from progress and focus to the archive once there are too many (S8).
 *
 * Over a limit, finished items older than 30 days move to the file of their month. Undated ones follow, from the top,
 * until the limits hold. Items move byte for byte. User blocks and items with an open part are not touched.
 */

import type { Draft } from '../bank/draft.ts'
import { countLines, endingOf } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { applySplices } from '../bank/tables.ts'
import { type BankPath, knownPath } from '../base/bank-path.ts'
import { daysBetween, latestDateIn } from '../base/dates.ts'
import type { Language, Words } from '../base/language.ts'
import { ARCHIVE_FOLDER, MEMORY, PROGRESS, SECTION } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import type { Span } from '../base/splice.ts'
import { type DoneItem, doneItemsIn } from './done-items.ts'

export interface ArchiveInput {
  readonly language: Language
  /** YYYY-MM-DD */
  readonly today: string
  readonly now: string
}

export function planArchive(draft: Draft, input: ArchiveInput): void {
  if (latestDateIn(input.today) !== input.today) throw new Error(`not a day: ${input.today}`)
  archiveFrom(draft, PROGRESS, 'progress', input)
  archiveFrom(draft, MEMORY, 'focus', input)
}

function archiveFrom(draft: Draft, path: BankPath, name: string, input: ArchiveInput): void {
  const page = draft.page(path)
  const { text } = page
  const scope = draft.isHeld(path) ? undefined : scopeOf(page)
  if (scope === undefined) return
  const { items, done } = doneItemsIn(page, scope.spans)
  const leaving = itemsToMove(items, { lines: scope.lines, done }, input.today)
  if (leaving.length === 0) return

  const count = leaving.length
  const removals = leaving.map((item) => item.removal)
  draft.write(path, applySplices(text, removals), {
    en: `${count} finished item${count === 1 ? '' : 's'} of ${name} move${count === 1 ? 's' : ''} to the archive`,
    zh: `${count} 条已完成事项从 ${name} 移入归档`,
  })
  for (const [month, moved] of byMonth(leaving, input.today)) {
    const archive = knownPath(`${ARCHIVE_FOLDER}/${name}_${month}.md`)
    draft.write(archive, appendToArchive(draft.read(archive), text, moved, titleOf(name, month)[input.language]), {
      en: `Finished items of ${name}, ${month}`,
      zh: `${name} 已完成事项，${month}`,
    })
  }
}

/** The spans that items may be taken from, and the lines that count against the limit. */
function scopeOf({
  path,
  text,
  editable,
  machine: block,
}: Page): { spans: readonly Span[]; lines: number } | undefined {
  if (editable === undefined) return undefined
  if (path === PROGRESS) return { spans: editable.spans, lines: countLines(text) }
  const machine = editable.machine
  if (machine === undefined) return undefined
  const focus = block?.section(SECTION.focus)
  if (focus === undefined) return undefined
  const span = { start: machine.start + focus.start, end: machine.start + focus.end }
  return { spans: [span], lines: countLines(text.slice(span.start, span.end)) }
}

function itemsToMove(
  items: readonly DoneItem[],
  size: { readonly lines: number; readonly done: number },
  today: string,
): readonly DoneItem[] {
  let { lines, done } = size
  const isOver = () => lines > LIMITS.archiveLines || done > LIMITS.archiveDoneItems
  if (!isOver()) return []
  const leaving = new Set<DoneItem>()
  const leave = (item: DoneItem) => {
    leaving.add(item)
    lines -= item.removedLines
    done -= item.done
  }
  for (const item of items) {
    if (item.date !== undefined && daysBetween(item.date, today) > LIMITS.archiveKeepDays) leave(item)
  }
  const undated = items.filter((item) => item.date === undefined)
  for (const item of [...undated.filter((one) => one.isSetAside), ...undated.filter((one) => !one.isSetAside)]) {
    if (isOver()) leave(item)
  }
  return items.filter((item) => leaving.has(item))
}

function byMonth(items: readonly DoneItem[], today: string): ReadonlyMap<string, readonly DoneItem[]> {
  const months = new Map<string, DoneItem[]>()
  for (const item of items) {
    const month = (item.date ?? today).slice(0, 7)
    const existing = months.get(month)
    if (existing === undefined) months.set(month, [item])
    else existing.push(item)
  }
  return months
}

/** Appends the items to the archive. An item of a plain list keeps the line above it as context. */
export function appendToArchive(
  before: string | undefined,
  source: string,
  items: readonly (Span & Partial<Pick<DoneItem, 'parents'>>)[],
  title: string,
): string {
  const existing = before ?? ''
  const isNew = existing.trim() === ''
  const ending = endingOf(isNew ? source : existing)
  let text = isNew ? `${existing}${title}${ending}${ending}` : existing
  if (!/[\r\n]$/.test(text)) text += ending
  const fence = pageOf(text).openFence
  if (fence !== undefined) text += fence + ending + ending
  const parts = [text]
  let context = ''
  for (const item of items) {
    const parents = (item.parents ?? []).map((span) => source.slice(span.start, span.end)).join('')
    if (parents !== context) parts.push(parents)
    context = parents
    const moved = source.slice(item.start, item.end)
    parts.push(moved, /[\r\n]$/.test(moved) ? '' : ending)
  }
  return parts.join('')
}

function titleOf(name: string, month: string): Words {
  return { en: `# Archive: ${name} ${month}`, zh: `# 归档：${name} ${month}` }
}
