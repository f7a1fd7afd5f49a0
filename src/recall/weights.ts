/**
 * Every number that search is tuned by, in one frozen configuration.
 *
 * Chosen on the development halves of all public sets and the own ground together; docs/recall.md says how, and how far
 * that can be trusted. A change here is judged by `bench/recall`, never by one set alone.
 */

import type { UnitSizes } from './split-file.ts'

export interface Weights extends UnitSizes {
  /** BM25 over units, and over whole files. */
  readonly k1: number
  readonly b: number
  readonly fileK1: number
  readonly fileB: number
  /** What a term counts in the heading of its unit, in the headings around it, in the file's title, in its path. */
  readonly heading: number
  readonly trail: number
  readonly title: number
  readonly path: number
  /** What a term of this kind counts in a question. */
  readonly whole: number
  readonly character: number
  /** How much of its neighbours' score a unit gets: next to it, one further. */
  readonly near: number
  readonly far: number
  /** How much of its file's score. */
  readonly file: number
  /** Words that look alike (`migrate`, `migrator`): from which likeness on, and what they count. */
  readonly alike: number
  readonly alikeFrom: number
  /** Words that mean the same in the other language or another habit. */
  readonly synonym: number
  readonly hanSynonym: number
  readonly everyday: number
  readonly translation: number
  /** A unit with a date, when the question asks for one. */
  readonly dated: number
  /** What a unit gets of the score of the one before it, if that ends in a question. */
  readonly answers: number
  /** What more a term counts in the first characters of a unit. */
  readonly lead: number
  readonly leadChars: number
  /** A unit that states a rule; a unit the asker wrote, when the question says "I". */
  readonly binding: number
  readonly asker: number
  /** The cause, the cure, the prevention, when the question asks for it. */
  readonly role: number
  /** What a routing rule adds to its files. */
  readonly route: number
  /** Factors on the whole: withdrawn units, pointers (routing rules, indexes), the entry, documents of the repository, and a bonus for the newest. */
  readonly deprecated: number
  readonly pointer: number
  readonly entry: number
  readonly document: number
  readonly recent: number
  /** A unit that has all of what is asked for, against one that has one word of it often. */
  readonly coverage: number
  /** Words of asking ("list", "summary", "mention") as against words of the matter. */
  readonly asking: number
  /** Words that name one thing. */
  readonly named: number
  /** Words that every text has ("move", "last"). */
  readonly common: number
  /** Terms added to every length, so that a unit of three words is not taken for the essence. */
  readonly lengthFloor: number
}

export const WEIGHTS: Weights = {
  wholeLines: 24,
  windowAbove: 6000,
  windowSize: 3000,
  k1: 2.5,
  b: 0.85,
  fileK1: 2,
  fileB: 0.9,
  heading: 4,
  trail: 0.5,
  title: 6,
  path: 1,
  whole: 1,
  character: 0.5,
  near: 0.15,
  far: 0.1,
  file: 1.4,
  alike: 0.4,
  alikeFrom: 0.6,
  synonym: 0.45,
  hanSynonym: 0.6,
  everyday: 0.15,
  translation: 0.8,
  dated: 0.4,
  answers: 0.4,
  lead: 0.5,
  leadChars: 200,
  binding: 0.05,
  asker: 1.5,
  coverage: 0.15,
  role: 0.5,
  route: 0.6,
  deprecated: 0.5,
  pointer: 0.25,
  entry: 0.8,
  document: 0.6,
  recent: 0.05,
  asking: 0.2,
  named: 1.5,
  common: 0.4,
  lengthFloor: 8,
}
