/**
 * Secrets that are not in plain sight: Base64 that decodes to a text with a secret, and tokens that are split by a line
 * break or a string concatenation.
 */

import { type MappedText, mappedText, type Piece } from './fold-text.ts'
import type { Hit } from './hit.ts'
import { decodeBase64 } from './judge-value.ts'

type Search = (text: string) => readonly Hit[]

export function findEncoded(text: string, search: Search): readonly Hit[] {
  if (!/[A-Za-z0-9+/]{24}/.test(text)) return []
  const hits: Hit[] = []
  let budget = 200_000
  for (const match of text.matchAll(/(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/]{24,20000}={0,2}(?![A-Za-z0-9+/])/g)) {
    const run = match[0]
    if (
      /^data:[\w/+.-]{1,60};base64,$/.test(
        text
          .slice(Math.max(0, match.index - 80), match.index)
          .split(/[\s"'(]/)
          .at(-1) ?? '',
      )
    )
      continue
    budget -= run.length
    if (budget < 0) break
    const plain = decodeBase64(run)
    if (plain === undefined || plain.length < 16) continue
    const kind = search(plain)[0]?.kind
    if (kind !== undefined) hits.push({ kind, start: match.index, end: match.index + run.length })
  }
  return hits
}

/** Joins text that was split by `"…" + "…"`, a trailing backslash or a hard wrap, and keeps the hits that span a joint. */
export function findSplit(text: string, search: Search): readonly Hit[] {
  return [CONCATENATION, WRAP].flatMap((joint) => {
    const joined = joinAt(text, joint)
    if (joined === undefined) return []
    return search(joined.text)
      .filter((hit) => joined.pieceOf(hit.start) !== joined.pieceOf(hit.end - 1))
      .map((hit) => ({ kind: hit.kind, start: joined.originOf(hit.start), end: joined.originOf(hit.end - 1) + 1 }))
  })
}

/** Only the unbroken runs before and after each joint. */
function joinAt(text: string, joint: Joint): MappedText | undefined {
  const pieces: Piece[] = []
  let from = -1
  for (const { start: end, length } of jointsIn(text, joint)) {
    if (from === -1 || runStart(text, end) > from) {
      if (from !== -1) pieces.push({ text: `${runAfter(text, from)}\n`, origin: from })
      from = runStart(text, end)
    }
    pieces.push({ text: text.slice(from, end), origin: from })
    from = end + length
  }
  if (from === -1) return undefined
  return mappedText([...pieces, { text: runAfter(text, from), origin: from }])
}

const MAX_RUN = 400

function runStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < MAX_RUN && !/[\s"'`]/.test(text.charAt(start - 1))) start -= 1
  return start
}

function runAfter(text: string, from: number): string {
  return /^[^\s"'`]*/.exec(text.slice(from, from + MAX_RUN))?.[0] ?? ''
}

interface Joint {
  readonly pattern: string
  /** How many characters of a token must come before the joint. */
  readonly led: number
}

/** The text before a joint is checked in code, because a lookbehind is slow in OpenCode's engine. */
function* jointsIn(text: string, joint: Joint): Generator<{ readonly start: number; readonly length: number }> {
  const pattern = new RegExp(joint.pattern, 'g')
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index
    if (start >= joint.led && TOKEN_ONLY.test(text.slice(start - joint.led, start)))
      yield { start, length: match[0].length }
    else pattern.lastIndex = start + 1
  }
}

const TOKEN_ONLY = /^[A-Za-z0-9_=+/-]+$/

const CONCATENATION: Joint = {
  pattern:
    /["'`][ \t]{0,8}(?:[+.&]|\.\.)?[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40})?(?:[+.&]|\.\.)?[ \t]{0,8}["'`](?=[A-Za-z0-9_+/-])/
      .source,
  led: 3,
}
const WRAP: Joint = { pattern: /\\?\r?\n[ \t]{0,40}(?:>[ \t]?)?(?=[A-Za-z0-9_+/-]{6})/.source, led: 6 }
