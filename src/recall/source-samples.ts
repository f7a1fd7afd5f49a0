/**
 * Short samples of source around a symbol that a pack's evidence names (S23): which files to read, and which lines.
 *
 * A file in which no such symbol stands gives no sample: its first lines are a licence and imports. Samples take only
 * what the evidence leaves of the first half of the budget.
 */

import { LIMITS } from '../core/limits.ts'
import type { ContextPack, SourceSample } from '../core/pack.ts'
import { packText } from '../text/pack-text.ts'
import { estimateTokens } from '../text/tokens.ts'

/** A file of the repository, with the symbols that the same evidence names. */
export interface NamedSource {
  readonly path: string
  readonly symbols: readonly string[]
}

/** Files that the best evidence names, in its order; `exists` tells whether the repository has one. */
export function namedSources(pack: ContextPack, exists: (path: string) => boolean): readonly NamedSource[] {
  if (pack.covered === 'no') return []
  const found: NamedSource[] = []
  for (const { excerpt } of pack.evidence.slice(0, MOST_EVIDENCE)) {
    const symbols = symbolsIn(excerpt)
    if (symbols.length === 0) continue
    for (const match of excerpt.matchAll(/(?<![\w@.-]|[\w@.-]\/)[\w@.-]+(?:\/[\w@.-]+)+\.\w+/g)) {
      const path = match[0].replace(/^\.\//, '')
      if (!found.some((known) => known.path === path) && !path.endsWith('.md') && exists(path))
        found.push({ path, symbols })
      if (found.length === LIMITS.sourceSamples) return found
    }
  }
  return found
}

/** What further down stands among the evidence is less likely to be what is asked for. */
const MOST_EVIDENCE = 2

/** Names of code: in backticks, or written as no word is (`camelCase`, `snake_case`, `called()`). */
function symbolsIn(text: string): readonly string[] {
  const marked = [...text.matchAll(/`([A-Za-z_$][\w$.]*)(?:\([^`]*\))?`/g)].map((match) => match[1] ?? '')
  const bare = [...text.matchAll(/\b(?:[A-Za-z]+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Za-z]\w+(?=\())/g)]
  const names = [...marked, ...bare.map((match) => match[0])].map((name) => name.replace(/^.*\./, ''))
  return [...new Set(names)].filter((name) => name.length >= SHORTEST_NAME)
}

const SHORTEST_NAME = 4

export function addSamples(
  pack: ContextPack,
  sources: readonly NamedSource[],
  textOf: (path: string) => string | undefined,
  tokens: number,
): ContextPack {
  let sampled = pack
  for (const { path, symbols } of sources) {
    const text = textOf(path)
    const sample = text === undefined ? undefined : sampleOf(path, text, symbols)
    if (sample === undefined) continue
    const next = { ...sampled, samples: [...sampled.samples, sample] }
    if (estimateTokens(packText(next)) <= tokens * CHEAP) sampled = next
  }
  return sampled
}

const CHEAP = 0.5

function sampleOf(path: string, text: string, symbols: readonly string[]): SourceSample | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const at = lineWith(lines, symbols)
  if (at === undefined) return undefined
  const start = Math.max(0, at - 1)
  const end = Math.min(lines.length, start + LIMITS.sampleLines)
  const excerpt = lines.slice(start, end).map((line) => line.slice(0, LONGEST_LINE))
  while (excerpt.length > 1 && excerpt.at(-1)?.trim() === '') excerpt.pop()
  return { path, startLine: start + 1, endLine: start + excerpt.length, excerpt: excerpt.join('\n') }
}

const LONGEST_LINE = 160

/** Where the first of the symbols is declared, else where one is used. */
function lineWith(lines: readonly string[], symbols: readonly string[]): number | undefined {
  const uses = symbols.flatMap((symbol) => {
    const named = lines.flatMap((line, at) => (holds(line, symbol) && !IMPORT.test(line) ? [at] : []))
    const declared = named.find((at) => DECLARES.test((lines[at] ?? '').split(symbol)[0] ?? ''))
    return named.length === 0 ? [] : [{ at: declared ?? named[0] ?? 0, isDeclared: declared !== undefined }]
  })
  return (uses.find(({ isDeclared }) => isDeclared) ?? uses[0])?.at
}

function holds(line: string, symbol: string): boolean {
  const at = line.indexOf(symbol)
  return at !== -1 && !/[\w$]/.test(line[at - 1] ?? '') && !/[\w$]/.test(line[at + symbol.length] ?? '')
}

const IMPORT = /^\s*(?:import\b|from\b|export \{|export \*|use\b|#include\b|require\b|package\b|\/\/|\/?\*|#)/
const DECLARES =
  /(?:^|\s)(?:function\*?|class|interface|type|enum|struct|trait|fn|func(?: \([^)]*\))?|def|const|let|var|val|public|private|protected|static|async)\s+$/
