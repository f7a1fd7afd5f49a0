/**
 * The bank made searchable: its files and units, and which terms stand where.
 *
 * Replacing a file costs that file only, and the result is the same as building from scratch. The index holds no text:
 * a caller that shows an excerpt reads it from the snapshot by the unit's offsets.
 */

import { type BankPath, baseName, directoryOf } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { MEMORY } from '../core/layout.ts'
import type { BankFile, ReadableBank } from '../core/snapshot.ts'
import { readWaiting } from '../text/inbox-place.ts'
import { listRoutes } from '../text/routing.ts'
import { documentRoutes, isDocumentPath, sourceOf } from './document-routes.ts'
import type { IndexedFile, IndexedRoute, IndexedUnit, IndexImage } from './index-image.ts'
import { Postings } from './postings.ts'
import { SimilarTerms } from './similar-terms.ts'
import { aliasesIn, splitFile, type Unit } from './split-file.ts'
import { Synonyms } from './synonyms.ts'
import {
  BINDING_TERMS,
  DATE_TERMS,
  dayIn,
  dayOfUnit,
  flagsOf,
  isDeprecated,
  labelledDay,
  priorsOf,
  UNIT_FLAG,
} from './unit-flags.ts'
import { Vocabulary } from './vocabulary.ts'
import { WEIGHTS, type Weights } from './weights.ts'

/** A route with the slots of the files it leads to. */
interface FollowedRoute extends IndexedRoute {
  readonly files: readonly number[]
}

/** What follows from all files together. */
interface Totals {
  readonly unitCount: number
  readonly fileCount: number
  readonly averageUnitLength: number
  readonly averageFileLength: number
  /** By unit: a factor on its score, whatever is asked. */
  readonly priors: Float32Array
  /** By unit, as it has them itself: a question looks at tens of thousands, and finds them here in a row. */
  readonly lengths: Float32Array
  readonly flags: Uint32Array
  /** Every line of the entry and the indexes that points to files. */
  readonly routes: readonly FollowedRoute[]
  /** 0 … 1: the share of the units that hold Han text. */
  readonly hanShare: number
}

/** By number of the term: what it counts in a unit. */
type TermCounts = Map<number, number>

export class SearchIndex {
  readonly weights: Weights
  readonly postings: Postings
  readonly vocabulary: Vocabulary
  readonly similar: SimilarTerms
  readonly synonyms = new Synonyms()
  readonly #searchable: (text: string) => string
  #files: (IndexedFile | undefined)[] = []
  readonly #slotOf = new Map<BankPath, number>()
  #slotOfUnit: number[] = []
  #goneUnits = 0
  #totals: Totals | undefined

  /** `searchable` removes from a text what must not be searched for, and keeps the text's length. */
  constructor(weights: Weights = WEIGHTS, image?: IndexImage, searchable = (text: string): string => text) {
    this.weights = weights
    this.#searchable = searchable
    this.vocabulary = new Vocabulary(image?.terms)
    this.postings = new Postings(image)
    this.similar = new SimilarTerms(this.vocabulary)
    for (const file of image?.files ?? []) this.#place(file)
  }

  /** All of the index, to be kept for later: an index made from the image finds the same. */
  image(): IndexImage {
    this.#compact()
    const files = this.#files.filter((file) => file !== undefined)
    return { terms: this.vocabulary.terms, files, ...this.postings.image() }
  }

  /** How many numbers were given to units and headers; those of replaced files count until the index is compacted. */
  get unitCount(): number {
    return this.#slotOfUnit.length
  }

  /** One slot per file ever indexed; undefined where it has been replaced or removed. */
  get files(): readonly (IndexedFile | undefined)[] {
    return this.#files
  }

  /** By unit: the slot of its file, -1 if that has been replaced or removed. */
  get slotOfUnit(): readonly number[] {
    return this.#slotOfUnit
  }

  /** Worked out once after each change. */
  totals(): Totals {
    this.#totals ??= this.#sumUp()
    return this.#totals
  }

  file(path: BankPath): IndexedFile | undefined {
    return this.#files[this.#slotOf.get(path) ?? -1]
  }

  unit(id: number): IndexedUnit | undefined {
    const file = this.#files[this.#slotOfUnit[id] ?? -1]
    return file?.units[id - file.firstUnit - 1]
  }

  /** How many units hold the term. */
  countOf(term: string): number {
    const id = this.vocabulary.find(term)
    return id === undefined ? 0 : this.postings.count(id)
  }

  /** Whether one of the units holds the term: in its text, its heading, or the headings around it. */
  holds(term: string, units: readonly number[]): boolean {
    const id = this.vocabulary.find(term)
    return id !== undefined && units.some((unit) => this.postings.holds(id, unit))
  }

