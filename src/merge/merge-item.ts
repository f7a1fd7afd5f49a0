/**
 * Merges a list item that both sides changed: a check mark that either side set stays. Different words are left to the
 * user.
 */

import { listItemIn } from '../bank/lines.ts'
import { plainWords } from '../bank/same-topic.ts'
import { latestDateIn } from '../base/dates.ts'
import { mergeLines } from './merge-lines.ts'
import { isSettled, type MergeResult, mergeValue, type Sides } from './merge-result.ts'
import type { ChangedUnit } from './merge-units.ts'

export function mergeItem({ base, ours, theirs }: ChangedUnit): MergeResult {
  const contested = [{ ours: ours.text, theirs: theirs.text }]
  const items: Sides<Item> = { base: itemIn(base?.text ?? ''), ours: itemIn(ours.text), theirs: itemIn(theirs.text) }
  const isReworded = base !== undefined && !isSame(items.base, items.ours) !== !isSame(items.base, items.theirs)
  // One side's words with the other's check mark would be an item that nobody wrote.
  if (isReworded) return contested
  const mark = settleMark(items)
  const said = settleText(items, base !== undefined)
  const below = mergeLines({ base: items.base.below, ours: items.ours.below, theirs: items.theirs.below })
  return mark === undefined || said === undefined || !isSettled(below) ? contested : [mark, said, ...below]
}

interface Item {
  /** Everything before the text: indent, mark and box. */
  readonly mark: string
  readonly box: 'open' | 'checked' | undefined
  /** The rest of the first line, with its line end. */
  readonly said: string
  readonly below: string
}

function itemIn(text: string): Item {
  const first = /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text)?.[0] ?? ''
  const item = listItemIn(first.replace(/(?<![\r\n])[\r\n]+$/, ''))
  const at = item?.textStart ?? 0
  return { mark: first.slice(0, at), box: item?.box, said: first.slice(at), below: text.slice(first.length) }
}

function isSame(one: Item, other: Item): boolean {
  return plainWords(one.said) === plainWords(other.said)
}

function settleMark(items: Sides<Item>): string | undefined {
  const { base, ours, theirs } = items
  if (ours.box !== theirs.box && (ours.box === 'checked' || theirs.box === 'checked'))
    return ours.box === 'checked' ? ours.mark : theirs.mark
  return mergeValue({ base: base.mark, ours: ours.mark, theirs: theirs.mark })
}

/** If both sides set a done date, keep the earlier one. */
function settleText({ base, ours, theirs }: Sides<Item>, hasBase: boolean): string | undefined {
  if (ours.said === theirs.said) return ours.said
  const settled = hasBase ? mergeValue({ base: base.said, ours: ours.said, theirs: theirs.said }) : undefined
  if (settled !== undefined || !isSame(ours, theirs)) return settled
  const [left, right] = [latestDateIn(ours.said), latestDateIn(theirs.said)]
  if (ours.box !== theirs.box) return ours.box === 'checked' ? ours.said : theirs.said
  if (ours.box !== 'checked' || left === undefined || right === undefined || left === right) return undefined
  return left < right ? ours.said : theirs.said
}
