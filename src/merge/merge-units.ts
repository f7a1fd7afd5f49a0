/**
 * Three-way merge of a list of units, each by its identity. Additions, changes and removals of one side are taken. If
 * both changed a unit, its kind decides how the two are combined.
 *
 * The order is that of the side that reordered the units. Additions of the other side keep their predecessor.
 */

import { type MergeResult, mergeValue, type Sides } from './merge-result.ts'
import { type Unit, type UnitKind, VALUE_OF } from './unit.ts'

/** A unit that both sides changed or added. */
export interface ChangedUnit {
  readonly base: Unit | undefined
  readonly ours: Unit
  readonly theirs: Unit
}

export interface ListRules {
  readonly merge: (changed: ChangedUnit) => MergeResult
  /** The position of an added unit among these; undefined to keep its predecessor. */
  readonly place?: (units: readonly Unit[], added: Unit) => number | undefined
  /** The most rows or items that a view in MEMORY.md has. */
  readonly most?: number | undefined
}

export function mergeUnits(sides: Sides<readonly Unit[]>, ending: string, rules: ListRules): MergeResult {
  const lists = matchUnits(sides)
  const found = { base: byKey(lists.base), ours: byKey(lists.ours), theirs: byKey(lists.theirs) }
  const outcome = new Map<string, MergeResult>()
  const isFull = [lists.base, lists.ours, lists.theirs].every(
    (units) => units.filter(({ kind }) => LISTED.has(kind)).length >= (rules.most ?? Infinity),
  )
  for (const key of new Set([...found.ours.keys(), ...found.theirs.keys()])) {
    const merged = mergeOne(found.base.get(key), found.ours.get(key), found.theirs.get(key), rules, isFull)
    if (merged !== undefined) outcome.set(key, merged)
  }
  const order = contestProse(orderOf(lists, outcome, rules), found, outcome)
  const gapAfter = gaps(lists, ending)
  return order.flatMap((unit, index) => [...(outcome.get(unit.key) ?? []), gapAfter(unit, order[index + 1])])
}

function byKey(units: readonly KeyedUnit[]): ReadonlyMap<string, KeyedUnit> {
  return new Map(units.map((unit) => [unit.key, unit]))
}

/** Undefined if the unit is removed. */
function mergeOne(
  base: Unit | undefined,
  ours: Unit | undefined,
  theirs: Unit | undefined,
  { merge }: ListRules,
  isFull: boolean,
): MergeResult | undefined {
  if (ours !== undefined && theirs !== undefined) {
    const settled = mergeValue({ base: base?.text, ours: ours.text, theirs: theirs.text })
    return settled === undefined ? merge({ base, ours, theirs }) : [settled]
  }
  const left = ours ?? theirs
  if (left === undefined || left.text === base?.text) return undefined
  // The next scan writes a scanned line again if it still holds.
  if (base === undefined || left.kind === 'derived') return [left.text]
  // A full view drops rows that still exist elsewhere. One that the other side changed stays.
  if (isFull) return [left.text]
  return [{ ours: ours?.text ?? '', theirs: theirs?.text ?? '' }]
}

function orderOf(
  { base, ours, theirs }: Sides<readonly KeyedUnit[]>,
  outcome: ReadonlyMap<string, MergeResult>,
  { place }: ListRules,
): readonly KeyedUnit[] {
  const isOurs = !isReordered(base, theirs) || isReordered(base, ours)
  const [first, second] = isOurs ? [ours, theirs] : [theirs, ours]
  const order = first.filter(({ key }) => outcome.has(key))
  const placed = new Set(order.map(({ key }) => key))
  const known = new Set([...base, ...second].map(({ key }) => key))
  let before: KeyedUnit | undefined
  for (const unit of second) {
    if (!outcome.has(unit.key)) continue
    const above = before
    before = unit
    if (placed.has(unit.key)) continue
    const at = place?.(order, unit) ?? placeBelow(order, above, unit, (next) => isOurs && !known.has(next.key))
    order.splice(at, 0, unit)
    placed.add(unit.key)
  }
  return order
}

/** Paragraphs that both sides added at the same place may be about the same thing, so they are contested. */
function contestProse(
  order: readonly KeyedUnit[],
  { base, ours, theirs }: Sides<ReadonlyMap<string, KeyedUnit>>,
  outcome: Map<string, MergeResult>,
): readonly KeyedUnit[] {
  const kept: KeyedUnit[] = []
  const run: Record<'ours' | 'theirs', KeyedUnit[]> = { ours: [], theirs: [] }
  const close = () => {
    const [first] = run.ours
    const isContested = first !== undefined && run.theirs.length > 0
    if (isContested) outcome.set(first.key, [{ ours: joinUnits(run.ours), theirs: joinUnits(run.theirs) }])
    kept.push(...(isContested ? [first] : [...run.ours, ...run.theirs]))
    run.ours = []
    run.theirs = []
  }
  for (const unit of order) {
    const isAdded = unit.kind === 'text' && !base.has(unit.key) && ours.has(unit.key) !== theirs.has(unit.key)
    if (isAdded) run[ours.has(unit.key) ? 'ours' : 'theirs'].push(unit)
    else {
      close()
      kept.push(unit)
    }
  }
  close()
  return kept
}

