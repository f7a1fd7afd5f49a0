/** Finds the entries that an opening, a pack or a note about a file showed or offered, to count their use (S56). */

import type { Entry } from '../bank/entry.ts'
import { countNewlines } from '../bank/lines.ts'
import type { ContextPack, PackPointer } from '../bank/pack.ts'
import { pageOf } from '../bank/page.ts'
import type { Use, UsedEntries } from '../bank/usage.ts'
import type { BankPath } from '../base/bank-path.ts'
import { MEMORY, PATTERNS } from '../base/layout.ts'
import { pageNow } from '../disk/bank/read-now.ts'

/** A range of lines, counted from 1, both ends included. */
interface Lines {
  readonly path: BankPath
  readonly startLine: number
  readonly endLine: number
}

/** The entries that an opening shows: items of MEMORY.md, and decisions by their highlights. */
export function entriesInOpening(bank: string, memory: string, opening: string): readonly UsedEntries[] {
  const lines = opening.split('\n').map(lettersIn)
  const cells = opening.split('\n').flatMap((line) => (line.includes('|') ? line.split('|').map(lettersIn) : []))
  const items = pageOf(memory, MEMORY).entries.filter(({ title }) => lines.some((line) => line.includes(start(title))))
  const decisions = pageOf(pageNow(bank, PATTERNS) ?? '', PATTERNS).entries.filter(({ title }) =>
    cells.some((cell) => cell.startsWith(start(title))),
  )
  return [...used('shown', MEMORY, items), ...used('shown', PATTERNS, decisions)]
}

/** An entry that is both shown and offered counts as shown. */
export function entriesInPack(bank: string, { entries, more }: ContextPack): readonly UsedEntries[] {
  const shown = entries.flatMap(linesInBank).map((lines) => ({ path: lines.path, found: entriesAt(bank, lines) }))
  const keys = new Set(shown.flatMap(({ path, found }) => found.map(({ id }) => `${path} ${id}`)))
  const offered = more.flatMap(linesInBank).map((lines) => ({
    path: lines.path,
    found: entriesAt(bank, lines).filter(({ id }) => !keys.has(`${lines.path} ${id}`)),
  }))
  return [
    ...shown.flatMap(({ path, found }) => used('shown', path, found)),
    ...offered.flatMap(({ path, found }) => used('offered', path, found)),
  ]
}

export function entriesInNote(bank: string, lines: Lines): readonly UsedEntries[] {
  return used('shown', lines.path, entriesAt(bank, lines))
}

function linesInBank(pointer: PackPointer): readonly Lines[] {
  return pointer.source === 'bank' ? [pointer] : []
}

function entriesAt(bank: string, { path, startLine, endLine }: Lines): readonly Entry[] {
  const text = pageNow(bank, path) ?? ''
  return pageOf(text, path).entries.filter(({ line, span }) => {
    if (span === undefined) return true
    const last = line + countNewlines(text.slice(span.start, span.end).trim())
    return line <= endLine && startLine <= last
  })
}

function used(use: Use, path: BankPath, entries: readonly Entry[]): readonly UsedEntries[] {
  return entries.length === 0 ? [] : [{ use, path, ids: entries.map(({ id }) => id) }]
}

/** The first 40 letters of a title. The opening may shorten the rest. */
function start(title: string): string {
  return lettersIn(title).slice(0, 40) || title
}

function lettersIn(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
