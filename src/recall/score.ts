/**
 * How well each unit of the bank answers a question.
 *
 * BM25 over units and over whole files, with what stands beside a unit counting a little. Terms that say the same
 * (synonyms, look-alikes) are counted as one term, so a page cannot win by repeating itself in other words. The same
 * question over the same bank gives the same scores.
 */

import { type FiredRoute, fireRoutes } from './route.ts'
import type { SearchIndex } from './search-index.ts'
import type { Term } from './tokenize.ts'
import { TRAIT } from './unit-traits.ts'

/** What the question's form tells, beside its words. */
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
  /** Terms that stand for a phrase this term is a part of: they cover it, without being ranked by it once more. */
  readonly covers: readonly Member[]
}

export interface Member {
  readonly id: number
  readonly weight: number
}

/** They hold until the index is asked the next question. */
export interface Scores {
  /** By unit number. */
  readonly units: Float32Array
  /** By file slot. */
  readonly files: Float32Array
  /** Of each wanted term: how rare it is, 0 when no unit has it. */
  readonly rarity: readonly number[]
  /** Routing rules that speak for some of the files, strongest first. */
  readonly routes: readonly FiredRoute[]
}

export function score(index: SearchIndex, wanted: readonly Wanted[], asks: Asks): Scores {
  const { weights, unitLength } = index
  const size = index.sizes
  const tally = new Holders(index)
  const own = index.scratch.zeros('own', index.unitCount)
  const covered = index.scratch.zeros('covered', index.unitCount)
  const files = index.scratch.zeros('files', index.files.length)
  const rarity: number[] = []
  let asked = 0

  for (const want of wanted) {
    const { units, slots, held } = tally.gather(want.members)
    const idf = units.length === 0 ? 0 : Math.log(1 + (size.units - held + 0.5) / (held + 0.5))
    rarity.push(idf)
    asked += want.weight * idf
    const worth = want.weight * idf * (weights.k1 + 1)
    for (const unit of units) {
      const count = tally.takeUnit(unit)
      const length = ((unitLength[unit] ?? 0) + weights.lengthFloor) / (size.unitLength + weights.lengthFloor)
      own[unit] = (own[unit] ?? 0) + (worth * count) / (count + weights.k1 * (1 - weights.b + weights.b * length))
      covered[unit] = (covered[unit] ?? 0) + want.weight * idf * Math.min(1, count)
    }
    const fileIdf = Math.log(1 + (size.files - slots.length + 0.5) / (slots.length + 0.5))
    const fileWorth = want.weight * fileIdf * (weights.fileK1 + 1)
    for (const slot of slots) {
      const count = tally.takeFile(slot)
      const length = (size.lengths[slot] ?? 0) / size.fileLength
      const norm = weights.fileK1 * (1 - weights.fileB + weights.fileB * length)
      files[slot] = (files[slot] ?? 0) + (fileWorth * count) / (count + norm)
    }
  }
  const routes = fireRoutes(index, wanted, rarity)
  for (const { strength, files: led } of routes) {
    for (const slot of led) files[slot] = (files[slot] ?? 0) + weights.route * strength * asked
  }
  return { units: combine(index, { own, covered, files, asked }, asks), files, rarity, routes }
}

/** Who holds a term or what stands for it, and how much: by unit and by file. */
class Holders {
  readonly #index: SearchIndex
  readonly #units: Float32Array
  readonly #files: Float32Array
  /** Who holds the term at hand, in the order met. */
  readonly #unitList: Uint32Array
  readonly #slotList: Uint32Array
  #unitCount = 0
  #slotCount = 0

  constructor(index: SearchIndex) {
    this.#index = index
    this.#units = index.scratch.zeros('holding units', index.unitCount)
    this.#files = index.scratch.zeros('holding files', index.files.length)
    this.#unitList = index.scratch.list('units', index.unitCount)
    this.#slotList = index.scratch.list('slots', index.files.length)
  }

