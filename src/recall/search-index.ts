/**
 * The bank made searchable: its files and units, and which terms stand where.
 *
 * Replacing a file costs that file only, and the result is the same as building from scratch. The index holds no text;
 * whoever shows an excerpt reads it from the snapshot by the unit's offsets.
 */

import { type BankPath, baseName, directoryOf } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { MEMORY } from '../core/layout.ts'
import type { BankFile, Snapshot } from '../core/snapshot.ts'
import { listRoutes, type Route } from '../text/routing.ts'
import { aliasesIn } from './aliases.ts'
import type { IndexedFile, IndexImage } from './index-image.ts'
import { Postings } from './postings.ts'
import { Scratch } from './scratch.ts'
import { SimilarTerms } from './similar-terms.ts'
import { type Sizes, sizesOf } from './sizes.ts'
import { splitFile, type Unit } from './split-file.ts'
import { standings } from './standing.ts'
import { Synonyms } from './synonyms.ts'
import { Tally } from './tally.ts'
import { BINDING_TERMS, DATE_TERMS, dayIn, isDeprecated, TRAIT, traitsOf } from './unit-traits.ts'
import { Vocabulary } from './vocabulary.ts'
import { WEIGHTS, type Weights } from './weights.ts'

interface IndexedRoute {
  readonly route: Route
  /** Of its intent, and after those of the names it points to. */
  readonly terms: Int32Array
  readonly ofIntent: number
}

export interface FollowedRoute extends IndexedRoute {
  /** Slots. */
  readonly files: readonly number[]
}

/** Numbers of the terms that tell a dated unit, and one that states a rule. */
interface Marks {
  readonly dates: readonly number[]
  readonly binding: readonly number[]
}

export class SearchIndex {
  readonly weights: Weights
  readonly postings: Postings
  readonly similar: SimilarTerms
  readonly synonyms = new Synonyms()
  readonly scratch = new Scratch()
  readonly vocabulary: Vocabulary
  #files: (IndexedFile | undefined)[] = []
  readonly #fileOf = new Map<BankPath, number>()
  #unitFile: Int32Array = new Int32Array(1024)
  #unitLength: Float32Array = new Float32Array(1024)
  #unitTraits: Uint16Array = new Uint16Array(1024)
  /** The day a unit is dated, since the epoch; 0 where it is not. */
  #unitDay: Int32Array = new Int32Array(1024)
  #unitCount = 0
  #goneUnits = 0
  readonly #tally = new Tally()
  /** By slot: where the file's lines point, for MEMORY.md and the indexes. */
  readonly #routes = new Map<number, readonly IndexedRoute[]>()
  #standing: Float32Array | undefined
  #sizes: Sizes | undefined
  #followed: readonly FollowedRoute[] | undefined

  readonly #searchable: (text: string) => string
  #marks: Marks | undefined

