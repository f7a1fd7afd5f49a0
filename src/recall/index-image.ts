/**
 * An index as bytes, so that the next process need not read the bank word by word.
 *
 * Bytes of another version, with other weights, cut short or damaged are no image: `decodeImage` answers undefined and
 * the index is built anew. Each file carries the hash of its text; whoever loads an image compares.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Route } from '../core/routing.ts'
import type { Unit } from './split-file.ts'
import type { Weights } from './weights.ts'

/** Raise when tokenizing, splitting, traits or this layout change. */
const VERSION = 1
const MAGIC = 0x4d425258

export interface IndexedFile {
  readonly path: BankPath
  readonly title: string
  /** Of its text, as `contentHash` gives it. */
  readonly hash: string
  /** Its units are numbered from here; the first number is the file's own header (title and path). */
  readonly firstUnit: number
  readonly units: readonly Unit[]
  /** In terms. */
  readonly length: number
}

export interface IndexImage {
  readonly terms: readonly string[]
  readonly files: readonly IndexedFile[]
  /** By slot: routes and the numbers of their terms. */
  readonly routes: readonly (readonly [
    number,
    readonly { readonly route: Route; readonly terms: readonly number[] }[],
  ])[]
  readonly unitFile: Int32Array
  readonly unitLength: Float32Array
  readonly unitTraits: Uint16Array
  readonly unitDay: Int32Array
  readonly offsets: Uint32Array
  readonly postingUnits: Uint32Array
  readonly postingCounts: Uint8Array
}

/** Magic, version, checksum, size of the text part; then the text part and the arrays, each begun at a multiple of 4. */
export function encodeImage(image: IndexImage, weights: Weights): Uint8Array {
  const arrays = arraysOf(image)
  const { terms, files, routes } = image
  const sizes = arrays.map((array) => array.length)
  const text = new TextEncoder().encode(JSON.stringify({ weights, sizes, terms, files, routes }))
  const total = HEAD + aligned(text.length) + arrays.reduce((sum, array) => sum + aligned(array.byteLength), 0)
  const bytes = new Uint8Array(total)
  bytes.set(text, HEAD)
  let at = HEAD + aligned(text.length)
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += aligned(array.byteLength)
  }
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, VERSION, checksum(bytes), text.length])
  return bytes
}

export function decodeImage(raw: Uint8Array, weights: Weights): IndexImage | undefined {
  if (raw.length < HEAD || raw.length % 4 !== 0) return undefined
  const bytes = raw.byteOffset % 4 === 0 ? raw : raw.slice()
  const [magic, version, sum, textLength] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4)
  if (magic !== MAGIC || version !== VERSION || textLength === undefined || HEAD + textLength > bytes.length)
    return undefined
  if (sum !== checksum(bytes)) return undefined
  // The checksum vouches for what follows: these bytes are an image of ours, whole.
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
    terms: text.terms,
    files: text.files,
    routes: text.routes,
    unitFile: take(0, 4, (buffer, start, length) => new Int32Array(buffer, start, length)),
    unitLength: take(1, 4, (buffer, start, length) => new Float32Array(buffer, start, length)),
    unitTraits: take(2, 2, (buffer, start, length) => new Uint16Array(buffer, start, length)),
    unitDay: take(3, 4, (buffer, start, length) => new Int32Array(buffer, start, length)),
    offsets: take(4, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    postingUnits: take(5, 4, (buffer, start, length) => new Uint32Array(buffer, start, length)),
    postingCounts: take(6, 1, (buffer, start, length) => new Uint8Array(buffer, start, length)),
  }
}

interface TextPart extends Pick<IndexImage, 'terms' | 'files' | 'routes'> {
  readonly weights: Weights
  readonly sizes: readonly number[]
}

const HEAD = 16

function arraysOf(image: IndexImage) {
  const { unitFile, unitLength, unitTraits, unitDay, offsets, postingUnits, postingCounts } = image
  return [unitFile, unitLength, unitTraits, unitDay, offsets, postingUnits, postingCounts]
}

function aligned(size: number): number {
  return (size + 3) & ~3
}

/** Of everything behind the head. */
function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + HEAD, (bytes.length - HEAD) >> 2)
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at += 1) hash = Math.imul(hash ^ (words[at] ?? 0), 0x01000193)
  return hash >>> 0
}

/** 53 bits of the text and its length: quick, and enough to tell an edited file from itself. Not for secrets. */
export function contentHash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return `${(4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)}.${text.length.toString(36)}`
}