  /** The lists hold until the next call. */
  gather(members: readonly Member[]) {
    this.#unitCount = 0
    this.#slotCount = 0
    let holders = 0
    for (const { id, weight } of members) {
      const { units, counts, start, end, fresh } = this.#index.postings.of(id)
      for (let at = start; at < end; at += 1) {
        holders += this.#hold(units[at] ?? 0, ((counts[at] ?? 0) / 8) * weight) * weight
      }
      for (let at = 0; at < fresh.length; at += 2) {
        holders += this.#hold(fresh[at] ?? 0, ((fresh[at + 1] ?? 0) / 8) * weight) * weight
      }
    }
    const units = this.#unitList.subarray(0, this.#unitCount)
    const slots = this.#slotList.subarray(0, this.#slotCount)
    return { units, slots, held: Math.max(1, Math.min(units.length, holders)) }
  }

  takeUnit(unit: number): number {
    const count = this.#units[unit] ?? 0
    this.#units[unit] = 0
    return count
  }

  takeFile(slot: number): number {
    const count = this.#files[slot] ?? 0
    this.#files[slot] = 0
    return count
  }

  /** 1 where a unit holds it, 0 where it is a file's header or no longer there. */
  #hold(unit: number, count: number): number {
    const traits = this.#index.unitTraits[unit] ?? 0
    if ((traits & TRAIT.gone) !== 0) return 0
    const slot = this.#index.fileOfUnit[unit] ?? 0
    const inFile = this.#files[slot] ?? 0
    if (inFile === 0) {
      this.#slotList[this.#slotCount] = slot
      this.#slotCount += 1
    }
    this.#files[slot] = inFile + count
    if ((traits & TRAIT.header) !== 0) return 0
    const inUnit = this.#units[unit] ?? 0
    if (inUnit === 0) {
      this.#unitList[this.#unitCount] = unit
      this.#unitCount += 1
    }
    this.#units[unit] = inUnit + count
    return 1
  }
}

interface Figures {
  /** By unit: what its own words earn, and how much of what was asked they cover. */
  readonly own: Float32Array
  readonly covered: Float32Array
  readonly files: Float32Array
  /** All that was asked. */
  readonly asked: number
}

/** File by file, and only those that hold something: what a unit gets from beside it comes from its own file. */
function combine(index: SearchIndex, figures: Figures, asks: Asks): Float32Array {
  const { weights, unitTraits, standing } = index
  const { own, covered, files, asked } = figures
  const units = index.scratch.zeros('units', own.length)
  for (const [slot, held] of files.entries()) {
    const file = held > 0 ? index.files[slot] : undefined
    if (file === undefined) continue
    const first = file.firstUnit + 1
    const end = first + file.units.length
    const give = (to: number, share: number) => {
      if (to >= first && to < end) units[to] = (units[to] ?? 0) + share
    }
    for (let unit = first; unit < end; unit += 1) {
      const share = asked > 0 ? (covered[unit] ?? 0) / asked : 0
      const value = Math.fround((own[unit] ?? 0) * (1 + weights.coverage * share))
      if (value === 0) continue
      give(unit, value)
      give(unit - 1, value * weights.near)
      give(unit + 1, value * (weights.near + (((unitTraits[unit] ?? 0) & TRAIT.asks) !== 0 ? weights.answers : 0)))
      give(unit - 2, value * weights.far)
      give(unit + 2, value * weights.far)
    }
    for (let unit = first; unit < end; unit += 1) {
      // Where the file speaks of it, its silent sections count too: an answer need not repeat the title.
      const value = units[unit] ?? 0
      const said = value > 0 ? value * factorOf(index, unit, asks) : 0
      units[unit] = (said + weights.file * held) * (standing[unit] ?? 0)
    }
  }
  return units
}

/** What the form of question and unit adds to their words. */
function factorOf(index: SearchIndex, unit: number, asks: Asks): number {
  const { weights } = index
  const traits = index.unitTraits[unit] ?? 0
  let factor = 1
  if (asks.when && (traits & TRAIT.dated) !== 0) factor += weights.dated
  if (asks.aboutAsker && (traits & TRAIT.asker) !== 0) factor += weights.asker
  if ((traits & TRAIT.binding) !== 0) factor += weights.binding
  if (asks.why && (traits & TRAIT.cause) !== 0) factor += weights.role
  if (asks.cure && (traits & TRAIT.cure) !== 0) factor += weights.role
  if (asks.prevention && (traits & TRAIT.prevention) !== 0) factor += weights.role
  return factor
}
