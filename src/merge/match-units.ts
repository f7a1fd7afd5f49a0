/**
 * Matches the units of three lists by their names, and reworded units by their text.
 *
 * A unit is matched only if there is no other candidate. A wrong match can show a conflict, but never hide one.
 */

import type { Sides } from './merge-result.ts'
import { type Unit, VALUE_OF } from './unit.ts'

export interface KeyedUnit extends Unit {
  /** The same in each list that has this unit, and unique. */
  readonly key: string
}

export function matchUnits(sides: Sides<readonly Unit[]>): Sides<readonly KeyedUnit[]> {
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
