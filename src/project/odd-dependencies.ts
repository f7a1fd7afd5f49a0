/**
 * Unusual dependencies: replaced, patched, taken from a repository or a folder, capped, pinned to one version, or
 * excluded. Each manifest reader finds its own with these parts.
 */

import type { ScannedFile } from './facts.ts'
import { textOf } from './parse-data.ts'

export interface OddDependency {
  /** Counted from 1. */
  readonly line: number
  readonly said: string
}

export type ReadOdd = (file: ScannedFile) => readonly OddDependency[]

const LONGEST_LINE = 300
const LONGEST_SAID = 100

export function linesIn({ text }: ScannedFile): readonly string[] {
  return text.split(/\r?\n/).map((line) => line.slice(0, LONGEST_LINE))
}

/** Lines that match one of the patterns. */
export function oddLines(...patterns: readonly RegExp[]): ReadOdd {
  return (file) =>
    linesIn(file).flatMap((line, index) =>
      /^\s*(?:#|\/\/|<!--)|fixtures?\//.test(line) || !patterns.some((pattern) => pattern.test(line))
        ? []
        : [odd(index, line.replace(/\s+/g, ' ').replace(/,\s*$/, '').trim())],
    )
}

/** Entries of a table, each with the last line that names it. */
export function oddEntries(
  file: ScannedFile,
  entries: readonly (readonly [name: string, spec: unknown])[],
): readonly OddDependency[] {
  const lines = linesIn(file)
  return entries.flatMap(([name, spec]) => {
    const said = textOf(spec) ?? ''
    // Versions from a catalogue or the workspace itself are normal.
    if (/^(?:catalog|workspace):/.test(said) || said.startsWith(`npm:${name}@`)) return []
    const at = lines.findLastIndex((line) => line.includes(`"${name}"`) || line.trimStart().startsWith(name))
    return [odd(Math.max(0, at), `${name}: ${said || '…'}`)]
  })
}

/** Entries pinned to one exact version, unless many are. */
export function oddExactVersions(
  file: ScannedFile,
  declared: readonly (readonly [name: string, spec: unknown])[],
): readonly OddDependency[] {
  const held = declared.filter(([, spec]) => /^v?\d+\.\d+/.test(textOf(spec) ?? ''))
  return exceptions(oddEntries(file, held), declared.length)
}

/** Empty if they are more than a quarter of all: that is a habit of the project, not a choice about one dependency. */
export function exceptions<T>(some: readonly T[], all: number): readonly T[] {
  return some.length * 4 <= all ? some : []
}

export function odd(index: number, said: string): OddDependency {
  return { line: index + 1, said: said.slice(0, LONGEST_SAID) }
}
