/** The version marks of MEMORY.md, with their lines. The user block is its owner's: a mark quoted there is no mark. */

import { CURRENT_VERSION, MEMORY } from '../core/layout.ts'
import { type Snapshot, textOf } from '../core/snapshot.ts'
import { scanLines } from '../text/lines.ts'
import { compareVersions, readVersion } from '../text/template-version.ts'
import { blockOfLines } from './block-of-lines.ts'

interface VersionMark {
  readonly version: string
  /** Counted from 1. */
  readonly line: number
  /** Its place is the machine block; anywhere else it only tells a newer bank. */
  readonly inPlace: boolean
}

export function versionMarks(memory: string): readonly VersionMark[] {
  if (!memory.includes('MEMORY_BANK_TEMPLATE')) return []
  const blocks = blockOfLines(MEMORY, memory)
  return scanLines(memory).flatMap((line, index) => {
    const version = line.fenced || blocks?.[index] === 'user' ? undefined : readVersion(line.text)
    return version === undefined ? [] : [{ version, line: index + 1, inPlace: blocks?.[index] === 'machine' }]
  })
}

export function isNewer(snapshot: Snapshot): boolean {
  const mark = decidingMark(versionMarks(textOf(snapshot, MEMORY) ?? ''))
  return mark !== undefined && compareVersions(mark.version, CURRENT_VERSION) > 0
}

/** As detection reads them: the first in the machine block, else the first at all. */
export function decidingMark(marks: readonly VersionMark[]): VersionMark | undefined {
  return marks.find((mark) => mark.inPlace) ?? marks[0]
}
