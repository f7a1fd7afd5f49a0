/**
 * The bank made searchable: its files and units, and which terms stand where.
 *
 * Replacing a file costs that file only, and the result is the same as building from scratch. The index holds no text;
 * whoever shows an excerpt reads it from the snapshot by the unit's offsets.
 */

import { type BankPath, baseName, directoryOf } from '../core/bank-path.ts'
import { MEMORY } from '../core/layout.ts'
import { listRoutes, type Route } from '../core/routing.ts'
import type { BankFile, Snapshot } from '../core/snapshot.ts'
import { contentHash, type IndexedFile, type IndexImage } from './index-image.ts'
import { Postings } from './postings.ts'
import { SimilarTerms } from './similar-terms.ts'
import { splitFile, type Unit } from './split-file.ts'
import { standings } from './standing.ts'
import { Synonyms } from './synonyms.ts'
import { Tally } from './tally.ts'
import { BINDING_TERMS, DATE_TERMS, dayIn, isDeprecated, TRAIT, traitsOf } from './unit-traits.ts'
import { Vocabulary } from './vocabulary.ts'
import { WEIGHTS, type Weights } from './weights.ts'

interface IndexedRoute {
  readonly route: Route
  readonly terms: Int32Array
}

export interface FollowedRoute extends IndexedRoute {
  /** Slots. */
  readonly files: readonly number[]
}

export class SearchIndex {
  readonly weights: Weights
  readonly postings: Postings
  readonly similar = new SimilarTerms()
  readonly synonyms = new Synonyms()
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
  #followed: readonly FollowedRoute[] | undefined

  readonly #searchable: (text: string) => string
  readonly #dateTerms: readonly number[]
  readonly #bindingTerms: readonly number[]

