/**
 * An index as bytes, so that the next process need not read the bank word by word.
 *
 * Bytes of another version or with other weights are no image: `decodeImage` answers undefined and the index is built
 * anew. That they are whole is for their keeper to see to. Each file carries the hash of its text; whoever loads an image
 * compares.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Route } from '../text/routing.ts'
import type { PackedPostings } from './postings.ts'
import type { PackedGrams } from './similar-terms.ts'
import type { Unit } from './split-file.ts'
import type { PackedTerms } from './vocabulary.ts'
import type { Weights } from './weights.ts'

/** Raise when tokenizing, splitting, traits or this layout change. */
const VERSION = 3
const MAGIC = 0x4d425258

export interface IndexedFile {
  readonly path: BankPath
  readonly title: string
  /** Of its text. */
  readonly hash: string
  readonly lines: number
  /** Its units are numbered from here; the first number is the file's own header (title and path). */
  readonly firstUnit: number
  readonly units: readonly Unit[]
  /** In terms. */
  readonly length: number
}

export interface IndexImage extends PackedTerms, PackedGrams, PackedPostings {
  readonly files: readonly IndexedFile[]
  /** By slot: routes and the numbers of their terms. */
  readonly routes: readonly (readonly [
    number,
    readonly { readonly route: Route; readonly terms: readonly number[]; readonly ofIntent: number }[],
  ])[]
  readonly unitFile: Int32Array
  readonly unitLength: Float32Array
  readonly unitTraits: Uint16Array
  readonly unitDay: Int32Array
}

/** By path: what the keeper knows the indexed text by. */
export type Stamps = Readonly<Record<string, string>>

export interface KeptImage extends IndexImage {
  readonly stamps: Stamps
}

/** Magic, version, size of the text part, nothing; then the text part and the arrays, each begun at a multiple of 4. */
export function encodeImage(image: IndexImage, weights: Weights, stamps: Stamps = {}): Uint8Array {
  const arrays = arraysOf(image)
  const { termText, gramTerms, files, routes } = image
  const sizes = arrays.map((array) => array.length)
  const text = new TextEncoder().encode(JSON.stringify({ weights, stamps, sizes, termText, gramTerms, files, routes }))
  const total = HEAD + aligned(text.length) + arrays.reduce((sum, array) => sum + aligned(array.byteLength), 0)
  const bytes = new Uint8Array(total)
  bytes.set(text, HEAD)
  let at = HEAD + aligned(text.length)
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += aligned(array.byteLength)
  }
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, VERSION, text.length])
  return bytes
}

export function decodeImage(raw: Uint8Array, weights: Weights): KeptImage | undefined {
  if (raw.length < HEAD || raw.length % 4 !== 0) return undefined
  const bytes = raw.byteOffset % 4 === 0 ? raw : raw.slice()
  const [magic, version, textLength] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4)
  if (magic !== MAGIC || version !== VERSION || textLength === undefined || HEAD + textLength > bytes.length)
    return undefined
  // An image of ours, whole.
  const text = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + textLength))) as TextPart
  if (JSON.stringify(text.weights) !== JSON.stringify(weights)) return undefined
  let at = bytes.byteOffset + HEAD + aligned(textLength)
  const take = <T>(
    field: number,
    width: number,
    make: (buffer: ArrayBufferLike, at: number, length: number) => T,
  ): T => {
    const length = text.sizes[field] ?? 0
    const array = make(bytes.buffer, at, length)
    at += aligned(length * width)
    return array
  }
  return {
    stamps: text.stamps,
    termText: text.termText,
    gramTerms: text.gramTerms,
    files: text.files,
    routes: text.routes,
    unitFile: take(0, 4, (buffer, start, length) => new Int32Array(buffer, start, length)),
    unitLength: take(1, 4, (buffer, start, length) => new Float32Array(buffer, start, length)),
    unitTraits: take(2, 2, (buffer, start, length) => new Uint16Array(buffer, start, length)),
    unitDay: take(3, 4, (buffer, start, length) => new Int32Array(buffer, start, length)),
    offsets: take(4, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    postingUnits: take(5, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    postingCounts: take(6, 1, (buffer, start, length) => new Uint8Array(buffer, start, length)),
    termEnds: take(7, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    termOrder: take(8, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    gramOffsets: take(9, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    gramMembers: take(10, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
  }
}

interface TextPart extends Pick<IndexImage, 'termText' | 'gramTerms' | 'files' | 'routes'> {
  readonly weights: Weights
  readonly stamps: Stamps
  readonly sizes: readonly number[]
}

const HEAD = 16

function arraysOf(image: IndexImage) {
  const { unitFile, unitLength, unitTraits, unitDay, offsets, postingUnits, postingCounts } = image
  const { termEnds, termOrder, gramOffsets, gramMembers } = image
  return [
    ...[unitFile, unitLength, unitTraits, unitDay, offsets, postingUnits, postingCounts],
    ...[termEnds, termOrder, gramOffsets, gramMembers],
  ]
}

function aligned(size: number): number {
  return (size + 3) & ~3
}
