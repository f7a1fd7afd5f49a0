/**
 * Turns a question and a bank into a context pack: rank the entries, show the best whole, list the next ones (S23).
 *
 * Deterministic: the same bank and question give the same pack. The printed pack stays within its budget, unless even
 * its shortest form is larger. The model judges whether the pack answers the question.
 */

import { withoutListMark } from '../bank/lines.ts'
import {
  type ContextPack,
  type ContextSummary,
  PACK_SCHEMA,
  type PackEntry,
  type PackPointer,
  type SummaryLine,
} from '../bank/pack.ts'
import { packText } from '../bank/pack-text.ts'
import type { ReadableBank } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { sourceOf } from './document-routes.ts'
import { EntryIndex } from './entry-index.ts'
import { type IndexedEntry, traitsOf } from './indexed-entry.ts'
import { queriesOf, type Ranked, rank, worthIn } from './rank.ts'
import { showEntry } from './show-entry.ts'
import { LISTED } from './split-entries.ts'
import { TermCounts } from './term-counts.ts'
import { tokenize } from './tokenize.ts'

export interface RecallOptions {
  readonly terms?: readonly string[]
  /** Names defined in the files that the question is about. */
  readonly symbols?: readonly string[]
  /** An index of this bank, if the caller has one. */
  readonly index?: EntryIndex
  /** The language of headings and labels. Default: the bank's. */
  readonly language?: Language
  /** The token budget of the whole pack. */
  readonly tokens?: number
  /** Adds goal, focus and stack, for callers without an opening. */
  readonly summary?: boolean
  /** Documents that the bank routes to but that are too large to search. */
  readonly tooLarge?: readonly string[]
  /** Blanks out secrets and keeps the length. */
  readonly clean?: (text: string) => string
  /** Files that the question is about. Their entries come first (S26). */
  readonly named?: ReadonlySet<BankPath>
}