  /** `searchable` gives what of a text may be searched for, as long as the text: an index outlives what it was made of. */
  constructor(weights: Weights = WEIGHTS, image?: IndexImage, searchable = (text: string): string => text) {
    this.weights = weights
    this.#searchable = searchable
    this.vocabulary = new Vocabulary(image?.terms)
    this.postings = new Postings(image)
    this.#dateTerms = DATE_TERMS.map((term) => this.vocabulary.number(term))
    this.#bindingTerms = BINDING_TERMS.map((term) => this.vocabulary.number(term))
    if (image === undefined) return
    this.#files = [...image.files]
    for (const [slot, file] of image.files.entries()) this.#fileOf.set(file.path, slot)
    for (const [slot, routes] of image.routes) {
      this.#routes.set(
        slot,
        routes.map(({ route, terms }) => ({ route, terms: Int32Array.from(terms) })),
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
      terms: this.vocabulary.terms,
      files: this.#files.filter((file) => file !== undefined),
      routes: [...this.#routes].map(([slot, routes]) => [
        slot,
        routes.map(({ route, terms }) => ({ route, terms: [...terms] })),
      ]),
      unitFile: this.#unitFile.slice(0, this.#unitCount),
      unitLength: this.#unitLength.slice(0, this.#unitCount),
      unitTraits: this.#unitTraits.slice(0, this.#unitCount),
      unitDay: this.#unitDay.slice(0, this.#unitCount),
      ...this.postings.image(),
    }
  }

  get terms(): readonly string[] {
    return this.vocabulary.terms
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

  /** Every line of the entry and the indexes that points to files, with the files there are. */
  routes(): readonly FollowedRoute[] {
    if (this.#followed !== undefined) return this.#followed
    const followed: FollowedRoute[] = []
    for (const routes of this.#routes.values()) {
      for (const { route, terms } of routes) {
        followed.push({ route, terms, files: route.targets.flatMap((target) => this.slotsUnder(target)) })
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

  termId(term: string): number | undefined {
    return this.vocabulary.find(term)
  }

  unit(id: number): Unit | undefined {
    const file = this.#files[this.#unitFile[id] ?? -1]
    return file?.units[id - file.firstUnit - 1]
  }

  /** Take in a file, in the place of what stood under its path. */
  put(given: BankFile): void {
    const file = { ...given, text: this.#searchable(given.text) }
    this.remove(file.path)
    const { title, units } = splitFile(file.text, this.weights)
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
    this.#followed = undefined
    this.#files.push({ path: file.path, title, hash: contentHash(given.text), firstUnit, units, length })
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
    this.#followed = undefined
    for (let unit = file.firstUnit; unit <= file.firstUnit + file.units.length; unit += 1) {
      this.#unitTraits[unit] = TRAIT.gone
      this.#goneUnits += 1
    }
  }

  /** Bring the index to what the snapshot holds; only files whose text differs are read. Tells whether any did. */
  update(after: Snapshot): boolean {
    let changed = false
    for (const path of [...this.#fileOf.keys()]) {
      if (after.files.has(path)) continue
      this.remove(path)
      changed = true
    }
    for (const file of after.files.values()) {
      const slot = this.#fileOf.get(file.path)
      const known = slot === undefined ? undefined : this.#files[slot]
      if (known !== undefined && known.hash === contentHash(file.text)) continue
      this.put(file)
      changed = true
    }
    this.settle()
    return changed
  }

  settle(): void {
    if (this.#goneUnits > 1_000 && this.#goneUnits * 2 > this.#unitCount) this.#compact()
    this.postings.settle(this.vocabulary.terms.length)
  }

  #addBody(slot: number, file: BankFile, unit: Unit, about: { day: number; deprecated: boolean }): number {
    const { heading, trail } = this.weights
    let length = this.#count(unit.heading, heading)
    for (const around of unit.trail) this.#count(around, trail)
    const body = file.text.slice(unit.bodyStart, unit.end)
    length += this.#countBody(body)
    const id = this.#addUnit(
      slot,
      traitsOf(file.path, unit, body, {
        dated: this.#holds(this.#dateTerms),
        binding: this.#holds(this.#bindingTerms),
      }) | (about.deprecated ? TRAIT.deprecated : 0),
    )
    this.#unitLength[id] = length
    this.#unitDay[id] = dayIn(unit.heading) ?? about.day
    this.#post(id)
    return length
  }

  #holds(terms: readonly number[]): boolean {
    for (const term of terms) if (this.#tally.has(term)) return true
    return false
  }

  #addRoutes(slot: number, file: BankFile): void {
    const routes = listRoutes(file.text, directoryOf(file.path)).map((route) => {
      this.#count(route.intent, 1)
      for (const target of route.targets) this.#count(baseName(target), 1)
      const terms: number[] = []
      this.#tally.empty((term) => terms.push(term))
      return { route, terms: Int32Array.from(terms) }
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

  /** As `Vocabulary.termsIn`. */
  termsIn(texts: readonly string[]): ReadonlySet<string> {
    return this.vocabulary.termsIn(texts)
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

  /** Number the living units anew, so that replaced files leave nothing behind. */
  #compact(): void {
    const renumbered = new Int32Array(this.#unitCount).fill(-1)
    const files: IndexedFile[] = []
    const routes = new Map(this.#routes)
    this.#routes.clear()
    let next = 0
    for (const file of this.#files) {
      if (file === undefined) continue
      const slot = files.length
      const firstUnit = next
      for (let unit = file.firstUnit; unit <= file.firstUnit + file.units.length; unit += 1) {
        renumbered[unit] = next
        this.#unitFile[next] = slot
        this.#unitLength[next] = this.#unitLength[unit] ?? 0
        this.#unitTraits[next] = this.#unitTraits[unit] ?? 0
        this.#unitDay[next] = this.#unitDay[unit] ?? 0
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
    this.#followed = undefined
    this.postings.pack(this.vocabulary.terms.length, renumbered)
  }
}

export function buildIndex(snapshot: Snapshot, weights: Weights = WEIGHTS): SearchIndex {
  const index = new SearchIndex(weights)
  index.update(snapshot)
  return index
}

/** `aliases` in a file's front matter, as an inline list or one to a line: other names it is found by. */
function aliasesIn(head: string): readonly string[] {
  if (!head.includes('aliases:')) return []
  const front = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(head)?.[1]
  const match = front === undefined ? null : /^aliases:[ \t]*(.*(?:\r?\n[ \t]+-.*|\r?\n-.*)*)/m.exec(front)
  return (match?.[1] ?? '')
    .split(/[[\],\r\n]|^[ \t]*-/m)
    .map((alias) => alias.replace(/^[\s"'-]+|[\s"']+$/g, ''))
    .filter((alias) => alias !== '')
}
