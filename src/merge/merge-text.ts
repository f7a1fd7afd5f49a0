/** Merges a text that both sides changed by units, each kind of unit with its own rule. */

import { compareVersions, readVersion } from '../bank/blocks.ts'
import { isSuperseded, titleBefore } from '../bank/decisions.ts'
import { pageOf } from '../bank/page.ts'
import { plainWords } from '../bank/same-topic.ts'
import type { BankPath } from '../base/bank-path.ts'
import { MEMORY, SECTION, sectionHeading } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { mergeItem } from './merge-item.ts'
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
