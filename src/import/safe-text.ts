/** Makes another tool's text safe for a bank: removes secret values and escapes markers (S60). */

import { pageOf } from '../bank/page.ts'
import { isProvenanceLine } from '../bank/provenance.ts'
import { findSecrets, type SecretFinding } from '../secrets/find-secrets.ts'
import { mergeHits } from '../secrets/hit.ts'

export interface WithoutSecrets {
  readonly text: string
  /** The kind and source line of each secret. */
  readonly removed: readonly { readonly kind: string; readonly line: number }[]
}

/**
 * Replaces each value with `‹removed: kind›`, and searches again until nothing is found. If secrets remain after the
 * last round, the text is dropped.
 */
export function withoutSecrets(source: string): WithoutSecrets {
  const removed: { kind: string; line: number }[] = []
  let text = source
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = findSecrets(text)
    if (found.length === 0) return { text, removed }
    if (round === 0) removed.push(...found.map(({ kind, line }) => ({ kind, line })))
    text = replaced(text, round < MOST_ROUNDS / 2 ? found : found.map((one) => wholeLine(text, one)))
  }
  return { text: '', removed }
}

const MOST_ROUNDS = 8

function wholeLine(text: string, { kind, start, end }: SecretFinding): Pick<SecretFinding, 'kind' | 'start' | 'end'> {
  const lines = pageOf(text).lines.filter((line) => line.start < end && start < line.end)
  const last = lines.at(-1)
  return { kind, start: lines[0]?.start ?? start, end: last === undefined ? end : last.start + last.text.length }
}

/** Keeps the number of lines, so that places in copy and source match. */
function replaced(text: string, found: readonly Pick<SecretFinding, 'kind' | 'start' | 'end'>[]): string {
  const parts: string[] = []
  let from = 0
  for (const { kind, start, end } of mergeHits(found)) {
    const ends = text.slice(start, end).match(/\r\n|\n|\r/g) ?? []
    parts.push(text.slice(from, start), `‹removed: ${kind}›`, ends.join(''))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** Escapes Memory Bank's markers and provenance lines with a backslash. */
export function withoutMarks(text: string): string {
  if (!/<!--/.test(text)) return text
  return pageOf(text)
    .lines.map((line) => {
      const own = text.slice(line.start, line.end)
      const isMark = !line.fenced && (MARK.test(line.text) || isProvenanceLine(line.text))
      return isMark ? own.replace('<!--', () => '\\<!--') : own
    })
    .join('')
}

/** Only a marker on a line of its own has effect. */
const MARK = /^\s*<!--\s*(?:(?:MACHINE|USER)_BLOCK_(?:START|END)|MEMORY_BANK_TEMPLATE:|blockVersion:)/i

/** True if the lines leave nothing open and have no relative links, so they can be moved into another file. */
export function fitsElsewhere(text: string): boolean {
  const page = pageOf(text)
  if (page.isHidden(text.length)) return false
  const prose = page.lines.filter((line) => !line.fenced).map((line) => line.text.replace(/`[^`]*`/g, ''))
  return !prose.some((line) => RELATIVE_LINK.test(line) || DEFINITION.test(line))
}

const RELATIVE_LINK = /\]\(\s*<?(?![a-z][a-z+.-]*:)[^)\s]/i
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*\S/
