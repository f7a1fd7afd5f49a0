/**
 * How well each unit of the bank answers a question.
 *
 * The score is BM25 over units and over whole files; the units beside a unit count a little. Terms that mean the same
 * (synonyms, similar words) are counted as one term, so a page cannot win by repeating itself in other words. The same
 * question over the same bank gives the same scores.
 */

import type { Route } from '../text/routing.ts'
import type { SearchIndex } from './search-index.ts'
import type { Term } from './tokenize.ts'
import { hasFlag, type UnitFlag } from './unit-flags.ts'
import type { Weights } from './weights.ts'

/** What the question asks for by its form, beside its words. */
export interface Asks {
  readonly when: boolean
  readonly aboutAsker: boolean
  readonly why: boolean
  readonly cure: boolean
  readonly prevention: boolean
}

/** One thing asked for: a term, and the terms that stand for it. */
export interface Wanted {
  readonly term: Term
  readonly weight: number
  readonly members: readonly Member[]
  /** Terms that stand for a phrase this term is a part of: they cover it, but ranking does not count them again. */
  readonly covers: readonly Member[]
}

export interface Member {
  readonly id: number
  readonly weight: number
}

export interface Scores {
  /** By unit number. */
  readonly units: Float32Array
  /** Routing rules that speak for some of the files, strongest first. */
  readonly routes: readonly FiredRoute[]
}

/** A routing rule that the question fires. */
interface FiredRoute {
  readonly route: Route
  /** 0 … 1: how much of what was asked the rule's intent names. */
  readonly strength: number
  /** The terms of its intent. */
  readonly intent: readonly number[]
  /** The slots of the files it leads to. */
  readonly files: readonly number[]
}

export function score(index: SearchIndex, wanted: readonly Wanted[], asks: Asks): Scores {
  const { weights } = index
  const totals = index.totals()
  const own = new Float32Array(index.unitCount)
  const covered = new Float32Array(index.unitCount)
  const files = new Float32Array(index.files.length)
  const inUnit = new Float32Array(index.unitCount)
  const inFile = new Float32Array(index.files.length)
  const masses: number[] = []
  for (const want of wanted) {
    const holders = holdersOf(index, want.members, inUnit.fill(0), inFile.fill(0))
    const mass = want.weight * (holders.units.length === 0 ? 0 : rarity(totals.unitCount, holders.held))
    masses.push(mass)
    const worth = mass * (weights.k1 + 1)
    for (const unit of holders.units) {
      const count = inUnit[unit] ?? 0
      const length =
        ((totals.lengths[unit] ?? 0) + weights.lengthFloor) / (totals.averageUnitLength + weights.lengthFloor)
      own[unit] = (own[unit] ?? 0) + (worth * count) / (count + weights.k1 * (1 - weights.b + weights.b * length))
      covered[unit] = (covered[unit] ?? 0) + mass * Math.min(1, count)
    }
    const fileWorth = want.weight * rarity(totals.fileCount, holders.slots.length) * (weights.fileK1 + 1)
    for (const slot of holders.slots) {
      const count = inFile[slot] ?? 0
      const length = (index.files[slot]?.length ?? 0) / totals.averageFileLength
      const norm = weights.fileK1 * (1 - weights.fileB + weights.fileB * length)
      files[slot] = (files[slot] ?? 0) + (fileWorth * count) / (count + norm)
    }
  }
  const asked = masses.reduce((sum, mass) => sum + mass, 0)
  const routes = fireRoutes(index, wanted, masses, asked)
  for (const { strength, files: led } of routes) {
    for (const slot of led) files[slot] = (files[slot] ?? 0) + weights.route * strength * asked
  }
  return { units: combine(index, { own, covered, files, asked }, asks), routes }
}

/** The inverse document frequency, as BM25 has it. */
function rarity(total: number, held: number): number {
  return Math.log(1 + (total - held + 0.5) / (held + 0.5))
}

/** The units and files that hold one of the terms. */
interface Holders {
  readonly units: readonly number[]
  readonly slots: readonly number[]
  /** How many units hold it; a unit that holds only a synonym counts less. */
  readonly held: number
}

/** Counts into `inUnit` and `inFile` how often each unit and file holds one of the terms. */
function holdersOf(
  index: SearchIndex,
  members: readonly Member[],
  inUnit: Float32Array,
  inFile: Float32Array,
): Holders {
  const units: number[] = []
  const slots: number[] = []
  let held = 0
  for (const { id, weight } of members) {
    index.postings.visit(id, (unit, count) => {
      const slot = index.slotOfUnit[unit] ?? -1
      if (slot === -1) return
      if (inFile[slot] === 0) slots.push(slot)
      inFile[slot] = (inFile[slot] ?? 0) + count * weight
      const isHeader = index.files[slot]?.firstUnit === unit
      if (isHeader) return
      if (inUnit[unit] === 0) units.push(unit)
      inUnit[unit] = (inUnit[unit] ?? 0) + count * weight
      held += weight
    })
  }
  return { units, slots, held: Math.max(1, Math.min(units.length, held)) }
}

