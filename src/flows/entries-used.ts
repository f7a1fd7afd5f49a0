/**
 * Which entries lines, a pack, an answer or a write are about: for counting use (S56). Loaded for events that concern the
 * bank.
 *
 * A file is read into its entries once for each text that it holds, whichever process does so: where they stand is kept in
 * a cache, since what reads them is large and hooks are processes of their own.
 */

import type { Entry } from '../bank/entry.ts'
import { countNewlines } from '../bank/lines.ts'
import { type BankPath, bankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { isIndexPath, MEMORY } from '../core/layout.ts'
import type { ContextPack } from '../core/pack.ts'
import type { Use, UseRecord } from '../core/use-record.ts'
import type { BankPlace } from '../workspace/bank/journal.ts'
import { pageNow } from '../workspace/bank/preconditions.ts'
import { readCachedJson, writeCachedJson } from '../workspace/state/cache.ts'
import { putBounded } from '../workspace/state/session-values.ts'
import { usesFolder } from '../workspace/state/use-log.ts'

/** Entries of one file. */
export interface UsedEntries {
  readonly use: Use
  readonly path: BankPath
  readonly ids: readonly string[]
}

interface PlacedEntry extends Pick<Entry, 'id'> {
  /** Of its title. */
  readonly letters: string
  /** Counted from 1, both included. */
  readonly first: number
  readonly last: number
  readonly isWholeFile: boolean
}

/** A file before and after a write; undefined where there is none. */
export interface WrittenFile {
  readonly path: BankPath
  readonly before: string | undefined
  readonly after: string | undefined
}

export class EntriesUsed {
  readonly #bank: string
  readonly #cache: string
  /** By path and hash, and the last of each path. */
  readonly #known = new Map<string, readonly PlacedEntry[]>()
  readonly #latest = new Map<string, readonly PlacedEntry[]>()

  constructor({ bank, state }: BankPlace) {
    this.#bank = bank
    this.#cache = usesFolder(state)
  }

  /** `hash`: of the text that was read. */
  async read(path: BankPath, hash: string): Promise<readonly UsedEntries[]> {
    const entries = await this.#entriesNow(path, hash)
    if (entries.length > 0) return of('read', path, idsOf(entries))
    return path === MEMORY || isIndexPath(path) ? [] : of('read', path, [''])
  }

  /** The entry's items that stand in the opening. */
  async opened(memory: string, opening: string): Promise<readonly UsedEntries[]> {
    const sent = lettersOf(opening)
    const isSent = ({ letters }: PlacedEntry) => letters !== '' && sent.includes(letters.slice(0, BEGINNING))
    const items = (await this.#entriesIn(MEMORY, hashOfText(memory), memory)).filter(isSent)
    return of(
      'shown',
      MEMORY,
      items.map(({ id }) => id),
    )
  }

  /** What a pack holds is shown; what it points to, and what it shows in part, is offered. */
  async recalled({ entries: packed, more }: ContextPack): Promise<readonly UsedEntries[]> {
    const shown = new Map<BankPath, Lines[]>()
    const out = new Map<BankPath, Lines[]>()
    for (const one of packed)
      if (one.source === 'bank') put(shown, one.path, { first: one.startLine, last: one.endLine })
    for (const one of more) if (one.source === 'bank') put(out, one.path, { first: one.startLine, last: one.endLine })
    const hashes = new Map(packed.map(({ path, hash }) => [String(path), hash]))
    const used: UsedEntries[] = []
    for (const path of new Set([...shown.keys(), ...out.keys()])) {
      const entries = await this.#entriesNow(path, hashes.get(path))
      const [cut, rest] = [shown.get(path) ?? [], out.get(path) ?? []]
      const seen = entries.filter((entry) => cut.some((lines) => overlaps(entry, lines)))
      const inPart = seen.filter((entry) => !isCovered(entry, cut))
      const left = entries.filter((entry) => rest.some((lines) => overlaps(entry, lines)) && !isCovered(entry, cut))
      used.push(...of('shown', path, idsOf(seen)), ...of('offered', path, idsOf([...new Set([...inPart, ...left])])))
    }
    return used
  }

  /** A note has named what stands at these lines. */
  async pointedAt(path: BankPath, first: number, last: number): Promise<readonly UsedEntries[]> {
    const entries = await this.#entriesNow(path)
    return of('offered', path, idsOf(entries.filter((entry) => overlaps(entry, { first, last }))))
  }

  /** What an answer names of the entries that the session was given: by title or id; by path where that is clear. */
  async cited(text: string, noted: readonly UseRecord[]): Promise<readonly UsedEntries[]> {
    const said = lettersOf(text)
    const used: UsedEntries[] = []
    for (const [path, given] of givenIn(noted)) {
      const isNamed = path !== MEMORY && (text.includes(path) || text.includes(path.slice(path.lastIndexOf('/') + 1)))
      // As they were when they were given: an answer waits for no file to be read again.
      const cited = (this.#latest.get(path) ?? (await this.#entriesNow(path))).filter((entry) => {
        if (!given.has(entry.id)) return false
        const byPath = isNamed && (entry.isWholeFile || given.get(entry.id) === 'shown')
        return byPath || (isTelling(entry.letters) && said.includes(entry.letters)) || namesId(text, entry.id)
      })
      used.push(...of('cited', path, idsOf(cited)))
    }
    return used
  }

  async changed(files: readonly WrittenFile[]): Promise<readonly UsedEntries[]> {
    const { touchedEntries } = await import('../write/touched-entries.ts')
    return files.flatMap(({ path, before, after }) =>
      before === undefined || isIndexPath(path) ? [] : of('acted', path, touchedEntries(path, before, after)),
    )
  }

  /** A document that changed what the agent does; of a file with several entries, the file. */
  async acted(path: BankPath): Promise<readonly UsedEntries[]> {
    const [only, other] = await this.#entriesNow(path)
    return of('acted', path, [only?.isWholeFile === true && other === undefined ? only.id : ''])
  }

  async #entriesNow(path: BankPath, hash?: string): Promise<readonly PlacedEntry[]> {
    const known = hash === undefined ? undefined : this.#known.get(`${path} ${hash}`)
    if (known !== undefined) return known
    const text = pageNow(this.#bank, path)
    return text === undefined ? [] : this.#entriesIn(path, hash ?? hashOfText(text), text)
  }

  async #entriesIn(path: BankPath, hash: string, text: string): Promise<readonly PlacedEntry[]> {
    const key = `${path} ${hash}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const entries = await this.#placed(key, path, text)
    putBounded(this.#known, key, entries)
    putBounded(this.#latest, path, entries)
    return entries
  }

  async #placed(key: string, path: BankPath, text: string): Promise<readonly PlacedEntry[]> {
    const name = `files/${hashOfText(key)}`
    const known = readCachedJson<readonly PlacedEntry[]>(this.#cache, name)
    if (known !== undefined) return known
    const [{ Page }, { maskTexts }] = await Promise.all([import('../bank/page.ts'), import('../secrets/mask.ts')])
    const found = new Page(path, text).entries
    // Titles are kept, and nothing that we keep holds a secret's value (S35).
    const titles = maskTexts(found.map(({ title }) => title))
    const entries = found.map((entry, at) => placed({ ...entry, title: titles[at]?.text ?? '' }, text))
    writeCachedJson(this.#cache, name, entries)
    return entries
  }
}

interface Lines {
  readonly first: number
  readonly last: number
}

/** An item may be shortened in the opening; by so many letters it is known. */
const BEGINNING = 40
/** Shorter titles are plain words; a Chinese character counts for two letters. */
const LEAST_TITLE = 12

function placed({ id, title, line, span }: Entry, text: string): PlacedEntry {
  const isWholeFile = span === undefined
  const last = isWholeFile
    ? countNewlines(text.trimEnd()) + 1
    : line + countNewlines(text.slice(span.start, span.end).trim())
  return { id, letters: lettersOf(title), isWholeFile, first: line, last }
}

function of(use: Use, path: BankPath, ids: readonly string[]): readonly UsedEntries[] {
  return ids.length === 0 ? [] : [{ use, path, ids }]
}

function idsOf(entries: readonly PlacedEntry[]): readonly string[] {
  return entries.map(({ id }) => id)
}

function put(map: Map<BankPath, Lines[]>, path: BankPath, lines: Lines): void {
  const known = map.get(path)
  if (known === undefined) map.set(path, [lines])
  else known.push(lines)
}

function overlaps(entry: PlacedEntry, { first, last }: Lines): boolean {
  return entry.first <= last && first <= entry.last
}

/** Whether every line of the entry is among these. */
function isCovered({ first, last }: PlacedEntry, cut: readonly Lines[]): boolean {
  let next = first
  for (const lines of cut.toSorted((a, b) => a.first - b.first)) {
    if (lines.first > next) break
    next = Math.max(next, lines.last + 1)
  }
  return next > last
}

/** By path: the ids of what the session was given, and whether it was shown as such or came with its file. */
function givenIn(noted: readonly UseRecord[]): ReadonlyMap<BankPath, ReadonlyMap<string, 'shown' | 'read'>> {
  const given = new Map<BankPath, Map<string, 'shown' | 'read'>>()
  for (const record of noted) {
    if (record.kind !== 'use' || record.use === 'cited' || record.use === 'acted') continue
    const path = bankPath(record.path)
    if (path === undefined) continue
    const ids = given.get(path) ?? new Map<string, 'shown' | 'read'>()
    const how = record.use === 'read' ? 'read' : 'shown'
    for (const id of record.ids) if (ids.get(id) !== 'shown') ids.set(id, how)
    given.set(path, ids)
  }
  return given
}

function isTelling(letters: string): boolean {
  if (letters.length >= LEAST_TITLE || letters.length * 2 < LEAST_TITLE) return letters.length >= LEAST_TITLE
  return letters.length + (letters.match(/\p{Script=Han}/gu)?.length ?? 0) >= LEAST_TITLE
}

/** As a word of its own. */
function namesId(text: string, id: string): boolean {
  const at = id === '' ? -1 : text.indexOf(id)
  return at !== -1 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w]/.test(text[at + id.length] ?? ' ')
}

/** The letters and digits of a text, in one case. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
