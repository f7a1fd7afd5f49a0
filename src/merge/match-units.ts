/**
 * Which units of three lists are the same one: by what they are called, and where one was reworded, by what it was.
 *
 * A unit is matched only where there is no other candidate; a wrong match can show a conflict, never hide one.
 */

import type { Sides } from './merged.ts'
import { type Unit, VALUE_OF } from './unit.ts'

export interface KeyedUnit extends Unit {
  /** The same in each list that has this unit, and of no other one. */
  readonly key: string
}

export function matchUnits(sides: Sides<readonly Unit[]>): Sides<readonly KeyedUnit[]> {
  const shared = new Set([sides.base, sides.ours, sides.theirs].flatMap(namesOfSeveral))
  // With a label of the base an item is that of the base, reworded; two that both sides add are two.
  const had = new Set(sides.base.flatMap(({ names }) => names))
  const tells = (name: string) => !shared.has(name) && (!name.startsWith(VALUE_OF) || had.has(name))
  const base = keyed(sides.base, tells)
  const ours = keyed(sides.ours, tells)
  const theirs = keyed(sides.theirs, tells)
  const both = bothReworded(base, ours, theirs)
  const [left, right] = [renamed(ours, both), renamed(theirs, both)]
  return { base, ours: reworded(base, left, right), theirs: reworded(base, right, left) }
}

function namesOfSeveral(units: readonly Unit[]): readonly string[] {
  const seen = new Set<string>()
  return units.flatMap(({ names }) => names).filter((name) => seen.has(name) || !seen.add(name))
}

/** By the first name that tells, else by the last one and how many have it before. */
function keyed(units: readonly Unit[], tells: (name: string) => boolean): readonly KeyedUnit[] {
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

/** New key by old one. */
type Renaming = ReadonlyMap<string, string>

function renamed(units: readonly KeyedUnit[], names: Renaming): readonly KeyedUnit[] {
  return units.map((unit) => ({ ...unit, key: names.get(unit.key) ?? unit.key }))
}

function keysOf(...lists: readonly (readonly KeyedUnit[])[]): ReadonlySet<string> {
  return new Set(lists.flatMap((units) => units.map(({ key }) => key)))
}

/** Units of the base that both sides gave the same other words. */
function bothReworded(base: readonly KeyedUnit[], ours: readonly KeyedUnit[], theirs: readonly KeyedUnit[]): Renaming {
  const [had, has] = [keysOf(base), keysOf(ours, theirs)]
  const other = new Map(theirs.map((unit) => [unit.key, unit]))
  const fresh = ours.flatMap((unit) => {
    const same = had.has(unit.key) ? undefined : other.get(unit.key)
    return same === undefined ? [] : [same.text < unit.text ? same : unit]
  })
  const gone = base.filter(({ key }) => !has.has(key))
  return alikePairs(fresh, gone)
}

/** The units of one side, those that stand for a unit of the base with other words under that unit's key. */
function reworded(
  base: readonly KeyedUnit[],
  side: readonly KeyedUnit[],
  other: readonly KeyedUnit[],
): readonly KeyedUnit[] {
  const [had, has, known] = [keysOf(base), keysOf(side), keysOf(base, other)]
  const gone = base.filter(({ key }) => !has.has(key))
  const fresh = side.filter(({ key }) => !known.has(key))
  const pairs = new Map(alikePairs(fresh, gone))
  const taken = new Set(pairs.values())
  // A paragraph is known by its place, too.
  const waiting = new Map<string | undefined, KeyedUnit[]>()
  for (const { unit, above } of below(base, has)) {
    if (unit.kind !== 'text' || has.has(unit.key) || taken.has(unit.key)) continue
    const here = waiting.get(above)
    if (here === undefined) waiting.set(above, [unit])
    else here.push(unit)
  }
  for (const { unit, above } of below(side, had)) {
    if (unit.kind !== 'text' || known.has(unit.key) || pairs.has(unit.key)) continue
    const was = waiting.get(above)?.shift()
    if (was !== undefined) pairs.set(unit.key, was.key)
  }
  return renamed(side, pairs)
}

/** Each unit with the nearest one above it that the other list has, too. */
function below(
  units: readonly KeyedUnit[],
  shared: ReadonlySet<string>,
): readonly { readonly unit: KeyedUnit; readonly above: string | undefined }[] {
  let above: string | undefined
  return units.map((unit) => {
    const place = { unit, above }
    if (shared.has(unit.key)) above = unit.key
    return place
  })
}

/** The new units that share more than half of what they say with one that is gone, the most alike first. */
function alikePairs(fresh: readonly KeyedUnit[], gone: readonly KeyedUnit[]): Renaming {
  if (gone.length * fresh.length > MOST_COMPARED) return new Map()
  const candidates = fresh.flatMap((unit) =>
    gone.filter(({ kind }) => kind === unit.kind).map((was) => ({ unit, was, alike: likeness(unit.text, was.text) })),
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

/** The share of letter pairs that two texts have in common: it needs no words, so it reads Chinese too. */
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
