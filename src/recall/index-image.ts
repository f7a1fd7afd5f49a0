/**
 * A search index as bytes, so that the next process need not read the bank word by word.
 *
 * Bytes of another version or with other weights give no image, and the index is built again. The cache that keeps the
 * bytes makes sure that they are whole. Each file carries the hash of its text, which the loader compares.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Route } from '../text/routing.ts'
import type { PackedPostings } from './postings.ts'
import type { Unit } from './split-file.ts'
import type { Weights } from './weights.ts'

/** Raise this when tokenizing, splitting, the flags of units or this layout change. */
const VERSION = 10
const MAGIC = 0x4d425258

export interface IndexedFile {
  readonly path: BankPath
  readonly title: string
  /** The hash of its text. */
  readonly hash: string
  readonly lines: number
  /** Its units are numbered from here on; the first number is the file's own header (title and path). */
  readonly firstUnit: number
  readonly units: readonly IndexedUnit[]
  /** How many words and characters its units have. */
  readonly length: number
  /** Where its lines point, if it is MEMORY.md or an index. */
  readonly routes: readonly IndexedRoute[]
}

export interface IndexedUnit extends Unit {
  readonly length: number
  /** Bits of `UNIT_FLAG`. */
  readonly flags: number
  /** The day it is dated, since the epoch; 0 if it has no date. */
  readonly day: number
}

export interface IndexedRoute {
  readonly route: Route
  /** The terms of its intent. */
  readonly intent: readonly number[]
  /** Further terms, of the names it points to. */
  readonly names: readonly number[]
}

export interface IndexImage extends PackedPostings {
  readonly terms: readonly string[]
  readonly files: readonly IndexedFile[]
}

/** By path: the stamp of the file whose text was indexed. */
export type Stamps = Readonly<Record<string, string>>

export interface StampedImage extends IndexImage {
  readonly stamps: Stamps
}

interface TextPart extends Pick<StampedImage, 'terms' | 'files' | 'stamps'> {
  readonly weights: Weights
  readonly offsetCount: number
}

const HEAD_BYTES = 16

/**
 * The layout: magic, version, size of the text part, an unused word; then the text part and the two arrays. In pieces, to
 * be written one after the other: as one they would take the room twice.
 */
export function encodeImage(image: IndexImage, weights: Weights, stamps: Stamps = {}): readonly Uint8Array[] {
  const { offsets, postings } = image
  const text = Array.from(piecesOf(image, weights, stamps), (piece) => new TextEncoder().encode(piece))
  const length = text.reduce((sum, piece) => sum + piece.length, 0)
  const head = new Uint8Array(Uint32Array.of(MAGIC, VERSION, length, 0).buffer)
  const arrays = [offsets, postings].map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  return [head, ...text, new Uint8Array(aligned(length) - length), ...arrays]
}

/** The text part as JSON, piece by piece: of a large bank it would be a string of tens of megabytes. */
function* piecesOf({ terms, files, offsets }: IndexImage, weights: Weights, stamps: Stamps): Generator<string> {
  yield `${JSON.stringify({ weights, stamps, offsetCount: offsets.length }).slice(0, -1)},"terms":[`
  for (let at = 0; at < terms.length; at += PIECE)
    yield `${at === 0 ? '' : ','}${JSON.stringify(terms.slice(at, at + PIECE)).slice(1, -1)}`
  yield '],"files":['
  for (const [at, file] of files.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(file)}`
  yield ']}'
}

const PIECE = 10_000

export function decodeImage(raw: Uint8Array, weights: Weights): StampedImage | undefined {
  if (raw.length < HEAD_BYTES || raw.length % 4 !== 0) return undefined
  const bytes = raw.byteOffset % 4 === 0 ? raw : raw.slice()
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const [magic, version, textLength = 0] = words
  if (magic !== MAGIC || version !== VERSION || HEAD_BYTES + textLength > bytes.length) return undefined
  // The head says that these are bytes of ours.
  const text = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + textLength))) as TextPart
  if (JSON.stringify(text.weights) !== JSON.stringify(weights)) return undefined
  const { terms, files, stamps, offsetCount } = text
  const arrays = words.subarray((HEAD_BYTES + aligned(textLength)) / 4)
  return { terms, files, stamps, offsets: arrays.subarray(0, offsetCount), postings: arrays.subarray(offsetCount) }
}

function aligned(size: number): number {
  return Math.ceil(size / 4) * 4
}
