/**
 * The sections that Memory Bank wrote (S4): one small file per bank, with eight letters of the hash of each line. If it
 * is missing or damaged, nothing is remembered, as in a fresh clone.
 */

import { MARK_LENGTH, type RememberedFile, type SectionMemory } from '../../bank/section-memory.ts'
import { bankPath } from '../../base/bank-path.ts'
import { readCache, writeCache } from './cache.ts'

const NAME = 'sections'
const VERSION = 'sections 1'
/** Beyond this many files, the oldest are forgotten. */
const MOST_FILES = 5_000

export function readSections(stateFolder: string): SectionMemory {
  const bytes = readCache(stateFolder, NAME, VERSION)
  if (bytes === undefined) return new Map()
  const kept = JSON.parse(bytes.toString('utf8')) as Kept
  return new Map(
    kept.flatMap(([raw, sections]) => {
      const path = bankPath(raw)
      return path === undefined ? [] : [[path, fileOf(sections)] as const]
    }),
  )
}

/** The caller must hold the bank's lock. */
export function writeSections(stateFolder: string, memory: SectionMemory): void {
  const kept: Kept = [...memory]
    .slice(-MOST_FILES)
    .map(([path, file]) => [path, [...file].map(([heading, { at, lines }]) => [heading, at, lines.join('')])])
  writeCache(stateFolder, NAME, VERSION, Buffer.from(JSON.stringify(kept)))
}

type Kept = readonly (readonly [path: string, sections: KeptSections])[]
type KeptSections = readonly (readonly [heading: string, at: string, lines: string])[]

function fileOf(sections: KeptSections): RememberedFile {
  return new Map(
    sections.map(([heading, at, lines]) => {
      const count = Math.floor(lines.length / MARK_LENGTH)
      const marks = Array.from({ length: count }, (_, index) => lines.slice(index * MARK_LENGTH).slice(0, MARK_LENGTH))
      return [heading, { at, lines: marks }]
    }),
  )
}
