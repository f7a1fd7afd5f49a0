/** A text of the bank that both sides changed: unit by unit, each kind in its own way. */

import { plainWords } from '../bank/already-said.ts'
import { compareVersions, readVersion } from '../bank/blocks.ts'
import { isSuperseded, titleBefore } from '../bank/decisions.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { MEMORY, SECTION } from '../base/layout.ts'
import { mergeItem } from './merge-item.ts'
import { mergeLines } from './merge-lines.ts'
import { mergeTable } from './merge-table.ts'
import { type ChangedUnit, type ListRules, mergeUnits } from './merge-units.ts'
import { isSettled, type Merged, type Sides, unlessBoth } from './merged.ts'
import { type Unit, type UnitKind, unitsIn } from './unit.ts'

export function mergeText(texts: Sides<string>, path: BankPath, ending: string): Merged {
  const settled = unlessBoth(texts)
  return settled === undefined ? mergeHeld(texts, 'text', path, ending) : [settled]
}

function mergeHeld(texts: Sides<string>, holder: 'text' | 'section', path: BankPath, ending: string): Merged {
  const units = {
    base: unitsIn(pageOf(texts.base), holder),
    ours: unitsIn(pageOf(texts.ours), holder),
    theirs: unitsIn(pageOf(texts.theirs), holder),
  }
  const rules: ListRules = { merge: (changed) => MERGERS[changed.ours.kind](changed, path, ending) }
  return mergeUnits(units, ending, path === MEMORY ? { ...rules, place: placeInEntry } : rules)
}

type Merger = (changed: ChangedUnit, path: BankPath, ending: string) => Merged

const MERGERS: Readonly<Record<UnitKind, Merger>> = {
  start: mergeStart,
  text: mergeProse,
  item: mergeItem,
  derived: ({ ours }) => [ours.text],
  mark: mergeMark,
  table: mergeTable,
  row: contest,
  section: ({ base, ours, theirs }, path, ending) => {
    // Where one side made it, what the other had is the heading.
    const heading = ours.text.slice(0, pageOf(ours.text).lines[0]?.end)
    const texts = { base: base?.text ?? heading, ours: ours.text, theirs: theirs.text }
    return mergeHeld(texts, 'section', path, ending)
  },
}

function contest({ ours, theirs }: ChangedUnit): Merged {
  return [{ ours: ours.text, theirs: theirs.text }]
}

/** A heading, or front matter; a decision that one side superseded stays so. */
function mergeStart({ base, ours, theirs }: ChangedUnit): Merged {
  const isOneTitle = plainWords(titleBefore(ours.text)) === plainWords(titleBefore(theirs.text))
  if (isOneTitle && isSuperseded(ours.text) !== isSuperseded(theirs.text))
    return [isSuperseded(ours.text) ? ours.text : theirs.text]
  return mergeLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
}

/** A conflict inside a code fence would be read as code, so the whole is contested. */
function mergeProse(changed: ChangedUnit): Merged {
  const { base, ours, theirs } = changed
  const merged = mergeLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
  const isFenced = [ours, theirs].some(({ text }) => pageOf(text).lines.some((line) => line.fenced))
  return isFenced && !isSettled(merged) ? contest(changed) : merged
}

function mergeMark({ ours, theirs }: ChangedUnit): Merged {
  const isOurs = compareVersions(readVersion(pageOf(ours.text)) ?? '0', readVersion(pageOf(theirs.text)) ?? '0') >= 0
  return [isOurs ? ours.text : theirs.text]
}

const ENTRY_ORDER: readonly string[] = Object.values(SECTION)

/** A new section of the entry stands where its template has it. */
function placeInEntry(units: readonly Unit[], added: Unit): number | undefined {
  const wanted = rankOf(added)
  if (wanted === -1) return undefined
  const next = units.findIndex((unit) => rankOf(unit) > wanted)
  return next === -1 ? undefined : next
}

function rankOf({ kind, text }: Unit): number {
  return kind === 'section' ? ENTRY_ORDER.indexOf(pageOf(text).lines[0]?.text.trim() ?? '') : -1
}