function joinUnits(units: readonly Unit[]): string {
  return units.map(({ text, gap }, index) => (index < units.length - 1 ? text + gap : text)).join('')
}

function isReordered(base: readonly KeyedUnit[], side: readonly KeyedUnit[]): boolean {
  const keys = new Set(side.map(({ key }) => key))
  const had = new Set(base.map(({ key }) => key))
  const kept = base.filter(({ key }) => keys.has(key))
  return side.filter(({ key }) => had.has(key)).some(({ key }, index) => key !== kept[index]?.key)
}

/** Below its predecessor and below our additions of its kind. A section goes below everything that is not a section. */
function placeBelow(
  order: readonly KeyedUnit[],
  before: KeyedUnit | undefined,
  unit: KeyedUnit,
  isOurAddition: (next: KeyedUnit) => boolean,
): number {
  let at = order.findIndex(({ key }) => key === before?.key) + 1
  for (let next = order[at]; next !== undefined; next = order[at]) {
    const isAbove = unit.kind === 'section' && next.kind !== 'section'
    if (!isAbove && !(next.kind === unit.kind && isOurAddition(next))) break
    at += 1
  }
  return at
}

/** The blank lines between two units, from a side that has them next to each other. */
function gaps(
  lists: Sides<readonly KeyedUnit[]>,
  ending: string,
): (unit: KeyedUnit, next: KeyedUnit | undefined) => string {
  const between = (units: readonly KeyedUnit[]) =>
    new Map(units.map((unit, index) => [`${unit.key}\0${units[index + 1]?.key ?? ''}`, unit.gap]))
  const found = { base: between(lists.base), ours: between(lists.ours), theirs: between(lists.theirs) }
  return (unit, next) => {
    if (next === undefined) return lastGap(lists)
    const pair = `${unit.key}\0${next.key}`
    const known = { base: found.base.get(pair), ours: found.ours.get(pair), theirs: found.theirs.get(pair) }
    const { ours = known.theirs, theirs = known.ours } = known
    const settled = mergeValue({ base: known.base, ours, theirs }) ?? ours
    if (settled !== undefined) return settled
    if (unit.kind === 'start' || unit.kind === 'mark') return unit.gap
    if (LISTED.has(unit.kind) && LISTED.has(next.kind)) return gapInList(lists)
    return unit.gap === '' ? ending : unit.gap
  }
}

function lastGap({ base, ours, theirs }: Sides<readonly KeyedUnit[]>): string {
  const gap = ours.at(-1)?.gap ?? ''
  return mergeValue({ base: base.at(-1)?.gap ?? '', ours: gap, theirs: theirs.at(-1)?.gap ?? '' }) ?? gap
}

const LISTED: ReadonlySet<UnitKind> = new Set(['item', 'derived', 'row'])

/** The usual gap between items of this list. */
function gapInList({ ours, theirs }: Sides<readonly KeyedUnit[]>): string {
  for (const units of [ours, theirs]) {
    const one = units.find((unit, index) => LISTED.has(unit.kind) && LISTED.has(units[index + 1]?.kind ?? 'text'))
    if (one !== undefined) return one.gap
  }
  return ''
}

interface KeyedUnit extends Unit {
  /** The same in each list that has this unit, and unique. */
  readonly key: string
}

/**
 * Matches the units of three lists by their names, and reworded units by their text. A unit is matched only if there is
 * no other candidate: a wrong match can show a conflict, but never hide one.
 */
function matchUnits(sides: Sides<readonly Unit[]>): Sides<readonly KeyedUnit[]> {
  const shared = new Set([sides.base, sides.ours, sides.theirs].flatMap(namesOfSeveral))
  // An item with a label from the base is that item, reworded. Two items that both sides add are two.
  const had = new Set(sides.base.flatMap(({ names }) => names))
  const tells = (name: string) => !shared.has(name) && (!name.startsWith(VALUE_OF) || had.has(name))
  const base = withKeys(sides.base, tells)
  const ours = withKeys(sides.ours, tells)
  const theirs = withKeys(sides.theirs, tells)
  const both = findRewordedByBoth(base, ours, theirs)
  const [left, right] = [withNewKeys(ours, both), withNewKeys(theirs, both)]
  return { base, ours: matchReworded(base, left, right), theirs: matchReworded(base, right, left) }
}

function namesOfSeveral(units: readonly Unit[]): readonly string[] {
  const seen = new Set<string>()
  return units.flatMap(({ names }) => names).filter((name) => seen.has(name) || !seen.add(name))
}

