/**
 * A question and a bank in, a context pack out: rank the entries, show the best whole, point to the next (S23).
 *
 * Deterministic: the same bank and question give the same pack. The pack as printed is never over its budget. It says
 * nothing about whether the question is answered: the model judges that.
 */

import type { ReadableBank } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { type ContextPack, PACK_SCHEMA, type PackEntry, type PackPointer } from '../bank/pack.ts'
import { packText } from '../bank/pack-text.ts'
import { estimateTokens } from '../base/tokens.ts'
import { sourceOf } from './document-routes.ts'
import { EntryIndex, type IndexedEntry } from './entry-index.ts'
import { queriesOf, type Ranked, rank, worthIn } from './rank.ts'
import { showEntry } from './show-entry.ts'
import { LISTED } from './split-entries.ts'
import { summarize } from './summarize.ts'
import { tokenize } from './tokenize.ts'

export interface RecallOptions {
  /** Words that the caller expects in a helpful entry. */
  readonly terms?: readonly string[]
  /** Names defined in the files that the question is about. */
  readonly symbols?: readonly string[]
  /** An index of this bank, if the caller keeps one. */
  readonly index?: EntryIndex
  /** Of headings and labels; by default the bank's own. */
  readonly language?: Language
  /** The whole pack has at most so many tokens. */
  readonly tokens?: number
  /** The caller was given no opening and asks for goal, focus and stack. */
  readonly summary?: boolean
  /** Documents that the bank routes to and that are too large to be searched. */
  readonly tooLarge?: readonly string[]
  /** Blanks what nobody may see, and keeps the length. */
  readonly clean?: (text: string) => string
  /** Files that the question is about: what they say comes first (S26). */
  readonly named?: ReadonlySet<BankPath>
}

export function recall(question: string, bank: ReadableBank, options: RecallOptions = {}): ContextPack {
  const { terms = [], symbols = [], tokens = LIMITS.packTokens, clean = (text: string) => text } = options
  const index = options.index ?? indexOf(bank)
  const queries = queriesOf(question, terms, symbols)
  const ranked = namedFirst(worthShowing(rank(index, queries)), index, options.named ?? new Set())
  const memory = bank.files.get(MEMORY)?.readPage().text
  const worth = worthIn(index, queries)
  const empty: ContextPack = {
    schema: PACK_SCHEMA,
    question,
    terms,
    language: options.language ?? languageOfText(memory ?? '') ?? languageOfText(question) ?? 'en',
    conflicts: [],
    entries: [],
    more: [],
    lookIn: [],
    ...(options.summary === true ? { summary: summarize(index.entries(), bank, clean) } : {}),
    ...unreadIn(bank, options.tooLarge ?? [], question),
    budget: { tokens: 0, maxTokens: tokens },
  }
  const filled = fill(empty, ranked, bank, { tokens, worth, clean })
  return measured(filled.entries.length === 0 ? { ...filled, lookIn: placesToLook(bank) } : filled)
}

/** The pack with the tokens that it costs. What was added to its entries since may have made it too long. */
export function measured(pack: ContextPack): ContextPack {
  const tokens = costOf(pack)
  if (tokens <= pack.budget.maxTokens) return { ...pack, budget: { ...pack.budget, tokens } }
  const shorter = withLess(pack)
  return shorter === undefined ? { ...pack, budget: { ...pack.budget, tokens } } : measured(shorter)
}

/** Gives up what is needed least: a pointer, the summary, the last entry, the last conflict, and at last part of the best entry. */
function withLess(pack: ContextPack): ContextPack | undefined {
  const { entries, more, conflicts, summary, unread, ...rest } = pack
  const kept = { ...rest, ...(unread === undefined ? {} : { unread }) }
  if (more.length > 0) return { ...pack, more: more.slice(0, -1) }
  if (summary !== undefined) return { ...kept, entries, more, conflicts }
  if (unread !== undefined) return { ...rest, entries, more, conflicts }
  if (entries.length > 1) return { ...pack, entries: entries.slice(0, -1) }
  if (conflicts.length > 0) return { ...pack, conflicts: conflicts.slice(0, -1) }
  const [best] = entries
  if (best === undefined || best.text.length <= SHORTEST) return undefined
  const text = `${best.text.slice(0, Math.floor(best.text.length * 0.8)).trimEnd()}…`
  return { ...pack, entries: [{ ...best, text, isShortened: true }] }
}

/** In characters. */
const SHORTEST = 80

function indexOf(bank: ReadableBank): EntryIndex {
  const index = new EntryIndex()
  index.update(bank)
  return index
}

interface Room {
  readonly tokens: number
  readonly worth: (text: string) => number
  readonly clean: (text: string) => string
}