/** `masses` says how much each wanted term counts, `asked` what they count together. */
function fireRoutes(
  index: SearchIndex,
  wanted: readonly Wanted[],
  masses: readonly number[],
  asked: number,
): readonly FiredRoute[] {
  if (asked === 0) return []
  const fired: FiredRoute[] = []
  for (const { route, intent, names, files } of index.totals().routes) {
    if (files.length === 0) continue
    const terms = new Set([...intent, ...names])
    const mass = wanted.reduce((sum, { members }, at) => {
      const best = members.reduce((most, { id, weight }) => (terms.has(id) ? Math.max(most, weight) : most), 0)
      return sum + (masses[at] ?? 0) * best
    }, 0)
    // A rule that leads to a whole folder says less about each of its files.
    if (mass > 0) fired.push({ route, intent, strength: mass / asked / Math.sqrt(files.length), files })
  }
  return fired.sort((a, b) => b.strength - a.strength || a.route.line - b.route.line)
}

interface Figures {
  /** By unit: what its own words earn, and how much of what was asked they cover. */
  readonly own: Float32Array
  readonly covered: Float32Array
  readonly files: Float32Array
  /** What all wanted terms count together. */
  readonly asked: number
}

/** Only files that hold something are looked at: what a unit gets from its neighbours comes from its own file. */
function combine(index: SearchIndex, figures: Figures, asks: Asks): Float32Array {
  const { weights } = index
  const { priors, flags } = index.totals()
  const { own, covered, asked } = figures
  const bonuses = bonusesFor(asks, weights)
  const values = new Float32Array(index.unitCount)
  const units = new Float32Array(index.unitCount)
  for (let slot = 0; slot < figures.files.length; slot += 1) {
    const held = figures.files[slot] ?? 0
    const file = held > 0 ? index.files[slot] : undefined
    if (file === undefined) continue
    const first = file.firstUnit + 1
    const end = first + file.units.length
    for (let unit = first; unit < end; unit += 1) {
      const share = asked > 0 ? (covered[unit] ?? 0) / asked : 0
      values[unit] = (own[unit] ?? 0) * (1 + weights.coverage * share)
    }
    for (let unit = first; unit < end; unit += 1) {
      if (hasFlag(flags[unit] ?? 0, 'apart')) {
        // What stands beside a row or an item is another entry, and a silent one is none.
        const alone = values[unit] ?? 0
        const ofFile = (weights.file * held * (covered[unit] ?? 0)) / Math.max(asked, 1e-9)
        units[unit] = alone === 0 ? 0 : (alone * formFactor(flags[unit] ?? 0, bonuses) + ofFile) * (priors[unit] ?? 0)
        continue
      }
      const isAnswer = unit > first && hasFlag(flags[unit - 1] ?? 0, 'asks')
      const value = withNeighbours(
        values,
        unit,
        first,
        end,
        isAnswer ? weights.near + weights.answers : weights.near,
        weights,
      )
      const said = value === 0 ? 0 : value * formFactor(flags[unit] ?? 0, bonuses)
      // The silent sections of a file that speaks about the matter count too: an answer need not repeat the title.
      units[unit] = (said + weights.file * held) * (priors[unit] ?? 0)
    }
  }
  return units
}

/** A unit's value, with a share of the values of the two units before it and the two after it, within its file. */
function withNeighbours(
  values: Float32Array,
  unit: number,
  first: number,
  end: number,
  before: number,
  { near, far }: Weights,
): number {
  let sum = unit - 2 < first ? 0 : Math.fround((values[unit - 2] ?? 0) * far)
  sum = Math.fround(sum + (unit - 1 < first ? 0 : (values[unit - 1] ?? 0)) * before)
  sum = Math.fround(sum + (values[unit] ?? 0))
  sum = Math.fround(sum + (unit + 1 < end ? (values[unit + 1] ?? 0) : 0) * near)
  return Math.fround(sum + (unit + 2 < end ? (values[unit + 2] ?? 0) : 0) * far)
}

interface Bonus {
  readonly flag: UnitFlag
  readonly weight: number
}

/** Which flags of a unit make it fit the question better. */
function bonusesFor(asks: Asks, weights: Weights): readonly Bonus[] {
  return [
    ...(asks.when ? [{ flag: 'dated', weight: weights.dated } as const] : []),
    ...(asks.aboutAsker ? [{ flag: 'asker', weight: weights.asker } as const] : []),
    { flag: 'binding', weight: weights.binding },
    ...(asks.why ? [{ flag: 'cause', weight: weights.role } as const] : []),
    ...(asks.cure ? [{ flag: 'cure', weight: weights.role } as const] : []),
    ...(asks.prevention ? [{ flag: 'prevention', weight: weights.role } as const] : []),
  ]
}

function formFactor(flags: number, bonuses: readonly Bonus[]): number {
  let factor = 1
  for (const { flag, weight } of bonuses) if (hasFlag(flags, flag)) factor += weight
  return factor
}
