/** Short samples of the source files that a pack's evidence names (S23): which to read, and what to show of them. */

import type { Language } from '../core/language.ts'
import { LIMITS } from '../core/limits.ts'
import type { ContextPack, SourceSample } from '../core/pack.ts'
import { scanLines } from '../text/lines.ts'
import { excerptLines } from './excerpt.ts'
import { tokenize } from './tokenize.ts'

/** Files of the repository that the evidence names, in its order; `exists` tells whether it has one. */
export function namedSources(pack: ContextPack, exists: (path: string) => boolean): readonly string[] {
  const found: string[] = []
  for (const { excerpt } of pack.evidence) {
    for (const match of excerpt.matchAll(/(?<![\w@.-]|[\w@.-]\/)[\w@.-]+(?:\/[\w@.-]+)+\.\w+/g)) {
      const path = match[0].replace(/^\.\//, '')
      if (!found.includes(path) && exists(path)) found.push(path)
      if (found.length === LIMITS.sourceSamples) return found
    }
  }
  return found
}

/** The pack with the lines of each file that speak most about the question. */
export function addSamples(
  pack: ContextPack,
  files: readonly { readonly path: string; readonly text: string }[],
): ContextPack {
  const asked = new Set(tokenize(pack.question).map((term) => term.text))
  const samples = files.slice(0, LIMITS.sourceSamples).map((file) => sampleOf(file, asked, pack.language))
  return { ...pack, samples }
}

function sampleOf(file: { path: string; text: string }, asked: ReadonlySet<string>, language: Language): SourceSample {
  const lines = scanLines(file.text)
  const hits = lines.map((line) => new Set(tokenize(line.text).filter((term) => asked.has(term.text))).size)
  let bestStart = 0
  let bestSum = -1
  for (let start = 0; start < Math.max(1, lines.length - LIMITS.sampleLines + 1); start += 1) {
    const sum = hits.slice(start, start + LIMITS.sampleLines).reduce((total, hit) => total + hit, 0)
    if (sum > bestSum) {
      bestSum = sum
      bestStart = start
    }
  }
  const startLine = bestStart + 1
  const endLine = Math.min(lines.length, bestStart + LIMITS.sampleLines)
  const { text } = excerptLines(file.text, startLine, endLine, LIMITS.sampleLines, language)
  return { path: file.path, startLine, endLine, excerpt: text }
}