/** From this share of the best score on, a match is shown; from the lower one on, it is pointed to. */
const SHOWN = 0.2
const POINTED_TO = 0.15
/** Shares of the budget: all entries together, the text of the best one and of every other one, and the whole pack. */
const ENTRIES = 0.72
const BEST = 0.25
const OTHERS = 0.11
const TOTAL = 0.78
const MOST_POINTERS = 8

function worthShowing(ranked: readonly Ranked[]): readonly Ranked[] {
  const best = ranked[0]?.score ?? 0
  return ranked.filter(({ score }) => score >= POINTED_TO * best)
}

/** Files asked for by name come before what only matches. */
function namedFirst(ranked: readonly Ranked[], index: EntryIndex, named: ReadonlySet<BankPath>): readonly Ranked[] {
  if (named.size === 0) return ranked
  const isNamed = ({ path }: IndexedEntry) => named.has(path)
  const best = ranked[0]?.score ?? 1
  const matching = new Map(ranked.map(({ entry, score }) => [entry, score]))
  const asked = index
    .entries()
    .filter(isNamed)
    .map((entry) => ({ entry, score: best + (matching.get(entry) ?? 0) }))
    .sort((a, b) => b.score - a.score)
  return [...asked, ...ranked.filter(({ entry }) => !isNamed(entry))]
}

/** Shows the best entries while there is room for them, and points to the next ones. */
function fill(
  empty: ContextPack,
  ranked: readonly Ranked[],
  bank: ReadableBank,
  { tokens, worth, clean }: Room,
): ContextPack {
  const least = SHOWN * (ranked[0]?.score ?? 0)
  const entries: PackEntry[] = []
  const more: PackPointer[] = []
  let used = costOf(empty)
  for (const { entry, score } of ranked.slice(0, LOOKED_AT)) {
    const isBest = entries.length === 0
    const left = (isBest ? tokens : ENTRIES * tokens) - used - HEAD_TOKENS
    if (isBest || (score >= least && left >= SHORT_ENTRY)) {
      const file = bank.files.get(entry.path)?.readPage().text ?? ''
      const said = clean(file.slice(entry.start, entry.end))
      const shown = showEntry(entry, said, isBest ? Math.min(BEST * tokens, left) : OTHERS * tokens, worth)
      // A heading over nothing but its date.
      if (shown.text === '' && entry.row === undefined && !LISTED.has(entry.kind)) continue
      const packed: PackEntry = { ...packEntry(entry, score, file), ...shown }
      const cost = costOf({ ...empty, entries: [packed] }) - costOf(empty)
      if (isBest || used + cost <= ENTRIES * tokens) {
        entries.push(packed)
        used += cost
        continue
      }
    }
    const pointer = pointerTo(entry)
    const cost = costOf({ ...empty, more: [pointer] }) - costOf(empty)
    if (more.length === MOST_POINTERS || used + cost > TOTAL * tokens) break
    more.push(pointer)
    used += cost
  }
  return { ...empty, entries, more }
}

/** Matches beyond these are neither shown nor pointed to. */
const LOOKED_AT = 24
/** The title and place of an entry, and the text of a short one, about. */
const HEAD_TOKENS = 40
const SHORT_ENTRY = 20

function costOf(pack: ContextPack): number {
  return estimateTokens(packText(pack))
}

function pointerTo({ path, kind, title, startLine, endLine, date }: IndexedEntry): PackPointer {
  return { ...sourceOf(path), kind, title, startLine, endLine, ...(date === undefined ? {} : { date }) }
}

function packEntry(
  entry: IndexedEntry,
  score: number,
  file: string,
): PackPointer & Pick<PackEntry, 'headings' | 'hash' | 'score'> {
  return {
    ...pointerTo(entry),
    headings: entry.headings,
    hash: hashOfText(file),
    score: Math.round(score * 1000) / 1000,
  }
}

/** MEMORY.md has the routes; beyond it, the files that a project explains itself in. */
function placesToLook({ files }: ReadableBank): readonly string[] {
  const documents = [...files.keys()].map(sourceOf).filter(({ source }) => source === 'document')
  return [`${BANK_FOLDER}/${MEMORY}`, ...documents.slice(0, MOST_PLACES).map(({ path }) => path)]
}

const MOST_PLACES = 3

/** Files that were not searched; of the documents, those that share a word with the question. */
function unreadIn(
  { unreadable }: ReadableBank,
  tooLarge: readonly string[],
  question: string,
): Pick<ContextPack, 'unread'> {
  const asked = new Set(tokenize(question).map(({ text }) => text))
  const isAskedFor = (path: string) => tokenize(path).some(({ text }) => asked.has(text))
  const cause = `over ${LIMITS.routedBytes / 1024} KB`
  const unread = [...unreadable, ...tooLarge.filter(isAskedFor).map((path) => ({ path, cause }))]
  return unread.length === 0 ? {} : { unread }
}