  /** `searchable` gives what of a text may be searched for, as long as the text: an index outlives what it was made of. */
  constructor(weights: Weights = WEIGHTS, image?: IndexImage, searchable = (text: string): string => text) {
    this.weights = weights
    this.#searchable = searchable
    this.vocabulary = new Vocabulary(image)
    this.postings = new Postings(image)
    this.similar = new SimilarTerms(image)
    if (image === undefined) return
    this.#files = [...image.files]
    for (const [slot, file] of image.files.entries()) this.#fileOf.set(file.path, slot)
    for (const [slot, routes] of image.routes) {
      this.#routes.set(
        slot,
        routes.map(({ route, terms, ofIntent }) => ({ route, terms: Int32Array.from(terms), ofIntent })),
      )
    }
    this.#unitCount = image.unitFile.length
    this.#unitFile = image.unitFile
    this.#unitLength = image.unitLength
    this.#unitTraits = image.unitTraits
    this.#unitDay = image.unitDay
  }

  /** All of it, to be kept for the next process; an index made from it finds the same. */
  image(): IndexImage {
    this.#compact()
    return {
      ...this.vocabulary.image(),
      ...this.similar.image(this.vocabulary),
      files: this.#files.filter((file) => file !== undefined),
      routes: [...this.#routes].map(([slot, routes]) => [
        slot,
        routes.map(({ route, terms, ofIntent }) => ({ route, terms: [...terms], ofIntent })),
      ]),
      unitFile: this.#unitFile.slice(0, this.#unitCount),
      unitLength: this.#unitLength.slice(0, this.#unitCount),
      unitTraits: this.#unitTraits.slice(0, this.#unitCount),
      unitDay: this.#unitDay.slice(0, this.#unitCount),
      ...this.postings.image(),
    }
  }

  get unitCount(): number {
    return this.#unitCount
  }

  /** One slot per file ever indexed; undefined where it has been replaced or removed. */
  get files(): readonly (IndexedFile | undefined)[] {
    return this.#files
  }

  get fileOfUnit(): Int32Array {
    return this.#unitFile
  }

  get unitLength(): Float32Array {
    return this.#unitLength
  }

  get unitTraits(): Uint16Array {
    return this.#unitTraits
  }

  /**
   * By unit: what holds whatever is asked. The old and the withdrawn come after the new, pointers after what they point
   * to. "Recent" is measured from the newest dated unit, so that the same bank gives the same order on any day.
   */
  get standing(): Float32Array {
    this.#standing ??= standings(this.#unitTraits, this.#unitDay, this.#unitCount, this.weights)
    return this.#standing
  }

  get sizes(): Sizes {
    this.#sizes ??= sizesOf(this.#files)
    return this.#sizes
  }

  /** Every line of the entry and the indexes that points to files, with the files there are. */
  routes(): readonly FollowedRoute[] {
    if (this.#followed !== undefined) return this.#followed
    const followed: FollowedRoute[] = []
    for (const routes of this.#routes.values()) {
      for (const { route, terms, ofIntent } of routes) {
        followed.push({ route, terms, ofIntent, files: route.targets.flatMap((target) => this.slotsUnder(target)) })
      }
    }
    this.#followed = followed
    return followed
  }

  /** The slot of a file, or those of a folder's files. */
  slotsUnder(target: BankPath): readonly number[] {
    const slot = this.#fileOf.get(target)
    if (slot !== undefined) return [slot]
    const found: number[] = []
    for (const [path, other] of this.#fileOf) if (path.startsWith(`${target}/`)) found.push(other)
    return found
  }

  file(path: BankPath): IndexedFile | undefined {
    return this.#files[this.#fileOf.get(path) ?? -1]
  }

  termId(term: string): number | undefined {
    return this.vocabulary.find(term)
  }

  /** The term of a number. */
  term(id: number): string {
    return this.vocabulary.term(id)
  }

  /** Whether one of the units holds the term: its text, its heading, or those around it. */
  holds(term: string, units: readonly number[]): boolean {
    const id = this.vocabulary.find(term)
    return id !== undefined && units.some((unit) => this.postings.holds(id, unit))
  }

  unit(id: number): Unit | undefined {
    const file = this.#files[this.#unitFile[id] ?? -1]
    return file?.units[id - file.firstUnit - 1]
  }

  /** Take in a file, in the place of what stood under its path. */
  put(given: BankFile): void {
    const file = { ...given, text: this.#searchable(given.text) }
    this.remove(file.path)
    const { title, units, lines } = splitFile(file.text, this.weights)
    const slot = this.#files.length
    const firstUnit = this.#addUnit(slot, TRAIT.header)
    this.#count(title, this.weights.title)
    const head = file.text.slice(0, units[0]?.start ?? file.text.length)
    this.#count(head, 1)
    for (const alias of aliasesIn(head)) this.#count(alias, this.weights.title)
    this.#count(file.path, this.weights.path)
    this.#post(firstUnit)
    let length = 0
    const about = { day: dayIn(`${title}\n${file.path}`) ?? 0, deprecated: isDeprecated(head) }
    for (const unit of units) length += this.#addBody(slot, file, unit, about)
    if (file.path === MEMORY || baseName(file.path) === 'index.md') this.#addRoutes(slot, file)
    this.#standing = undefined
    this.#sizes = undefined
    this.#followed = undefined
    this.#files.push({ path: file.path, title, hash: hashOfText(given.text), lines, firstUnit, units, length })
    this.#fileOf.set(file.path, slot)
  }

  remove(path: BankPath): void {
    const slot = this.#fileOf.get(path)
    const file = slot === undefined ? undefined : this.#files[slot]
    if (slot === undefined || file === undefined) return
    this.#fileOf.delete(path)
    this.#files[slot] = undefined
    this.#routes.delete(slot)
    this.#standing = undefined
    this.#sizes = undefined
    this.#followed = undefined
    for (let unit = file.firstUnit; unit <= file.firstUnit + file.units.length; unit += 1) {
      this.#unitTraits[unit] = TRAIT.gone
      this.#goneUnits += 1
    }
  }

  /**
   * Bring the index to what the snapshot holds; only files whose text differs are taken in. Tells whether any did. Of a
   * file that the caller knows to be the same not even the text is asked for.
   */
  update(after: Snapshot, isSame: (path: BankPath) => boolean = () => false): boolean {
    let changed = false
    for (const path of [...this.#fileOf.keys()]) {
      if (after.files.has(path)) continue
      this.remove(path)
      changed = true
    }
    for (const file of after.files.values()) {
      const slot = this.#fileOf.get(file.path)
      const known = slot === undefined ? undefined : this.#files[slot]
      if (known !== undefined && (isSame(file.path) || known.hash === hashOfText(file.text))) continue
      this.put(file)
      changed = true
    }
    this.settle()
    return changed
  }

  settle(): void {
    if (this.#goneUnits > 1_000 && this.#goneUnits * 2 > this.#unitCount) this.#compact()
    this.postings.settle(this.vocabulary.size)
  }

  #addBody(slot: number, file: BankFile, unit: Unit, about: { day: number; deprecated: boolean }): number {
    const { heading, trail } = this.weights
    let length = this.#count(unit.heading, heading)
    for (const around of unit.trail) this.#count(around, trail)
    const body = file.text.slice(unit.bodyStart, unit.end)
    length += this.#countBody(body)
    const marks = this.#telling()
    const id = this.#addUnit(
      slot,
      traitsOf(file.path, unit, body, {
        dated: this.#tallied(marks.dates),
        binding: this.#tallied(marks.binding),
      }) | (about.deprecated ? TRAIT.deprecated : 0),
    )
    this.#unitLength[id] = length
    this.#unitDay[id] = dayIn(unit.heading) ?? about.day
    this.#post(id)
    return length
  }

  #telling(): Marks {
    this.#marks ??= {
      dates: DATE_TERMS.map((term) => this.vocabulary.number(term)),
      binding: BINDING_TERMS.map((term) => this.vocabulary.number(term)),
    }
    return this.#marks
  }

  #tallied(terms: readonly number[]): boolean {
    for (const term of terms) if (this.#tally.has(term)) return true
    return false
  }

  #addRoutes(slot: number, file: BankFile): void {
    const routes = listRoutes(file.text, directoryOf(file.path)).map((route) => {
      this.#count(route.intent, 1)
      const ofIntent = this.#tally.size
      for (const target of route.targets) this.#count(baseName(target), 1)
      const terms: number[] = []
      this.#tally.empty((term) => terms.push(term))
      return { route, terms: Int32Array.from(terms), ofIntent }
    })
    if (routes.length > 0) this.#routes.set(slot, routes)
  }

  /** Conclusions come first (S5), so the beginning of a text counts more. */
  #countBody(body: string): number {
    const { lead, leadChars } = this.weights
    let end = Math.min(leadChars, body.length)
    while (end < body.length && /[\w'’.-]/.test(body[end] ?? '')) end += 1
    const length = this.#count(body.slice(0, end), 1 + lead)
    return end < body.length ? length + this.#count(body.slice(end), 1) : length
  }

  #post(unit: number): void {
    this.#tally.empty((term, count) => this.postings.add(term, unit, count))
  }

  /** Adds the text's terms to the tally, each worth `weight`; answers how many words and characters it has. */
  #count(text: string, weight: number): number {
    return this.vocabulary.scan(text, (term) => this.#tally.add(term, weight))
  }

  #addUnit(slot: number, traits: number): number {
    const id = this.#unitCount
    if (id >= this.#unitFile.length) this.#growUnits()
    this.#unitFile[id] = slot
    this.#unitTraits[id] = traits
    this.#unitCount = id + 1
    return id
  }

  #growUnits(): void {
    const size = Math.max(1_024, this.#unitFile.length * 2)
    const files = new Int32Array(size)
    files.set(this.#unitFile)
    this.#unitFile = files
    const lengths = new Float32Array(size)
    lengths.set(this.#unitLength)
    this.#unitLength = lengths
    const traits = new Uint16Array(size)
    traits.set(this.#unitTraits)
    this.#unitTraits = traits
    const days = new Int32Array(size)
    days.set(this.#unitDay)
    this.#unitDay = days
  }

  /** Number the living units anew, in the order of their paths: what was replaced when leaves no trace. */
  #compact(): void {
    const renumbered = new Int32Array(this.#unitCount).fill(-1)
    const files: IndexedFile[] = []
    const routes = new Map(this.#routes)
    this.#routes.clear()
    const [lengths, traits, days] = [this.#unitLength.slice(), this.#unitTraits.slice(), this.#unitDay.slice()]
    let next = 0
    const living = this.#files.filter((file) => file !== undefined)
    for (const file of living.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const slot = files.length
      const firstUnit = next
      for (let unit = file.firstUnit; unit <= file.firstUnit + file.units.length; unit += 1) {
        renumbered[unit] = next
        this.#unitFile[next] = slot
        this.#unitLength[next] = lengths[unit] ?? 0
        this.#unitTraits[next] = traits[unit] ?? 0
        this.#unitDay[next] = days[unit] ?? 0
        next += 1
      }
      files.push({ ...file, firstUnit })
      const old = this.#fileOf.get(file.path)
      const kept = old === undefined ? undefined : routes.get(old)
      if (kept !== undefined) this.#routes.set(slot, kept)
      this.#fileOf.set(file.path, slot)
    }
    this.#files = files
    this.#unitCount = next
    this.#goneUnits = 0
    this.#standing = undefined
    this.#sizes = undefined
    this.#followed = undefined
    this.postings.pack(this.vocabulary.size, renumbered)
  }
}

export function buildIndex(snapshot: Snapshot, weights: Weights = WEIGHTS): SearchIndex {
  const index = new SearchIndex(weights)
  index.update(snapshot)
  return index
}
