/**
 * Tokens that give themselves away by the format their provider publishes.
 *
 * A rule's pattern is built only when one of its marks stands in the text, so a text without tokens
 * costs next to nothing; every pattern starts at a boundary and is bounded, so none backtracks far.
 */

import type { Hit } from './hit.ts'
import { mappedText, type Piece } from './mapped-text.ts'
import { isFakeToken } from './placeholder.ts'
import type { ProviderToken } from './provider-token.ts'
import { PROVIDER_TOKENS } from './provider-tokens.ts'
import { looksRandom } from './randomness.ts'

export function findProviderTokens(text: string): readonly Hit[] {
  const pieces = unbrokenRuns(text)
  const runs = mappedText(pieces)
  const longest = pieces.reduce((most, piece) => Math.max(most, piece.text.length - 1), 0)
  const hits: Hit[] = []
  for (const rule of PROVIDER_TOKENS) {
    if (longest < (rule.least ?? 0) || !rule.marks.some((mark) => runs.text.includes(mark))) continue
    // Without its edges first: a pattern that looks behind itself is slow, and some marks are a mere dot.
    if (!new RegExp(rule.pattern).test(runs.text)) continue
    for (const match of runs.text.matchAll(new RegExp(before(rule) + rule.pattern + AFTER, 'g'))) {
      const value = match[1] ?? match[0]
      if (!isGenuine(value, rule)) continue
      const start = runs.originOf(match.index + match[0].indexOf(value))
      hits.push({ kind: rule.kind, start, end: start + value.length })
    }
  }
  return hits
}

/**
 * No token has a space or a quote in it: what is left of ordinary prose is a few addresses and paths.
 * Bounded, since a pattern over a run of megabytes would run out of stack.
 */
function unbrokenRuns(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (const match of text.matchAll(/[!#-&(-;=?-_a-{}~]{16,200000}/g))
    pieces.push({ text: `${match[0]}\n`, origin: match.index })
  return pieces
}

/** Not inside a longer word, unless what looks like one is the end of `\n` or `%3D`. */
const ESCAPE_END = '(?<!\\\\[nrt]|%[0-9A-Fa-f][0-9A-Fa-f])'
const AFTER = '(?![A-Za-z0-9])'

function before(rule: ProviderToken): string {
  return `(?<![A-Za-z0-9${rule.strict === true ? '_./+-' : ''}]${ESCAPE_END})`
}

function isGenuine(value: string, rule: ProviderToken): boolean {
  if (isFakeToken(value)) return false
  if (value.split(/[.-]/).some((part) => part.length > 8 && /[A-Za-z]/.test(part) && isFakeToken(part))) return false
  return rule.random !== true || looksRandom(value) || /[0-9a-f]{32}/.test(value)
}
