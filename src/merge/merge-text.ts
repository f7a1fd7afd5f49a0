/** Merges a text that both sides changed by units, each kind of unit with its own rule. */

import { compareVersions, readVersion } from '../bank/blocks.ts'
import { isSuperseded, titleBefore } from '../bank/decisions.ts'
import { listItemIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { plainWords } from '../bank/same-topic.ts'
import type { BankPath } from '../base/bank-path.ts'
import { latestDateIn } from '../base/dates.ts'
import { MEMORY, SECTION, sectionHeading } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { mergeLines } from './merge-lines.ts'
import { isSettled, type MergeResult, mergeValue, type Sides } from './merge-result.ts'
import { mergeTable } from './merge-table.ts'
import { type ChangedUnit, type ListRules, mergeUnits } from './merge-units.ts'
import { type Unit, type UnitKind, unitsIn } from './unit.ts'

export function mergeText(texts: Sides<string>, path: BankPath, ending: string): MergeResult {
  const settled = mergeValue(texts)
  return settled === undefined ? mergeParts(texts, 'text', path, ending) : [settled]
}

function mergeParts(texts: Sides<string>, holder: 'text' | 'section', path: BankPath, ending: string): MergeResult {
  const units = {
    base: unitsIn(pageOf(texts.base), holder),
    ours: unitsIn(pageOf(texts.ours), holder),
    theirs: unitsIn(pageOf(texts.theirs), holder),
  }
  const rules: ListRules = { merge: (changed) => MERGERS[changed.ours.kind](changed, path, ending) }
  if (path !== MEMORY) return mergeUnits(units, ending, rules)
  const isAnswers = units.ours[0]?.text.trim() === SECTION.quickAnswers
  return mergeUnits(units, ending, {
    ...rules,
    place: placeInEntry,
    most: isAnswers ? LIMITS.quickAnswers : undefined,
  })
}

type Merger = (changed: ChangedUnit, path: BankPath, ending: string) => MergeResult

const MERGERS: Readonly<Record<UnitKind, Merger>> = {
  start: mergeStart,
  text: mergeProse,
  item: mergeItem,
  derived: ({ ours }) => [ours.text],
  mark: mergeMark,
  table: mergeTable,
  row: contest,
  section: ({ base, ours, theirs }, path, ending) => {
    // If both sides created it, the heading alone is the common ancestor.
    const heading = ours.text.slice(0, pageOf(ours.text).lines[0]?.end)
    const texts = { base: base?.text ?? heading, ours: ours.text, theirs: theirs.text }
    return mergeParts(texts, 'section', path, ending)
  },
}

function contest({ ours, theirs }: ChangedUnit): MergeResult {
  return [{ ours: ours.text, theirs: theirs.text }]
}

/** Merges a heading or front matter. A decision that one side superseded stays superseded. */
function mergeStart({ base, ours, theirs }: ChangedUnit): MergeResult {
  const isOneTitle = plainWords(titleBefore(ours.text)) === plainWords(titleBefore(theirs.text))
  if (isOneTitle && isSuperseded(ours.text) !== isSuperseded(theirs.text))
    return [isSuperseded(ours.text) ? ours.text : theirs.text]
  return mergeLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
}

/** A conflict inside a code fence would be read as code, so the whole text is contested. */
function mergeProse(changed: ChangedUnit): MergeResult {
  const { base, ours, theirs } = changed
  const merged = mergeLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
  const isFenced = [ours, theirs].some(({ text }) => pageOf(text).lines.some((line) => line.fenced))
  return isFenced && !isSettled(merged) ? contest(changed) : merged
}

/** A check mark that either side set stays. Different words are left to the user. */
function mergeItem({ base, ours, theirs }: ChangedUnit): MergeResult {
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

function mergeMark({ ours, theirs }: ChangedUnit): MergeResult {
  const isOurs = compareVersions(readVersion(pageOf(ours.text)) ?? '0', readVersion(pageOf(theirs.text)) ?? '0') >= 0
  return [isOurs ? ours.text : theirs.text]
}

const ENTRY_ORDER: readonly string[] = Object.values(SECTION)

/** A new section of MEMORY.md goes to its place in the template. */
function placeInEntry(units: readonly Unit[], added: Unit): number | undefined {
  const wanted = rankOf(added)
  if (wanted === -1) return undefined
  const next = units.findIndex((unit) => rankOf(unit) > wanted)
  return next === -1 ? undefined : next
}

function rankOf({ kind, text }: Unit): number {
  return kind === 'section' ? ENTRY_ORDER.indexOf(sectionHeading(pageOf(text).lines[0]?.text.trim() ?? '')) : -1
}