export function recall(question: string, bank: ReadableBank, options: RecallOptions = {}): ContextPack {
  const { terms = [], symbols = [], tokens = LIMITS.packTokens, clean = (text: string) => text } = options
  const index = options.index ?? indexOf(bank)
  const counts = new TermCounts(index.entries(), queriesOf(question, terms, symbols))
  const ranked = namedFirst(worthShowing(rank(counts)), index, options.named ?? new Set())
  const memory = bank.files.get(MEMORY)?.readPage().text
  const worth = worthIn(counts)
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

/** The pack with its cost in tokens. Parts are dropped if the pack exceeds its budget. */
export function measured(pack: ContextPack): ContextPack {
  const tokens = costOf(pack)
  if (tokens <= pack.budget.maxTokens) return { ...pack, budget: { ...pack.budget, tokens } }
  const shorter = withLess(pack)
  return shorter === undefined ? { ...pack, budget: { ...pack.budget, tokens } } : measured(shorter)
}

/**
 * Drops the least needed part: a pointer, the summary, the unread files, the last entry, the last conflict, and finally
 * part of the best entry.
 */
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

/** The lowest scores, as shares of the best one, at which a match is shown or at least listed. */
const SHOWN = 0.2
const POINTED_TO = 0.15
/**
 * Shares of the budget: for all entries, for the text of the best one, for the text of each other one, and for the
 * whole pack.
 */
const ENTRIES = 0.66
const BEST = 0.25
const OTHERS = 0.11
const TOTAL = 0.84
const MOST_POINTERS = 8

function worthShowing(ranked: readonly Ranked[]): readonly Ranked[] {
  const best = ranked[0]?.score ?? 0
  return ranked.filter(({ score }) => score >= POINTED_TO * best)
}

/** Entries of files that were asked for by name come first. */
function namedFirst(ranked: readonly Ranked[], index: EntryIndex, named: ReadonlySet<BankPath>): readonly Ranked[] {
  if (named.size === 0) return ranked
  const isNamed = ({ path }: IndexedEntry) => named.has(path)
  const best = ranked[0]?.score ?? 1
  const matching = new Map(ranked.map(({ entry, score }) => [entry, score]))
  const asked = index
    .entries()
    .filter(isNamed)
    .map((entry) => ({ entry, ...traitsOf(entry), score: best + (matching.get(entry) ?? 0) }))
    .sort((a, b) => b.score - a.score)
  return [...asked, ...ranked.filter(({ entry }) => !isNamed(entry))]
}

/** Shows the best entries while there is room, and lists the next ones. */
function fill(
  empty: ContextPack,
  ranked: readonly Ranked[],
  bank: ReadableBank,
  { tokens, worth, clean }: Room,
): ContextPack {
  const least = SHOWN * (ranked[0]?.score ?? 0)
  const entries: PackEntry[] = []
  const more: PackPointer[] = []
  const alone = costOf(empty)
  const costWith = (shown: Partial<ContextPack>) => costOf({ ...empty, ...shown }) - alone
  const hashes = new Map<BankPath, string>()
  let used = alone
  for (const { entry, score } of ranked.slice(0, LOOKED_AT)) {
    const isBest = entries.length === 0
    const left = (isBest ? tokens : ENTRIES * tokens) - used - HEAD_TOKENS
    if (isBest || (score >= least && left >= SHORT_ENTRY)) {
      const file = bank.files.get(entry.path)?.readPage().text ?? ''
      const said = clean(file.slice(entry.start, entry.end))
      const shown = showEntry(entry, said, isBest ? Math.min(BEST * tokens, left) : OTHERS * tokens, worth)
      // Skip a heading with only a date below it.
      if (shown.text === '' && entry.row === undefined && !LISTED.has(entry.kind)) continue
      const hash = hashes.get(entry.path) ?? hashOfText(file)
      hashes.set(entry.path, hash)
      const packed: PackEntry = { ...packEntry(entry, score, hash), ...shown }
      const cost = costWith({ entries: [packed] })
      if (isBest || used + cost <= ENTRIES * tokens) {
        entries.push(packed)
        used += cost
        continue
      }
    }
    const pointer = pointerTo(entry)
    const cost = costWith({ more: [pointer] })
    if (more.length === MOST_POINTERS || used + cost > TOTAL * tokens) break
    more.push(pointer)
    used += cost
  }
  return { ...empty, entries, more }
}

/** Only this many of the best matches are shown or listed. */
const LOOKED_AT = 24
/** Estimates for an entry's title and place, and for a short entry's text. */
const HEAD_TOKENS = 40
const SHORT_ENTRY = 20

function costOf(pack: ContextPack): number {
  return estimateTokens(packText(pack))
}

function pointerTo(entry: IndexedEntry): PackPointer {
  const { path, kind, title, startLine, endLine } = entry
  const { date } = traitsOf(entry)
  return { ...sourceOf(path), kind, title, startLine, endLine, ...(date === undefined ? {} : { date }) }
}

function packEntry(
  entry: IndexedEntry,
  score: number,
  hash: string,
): PackPointer & Pick<PackEntry, 'headings' | 'hash' | 'score'> {
  return {
    ...pointerTo(entry),
    headings: entry.headings,
    hash,
    score: Math.round(score * 1000) / 1000,
  }
}

/** MEMORY.md, which has the routes, and the documents that explain the project. */
function placesToLook({ files }: ReadableBank): readonly string[] {
  const documents = [...files.keys()].map(sourceOf).filter(({ source }) => source === 'document')
  return [`${BANK_FOLDER}/${MEMORY}`, ...documents.slice(0, MOST_PLACES).map(({ path }) => path)]
}

const MOST_PLACES = 3

/** Files that were not searched. Documents are listed only if their path shares a word with the question. */
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

/** The summary of the project (S23): its goal, its focus, its stack. */
function summarize(
  entries: readonly IndexedEntry[],
  bank: ReadableBank,
  clean: (text: string) => string,
): ContextSummary {
  const said = entries.filter((one) => (one.path === MEMORY || one.kind === 'focus') && !traitsOf(one).isSuperseded)
  const lineOf = (entry: IndexedEntry) =>
    lineIn(clean((bank.files.get(entry.path)?.readPage().text ?? '').slice(entry.start, entry.end)), entry)
  const snapshot = said.filter(({ path, kind }) => path === MEMORY && kind === 'tech').map(lineOf)
  const stack = snapshot.find(({ text }) => STACK.test(text))
  const rest = snapshot.filter((line) => line !== stack)
  const goal = rest.find(({ text }) => ABOUT.test(text)) ?? rest[0]
  // The inbox is newer than MEMORY.md.
  const focus = said.filter(({ kind }) => kind === 'focus').toSorted((a, b) => order(a) - order(b))
  return {
    goal: goal === undefined ? [] : [unlabelled(goal)],
    focus: focus.slice(0, MOST_FOCUS).map(lineOf),
    stack: stack === undefined ? [] : [unlabelled(stack)],
  }
}

const MOST_FOCUS = 2
const LONGEST_LINE = 160

function order({ path }: IndexedEntry): number {
  return path === MEMORY ? 1 : 0
}

function lineIn(said: string, { path, startLine }: IndexedEntry): SummaryLine {
  const text = withoutListMark(said.replace(/\s+/g, ' ').trim())
  return { text: text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text, path, line: startLine }
}

/** The line without its label, because the pack adds one. */
function unlabelled(line: SummaryLine): SummaryLine {
  return { ...line, text: line.text.replace(/^\*\*[^*]+\*\*\s*[:：]\s*(?=\S)/, '') }
}

/** The labels that `init` writes, and other common labels. */
const STACK =
  /^\**(?:tech(?:nology)? )?(?:stack|languages?|frameworks?|runtime|built with|技术栈|语言|框架)\**\s*[:：(（]/i
const ABOUT = /^\*\*(?:About|Goal|Purpose|简介|目标)\*\*/i