/** The key is the first distinctive name, or else the last name with a count. */
function withKeys(units: readonly Unit[], tells: (name: string) => boolean): readonly KeyedUnit[] {
  const seen = new Map<string, number>()
  return units.map((unit) => {
    const name = unit.names.find(tells)
    if (name !== undefined) return { ...unit, key: name }
    const last = unit.names.at(-1) ?? ''
    const count = (seen.get(last) ?? 0) + 1
    seen.set(last, count)
    return { ...unit, key: `${last} #${count}` }
  })
}

/** New key by old key. */
type Renaming = ReadonlyMap<string, string>

function withNewKeys(units: readonly KeyedUnit[], names: Renaming): readonly KeyedUnit[] {
  return units.map((unit) => ({ ...unit, key: names.get(unit.key) ?? unit.key }))
}

function keysOf(...lists: readonly (readonly KeyedUnit[])[]): ReadonlySet<string> {
  return new Set(lists.flatMap((units) => units.map(({ key }) => key)))
}

/** Units of the base that both sides reworded in the same way. */
function findRewordedByBoth(
  base: readonly KeyedUnit[],
  ours: readonly KeyedUnit[],
  theirs: readonly KeyedUnit[],
): Renaming {
  const [had, has] = [keysOf(base), keysOf(ours, theirs)]
  const other = new Map(theirs.map((unit) => [unit.key, unit]))
  const fresh = ours.flatMap((unit) => {
    const same = had.has(unit.key) ? undefined : other.get(unit.key)
    return same === undefined ? [] : [same.text < unit.text ? same : unit]
  })
  const gone = base.filter(({ key }) => !has.has(key))
  return alikePairs(fresh, gone)
}

/** One side's units. A reworded unit gets the key of the base's unit. */
function matchReworded(
  base: readonly KeyedUnit[],
  side: readonly KeyedUnit[],
  other: readonly KeyedUnit[],
): readonly KeyedUnit[] {
  const [had, has, known] = [keysOf(base), keysOf(side), keysOf(base, other)]
  const gone = base.filter(({ key }) => !has.has(key))
  const fresh = side.filter(({ key }) => !known.has(key))
  const [stood, stands] = [keysAbove(base, has), keysAbove(side, had)]
  // A full table drops its last row for a new one on top: a reworded unit is where the old one was.
  const isInPlace = (unit: KeyedUnit, was: KeyedUnit) => stands.get(unit.key) === stood.get(was.key)
  const pairs = new Map(alikePairs(fresh, gone, isInPlace))
  const taken = new Set(pairs.values())
  // A paragraph also matches by its place.
  const waiting = gone.filter(({ kind, key }) => kind === 'text' && !taken.has(key))
  for (const unit of fresh) {
    if (unit.kind !== 'text' || pairs.has(unit.key)) continue
    const at = waiting.findIndex((was) => isInPlace(unit, was))
    for (const was of at === -1 ? [] : waiting.splice(at, 1)) pairs.set(unit.key, was.key)
  }
  return withNewKeys(side, pairs)
}

/** The key of the nearest unit above each unit that the other list has too. */
function keysAbove(units: readonly KeyedUnit[], shared: ReadonlySet<string>): ReadonlyMap<string, string | undefined> {
  let above: string | undefined
  const found = new Map<string, string | undefined>()
  for (const { key } of units) {
    found.set(key, above)
    if (shared.has(key)) above = key
  }
  return found
}

/** New units that share more than half of their text with a removed one, the most alike first. */
function alikePairs(
  fresh: readonly KeyedUnit[],
  gone: readonly KeyedUnit[],
  fits: (unit: KeyedUnit, was: KeyedUnit) => boolean = () => true,
): Renaming {
  if (gone.length * fresh.length > MOST_COMPARED) return new Map()
  const candidates = fresh.flatMap((unit) =>
    gone
      .filter((was) => was.kind === unit.kind && fits(unit, was))
      .map((was) => ({ unit, was, alike: likeness(unit.text, was.text) })),
  )
  const pairs = new Map<string, string>()
  const taken = new Set<string>()
  for (const { unit, was, alike } of candidates.toSorted((a, b) => b.alike - a.alike)) {
    if (alike <= 0.5 || pairs.has(unit.key) || taken.has(was.key)) continue
    pairs.set(unit.key, was.key)
    taken.add(was.key)
  }
  return pairs
}

const MOST_COMPARED = 2_500
const MOST_CHARACTERS = 2_000

/** The share of letter pairs that two texts have in common. It needs no words, so it works for Chinese too. */
function likeness(one: string, other: string): number {
  const left = pairsIn(one)
  const right = pairsIn(other)
  let shared = 0
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0)
  const all = [...left.values(), ...right.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (2 * shared) / all
}

function pairsIn(text: string): ReadonlyMap<string, number> {
  const said = text.slice(0, MOST_CHARACTERS).toLowerCase().replace(/\s+/g, ' ')
  const pairs = new Map<string, number>()
  for (let at = 0; at + 2 <= said.length; at += 1) {
    const pair = said.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