  /** Indexes a file in the place of the one that had its path. */
  put(file: Pick<BankFile, 'path' | 'text'>): void {
    this.remove(file.path)
    const text = this.#searchable(file.text)
    const { title, units, lines } = splitFile(
      text,
      { ...this.weights, itemsApart: file.path === MEMORY },
      isDocumentPath(file.path) ? file.path : undefined,
    )
    // Headings without a text below them tell nothing about the file.
    const above = text.slice(0, units[0]?.start ?? text.length).split(/^#{2,6} /m)[0] ?? ''
    const waiting = readWaiting(file.path, text)
    // The front matter of a waiting entry is not what it says; what it replaces is a name it is found by.
    const head = waiting === undefined ? above : (waiting.replaces ?? '')
    const firstUnit = this.#slotOfUnit.length
    this.#post(firstUnit, this.#countHeader(file.path, title, head))
    const day = dayIn(waiting?.date ?? `${title}\n${file.path}`) ?? labelledDay(text.slice(0, 2_000)) ?? 0
    const standing = isDocumentPath(file.path) ? UNIT_FLAG.document : 0
    const about = { day, flags: standing | (isDeprecated(head) ? UNIT_FLAG.deprecated : 0) }
    const indexed = units.map((unit, at) => {
      return this.#indexUnit(firstUnit + 1 + at, unit, file.path, text.slice(unit.bodyStart, unit.end), about)
    })
    this.#place({
      path: file.path,
      title,
      hash: hashOfText(file.text),
      lines,
      firstUnit,
      units: indexed,
      length: indexed.reduce((sum, unit) => sum + unit.length, 0),
      routes: file.path === MEMORY || baseName(file.path) === 'index.md' ? this.#routesIn(text, file.path) : [],
    })
  }

  remove(path: BankPath): void {
    const slot = this.#slotOf.get(path)
    const file = this.file(path)
    if (slot === undefined || file === undefined) return
    this.#slotOf.delete(path)
    this.#files[slot] = undefined
    this.#totals = undefined
    this.#slotOfUnit.fill(-1, file.firstUnit, file.firstUnit + 1 + file.units.length)
    this.#goneUnits += 1 + file.units.length
  }

  /**
   * Brings the index up to date with the bank, and tells whether any file differed. The text of a file is not read if the
   * caller knows that it is the same.
   */
  update(after: ReadableBank, isSame: (path: BankPath) => boolean = () => false): boolean {
    const gone = [...this.#slotOf.keys()].filter((path) => !after.files.has(path))
    for (const path of gone) this.remove(path)
    const changed = [...after.files.values()].filter((file) => {
      const known = this.file(file.path)
      return known === undefined || !(isSame(file.path) || known.hash === hashOfText(file.readText()))
    })
    for (const file of changed) {
      this.put({ path: file.path, text: file.readText() })
      // While a bank is read, lists that have grown large are packed: they take ten times the room.
      this.postings.packIfGrown(this.vocabulary.terms.length, { least: 100_000, share: 0.5 })
    }
    this.settle()
    return gone.length > 0 || changed.length > 0
  }

  /** Packs and compacts where enough has changed. */
  settle(): void {
    if (this.#goneUnits > 1_000 && this.#goneUnits * 2 > this.#slotOfUnit.length) this.#compact()
    this.postings.packIfGrown(this.vocabulary.terms.length)
  }

  /** Takes a file whose terms are posted under its unit numbers, which must be the next ones. */
  #place(file: IndexedFile): void {
    const slot = this.#files.push(file) - 1
    this.#slotOf.set(file.path, slot)
    for (let unit = 0; unit <= file.units.length; unit += 1) this.#slotOfUnit.push(slot)
    this.#totals = undefined
  }

  /** Numbers the living units again, in the order of their paths, so that the history of edits leaves no trace. */
  #compact(): void {
    const living = this.#files.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1))
    if (living.length === this.#files.length && living.every((file, slot) => file === this.#files[slot])) {
      this.postings.packIfGrown(this.vocabulary.terms.length, { least: 0, share: 0 })
      return
    }
    const newNumbers = new Map<number, number>()
    this.#files = []
    this.#slotOfUnit = []
    this.#goneUnits = 0
    for (const file of living) {
      const firstUnit = this.#slotOfUnit.length
      for (let at = 0; at <= file.units.length; at += 1) newNumbers.set(file.firstUnit + at, firstUnit + at)
      this.#place({ ...file, firstUnit })
    }
    this.postings.pack(this.vocabulary.terms.length, newNumbers)
  }

  #countHeader(path: BankPath, title: string, head: string): TermCounts {
    const counts: TermCounts = new Map()
    this.#count(title, this.weights.title, counts)
    this.#count(head, 1, counts)
    for (const alias of aliasesIn(head)) this.#count(alias, this.weights.title, counts)
    this.#count(sourceOf(path).path, this.weights.path, counts)
    return counts
  }

  #indexUnit(
    id: number,
    unit: Unit,
    path: BankPath,
    body: string,
    file: { readonly day: number; readonly flags: number },
  ): IndexedUnit {
    const counts: TermCounts = new Map()
    // The heading above a row or an item is no name of its own.
    const isApart = unit.columns !== undefined
    const length = this.#count(unit.heading, isApart ? this.weights.trail : this.weights.heading, counts)
    for (const around of unit.trail) this.#count(around, this.weights.trail, counts)
    const bodyLength = this.#countBody(body, counts)
    const holdsOne = (terms: readonly string[]) => terms.some((term) => counts.has(this.vocabulary.find(term) ?? -1))
    const flags = flagsOf(path, unit, body, { dated: holdsOne(DATE_TERMS), binding: holdsOne(BINDING_TERMS) })
    this.#post(id, counts)
    return { ...unit, length: length + bodyLength, flags: flags | file.flags, day: dayOfUnit(unit, body) ?? file.day }
  }

  /** The beginning of a text counts more, because conclusions come first (S5). */
  #countBody(body: string, counts: TermCounts): number {
    const { lead, leadChars } = this.weights
    let end = Math.min(leadChars, body.length)
    while (end < body.length && /[\w'’.-]/.test(body[end] ?? '')) end += 1
    return this.#count(body.slice(0, end), 1 + lead, counts) + this.#count(body.slice(end), 1, counts)
  }

  /** Adds `weight` for each term of the text and returns how many words and characters the text has. */
  #count(text: string, weight: number, counts: TermCounts): number {
    return this.vocabulary.scan(text, (term) => counts.set(term, (counts.get(term) ?? 0) + weight))
  }

  #post(unit: number, counts: TermCounts): void {
    for (const [term, count] of counts) this.postings.add(term, unit, count)
  }

  #routesIn(text: string, path: BankPath): readonly IndexedRoute[] {
    const outside = path === MEMORY ? documentRoutes(text) : []
    return [...listRoutes(text, directoryOf(path)), ...outside].map(({ intent: words, targets, line }) => {
      const route = { intent: words, targets, line }
      const intent = this.#termsOf([route.intent])
      const names = this.#termsOf(route.targets.map(baseName)).filter((term) => !intent.includes(term))
      return { route, intent, names }
    })
  }

  #termsOf(texts: readonly string[]): readonly number[] {
    const counts: TermCounts = new Map()
    for (const text of texts) this.#count(text, 1, counts)
    return [...counts.keys()]
  }

  #sumUp(): Totals {
    const files = this.#files.filter((file) => file !== undefined)
    const unitCount = files.reduce((sum, file) => sum + file.units.length, 0)
    const length = files.reduce((sum, file) => sum + file.length, 0)
    return {
      unitCount,
      fileCount: files.length,
      averageUnitLength: Math.max(1, length / Math.max(1, unitCount)),
      averageFileLength: Math.max(1, length / Math.max(1, files.length)),
      priors: priorsOf(files, this.#slotOfUnit.length, this.weights),
      ...rowsOf(files, this.#slotOfUnit.length),
      hanShare: this.#hanShare(unitCount),
      routes: files.flatMap((file) => file.routes.map((route) => ({ ...route, files: this.#slotsOf(route) }))),
    }
  }

  /** By the characters that hardly a Chinese text is without. */
  #hanShare(unitCount: number): number {
    const most = HAN_SIGNS.reduce((held, sign) => Math.max(held, this.countOf(sign)), 0)
    return unitCount === 0 ? 0 : Math.min(1, most / unitCount)
  }

  /** The slots of the files that a route leads to; a folder leads to all files in it. */
  #slotsOf({ route }: IndexedRoute): readonly number[] {
    return route.targets.flatMap((target) => {
      const slot = this.#slotOf.get(target)
      if (slot !== undefined) return [slot]
      return [...this.#slotOf].flatMap(([path, other]) => (path.startsWith(`${target}/`) ? [other] : []))
    })
  }
}

const HAN_SIGNS = Array.from('不用一要')

function rowsOf(files: readonly IndexedFile[], unitCount: number): Pick<Totals, 'lengths' | 'flags'> {
  const lengths = new Float32Array(unitCount)
  const flags = new Uint32Array(unitCount)
  for (const file of files) {
    for (const [at, unit] of file.units.entries()) {
      lengths[file.firstUnit + 1 + at] = unit.length
      flags[file.firstUnit + 1 + at] = unit.flags
    }
  }
  return { lengths, flags }
}

export function buildIndex(bank: ReadableBank, weights: Weights = WEIGHTS): SearchIndex {
  const index = new SearchIndex(weights)
  index.update(bank)
  return index
}
