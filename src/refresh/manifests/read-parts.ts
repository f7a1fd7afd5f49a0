/** Every part of a project that a manifest describes, the one a newcomer should know first at the front. */

import { readCmake } from './cmake.ts'
import { readCompose } from './compose.ts'
import { readDart } from './dart.ts'
import { readDeno } from './deno.ts'
import { readDotnet } from './dotnet.ts'
import { readElixir } from './elixir.ts'
import { readGo } from './go.ts'
import { readGradle } from './gradle.ts'
import { readMake } from './make.ts'
import { readMaven } from './maven.ts'
import { readNode } from './node.ts'
import { hasStack, type Part, type Reader } from './part.ts'
import { readPhp } from './php.ts'
import { readPython } from './python.ts'
import { readRuby } from './ruby.ts'
import { readRust } from './rust.ts'
import { compare, type Scan } from './scan.ts'
import { readSwift } from './swift.ts'

/** Servers and compiled languages before Node, which many of them use for their assets only; runners last. */
const READERS: readonly Reader[] = [
  readRuby,
  readPhp,
  readPython,
  readMaven,
  readGradle,
  readDotnet,
  readElixir,
  readGo,
  readRust,
  readNode,
  readDeno,
  readDart,
  readSwift,
  readCmake,
  readMake,
  readCompose,
]

export function readParts(scan: Scan): readonly Part[] {
  const found = READERS.flatMap((read, order) => read(scan).map((part) => ({ part, order })))
  found.sort(
    (a, b) => weightOf(a.part) - weightOf(b.part) || a.order - b.order || compare(a.part.source, b.part.source),
  )
  return found.map(({ part }) => part)
}

/** The root before folders; there, what has a framework before what has none; what only runs commands last. */
function weightOf(part: Part): number {
  if (!hasStack(part)) return 4
  if (part.folder !== '') return 3
  if (part.technologies.some((each) => each.kind === 'framework') || part.members !== undefined) return 0
  return part.name === undefined && part.ecosystem === 'Node.js' ? 2 : 1
}
