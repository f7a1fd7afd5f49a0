/**
 * recall, search, read: answers a question with a pack or hits, and reads pages. Reads the bank and the routed documents.
 * Secrets are masked (S35).
 */

import { join } from 'node:path'
import type { ContextPack, PackSource } from '../bank/pack.ts'
import { Page } from '../bank/page.ts'
import { pathsIn } from '../bank/routes.ts'
import type { ReadableBank, ReadableFile } from '../bank/snapshot.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { neutraliseAll } from '../base/neutralise.ts'
import { once } from '../base/once.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type LazySnapshot, readWholeSnapshot, takeLazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { textInside } from '../disk/open-file.ts'
import { findDocuments, rootReadme } from '../disk/project/find-documents.ts'
import { CleanTexts } from '../disk/state/clean-texts.ts'
import type { Workspace } from '../disk/workspace.ts'
import { documentPath, documentRoutes, isDocumentPath, sourceOf } from '../search/document-routes.ts'
import { EntryIndex } from '../search/entry-index.ts'
import { asRead } from '../search/excerpt.ts'
import { definedNames, queriesOf, rank } from '../search/rank.ts'
import { type BudgetedRead, readWithinBudget } from '../search/read-within-budget.ts'
import { measured, recall } from '../search/recall.ts'
import { TermCounts } from '../search/term-counts.ts'
import { maskSecrets, starSecrets } from '../secrets/mask.ts'
import { conflictsIn } from './doubts.ts'
import { markSupersededLazily } from './mark-superseded.ts'
import { bankLanguage } from './open-bank.ts'
import { withOrigins } from './origins.ts'

export interface RecallWishes {
  /** Words or phrases that a helpful entry would contain (S23). */
  readonly terms?: readonly string[]
  /** Files in the bank (S26) or in the project that the question is about. */
  readonly paths?: readonly string[]
  /** Token limit of the whole pack. */
  readonly tokens?: number
  /** Add goal, focus and stack, for a caller without an opening. */
  readonly summary?: boolean
}

/** A match of `memory-bank search`. */
export type SearchHit = PackSource & {
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
}

export type ReadFile = BudgetedRead & { readonly path: BankPath }

/** Tries while another process writes. The last try reads all files at once. */
const MOST_LOOKS = 4

/** A bank with its search index. Long-running processes call `refresh` before each question. */
export class SearchableBank {
  readonly #workspace: Workspace
  readonly #index = new EntryIndex()
  /** Stamps of the indexed files. */
  #stamps: ReadonlyMap<BankPath, string> = new Map()
  #seen: LazySnapshot = { bank: NOTHING, stamps: new Map(), isConsistent: () => true }
  /** Routed documents above the size limit, which are not searched. */
  #tooLarge: readonly string[] = []
  /** On-disk versions of files that an inbox entry marks as superseded. */
  #filed: ReadableBank['files'] = new Map()
  readonly #clean: CleanTexts

  private constructor(workspace: Workspace) {
    this.#workspace = workspace
    this.#clean = new CleanTexts(workspace.place.state)
  }

  static open(workspace: Workspace): Result<SearchableBank> {
    const opened = new SearchableBank(workspace)
    const read = opened.refresh()
    if (!read.ok) return read
    return opened.#seen.bank.exists ? ok(opened) : fail({ code: 'bank-absent', path: workspace.project.root })
  }

  /** Reads and indexes changed files. */
  refresh(): Result<undefined> {
    for (let looks = 1; ; looks += 1) {
      const taken = this.#look(looks)
      if (!taken.ok || this.#seen.isConsistent()) return taken
    }
  }

  /** Takes a lazy snapshot, or after several failed attempts reads every file at once. */
  #look(looks: number): Result<undefined> {
    const { place, now, progress } = this.#workspace
    const taken =
      looks < MOST_LOOKS ? takeLazySnapshot(place.bank, now, progress) : readWholeSnapshot(place.bank, progress)
    if (!taken.ok) return taken
    const marked = markSupersededLazily(taken.value)
    this.#filed = marked.filed
    this.#take(this.#withDocuments(marked))
    return ok(undefined)
  }

  /** Adds the root README and the routed documents to the search. */
  #withDocuments(taken: LazySnapshot): LazySnapshot {
    const { project, now } = this.#workspace
    if (!taken.bank.exists) return taken
    const memory = taken.bank.files.get(MEMORY)?.readPage()
    const routed = memory === undefined ? [] : documentRoutes(memory).flatMap((route) => route.places)
    const files = new Map(taken.bank.files)
    const stamps = new Map(taken.stamps)
    const { documents, tooLarge } = findDocuments(project.root, [...rootReadme(project.root), ...routed], now)
    this.#tooLarge = tooLarge
    for (const { path: place, mtime, stamp, readText } of documents) {
      const path = documentPath(place)
      if (path === undefined) continue
      files.set(path, { path, mtime, readPage: once(() => new Page(path, readText(), mtime)) })
      if (stamp !== undefined) stamps.set(path, stamp)
    }
    return { ...taken, bank: { ...taken.bank, files }, stamps }
  }

  #take(taken: LazySnapshot): void {
    const { stamps } = taken
    const before = this.#stamps
    this.#index.update(taken.bank, (path) => stamps.has(path) && stamps.get(path) === before.get(path))
    this.#seen = taken
    // The texts may be from different moments, so compare all of them next time.
    this.#stamps = taken.isConsistent() ? stamps : new Map()
  }

  recall(question: string, asked: Language | undefined, wishes: RecallWishes = {}): ContextPack {
    const { paths = [], tokens = LIMITS.packTokens, summary = false } = wishes
    const terms = (wishes.terms ?? []).slice(0, LIMITS.recallTerms).map(maskSecrets)
    const masked = maskSecrets(question)
    const pack = this.#answer((bank) => {
      const language = bankLanguage(asked, this.#workspace, bank)
      return recall([masked, ...paths.map((path) => `\`${path}\``)].join('\n'), bank, {
        index: this.#index,
        terms,
        symbols: this.#symbolsOf([...paths, ...pathsNamed(masked)]),
        named: this.#filesNamed([masked, ...paths]),
        ...(language === undefined ? {} : { language }),
        tooLarge: this.#tooLarge,
        tokens: Math.min(tokens, LIMITS.recallTokens),
        clean: starSecrets,
        summary,
      })
    })
    const entries = pack.entries.map((one) => {
      const filed = one.source === 'bank' ? this.#filed.get(one.path) : undefined
      const named = { ...one, title: starSecrets(one.title), headings: one.headings.map(starSecrets) }
      return filed === undefined ? named : { ...named, hash: hashOfText(filed.readPage().text) }
    })
    const more = pack.more.map((one) => ({ ...one, title: starSecrets(one.title) }))
    return { ...pack, question: masked, entries, more }
  }

  /** Names that these source files define. */
  #symbolsOf(paths: readonly string[]): readonly string[] {
    const { root } = this.#workspace.project
    const read = (path: string) => textInside(root, join(root, path), { bytes: LIMITS.routedBytes }) ?? ''
    return paths.slice(0, MOST_SOURCES).flatMap((path) => definedNames(read(path)))
  }

  /** Bank files named in these texts. */
  #filesNamed(words: readonly string[]): ReadonlySet<BankPath> {
    const known = [...this.#seen.bank.files.keys()].filter((path) => !isDocumentPath(path))
    const named = words.flatMap((text) => pathsIn(text, ''))
    return new Set(named.flatMap((path) => known.filter((own) => own === path || own.endsWith(`/${path}`))))
  }

  /** Answers from one consistent state: asks again if a file changed during the read. */
  #answer<T>(ask: (bank: ReadableBank) => T): T {
    for (let asked = 1; ; asked += 1) {
      const answer = ask(this.#seen.bank)
      if (this.#seen.isConsistent()) return answer
      if (!this.#look(asked).ok) return answer
    }
  }

  /** The pack with conflicts and origins (S23), neutralised for a model (S39). */
  answer(question: string, asked: Language | undefined, wishes: RecallWishes = {}): ContextPack {
    const pack = this.recall(question, asked, wishes)
    const { files } = this.#seen.bank
    const pageAt = (path: BankPath) => (this.#filed.get(path) ?? files.get(path))?.readPage()
    const conflicts = conflictsIn(pack, this.#workspace)
    return measured(neutraliseAll(withOrigins({ ...pack, conflicts }, this.#workspace, pageAt)))
  }

  search(question: string, terms: readonly string[], limit: number): readonly SearchHit[] {
    return rank(new TermCounts(this.#index.entries(), queriesOf(question, terms)))
      .slice(0, limit)
      .map(({ entry: { path, headings, title, startLine, endLine }, score }) => ({
        ...sourceOf(path),
        heading: starSecrets(headings.at(-1) ?? title),
        startLine,
        endLine,
        score: Math.round(score * 1000) / 1000,
      }))
  }

  /** Reads any file of the bank, also one without an index row (S26). */
  read(raw: string, question: string | undefined, asked: Language | undefined): Result<ReadFile> {
    const path = bankPath(raw.replace(/^(?:\.\/)?/, '').replace(new RegExp(`^${BANK_FOLDER}/`), ''))
    return this.#answer((bank) => {
      const file = path === undefined || isDocumentPath(path) ? undefined : bank.files.get(path)
      if (file === undefined) return fail({ code: 'not-in-bank', path: raw, near: this.#near(raw) })
      const language = bankLanguage(asked, this.#workspace, bank) ?? this.#workspace.locale
      const asFiled = withoutSecret(this.#filed.get(file.path) ?? file, this.#clean)
      const page = readWithinBudget(asFiled, question, language)
      return ok({ ...neutraliseAll({ ...page, text: asRead(page.text) }), path: file.path })
    })
  }

  #near(raw: string): string | undefined {
    const asked = raw
      .replace(/(?<!\/)\/+$/, '')
      .replace(new RegExp(`^(?:\\./)?${BANK_FOLDER}/`), '')
      .toLowerCase()
    const name = asked.slice(asked.lastIndexOf('/') + 1)
    if (name === '' || name === '..') return undefined
    const paths = [...this.#seen.bank.files.keys()].filter((path) => !isDocumentPath(path))
    const called = (fits: (own: string) => boolean) => paths.find((path) => fits(path.toLowerCase()))
    return (
      called((own) => own.endsWith(`/${name}`) || own === name) ??
      called((own) => own.endsWith(`${name}.md`)) ??
      called((own) => own.startsWith(`${asked}/`) || own.includes(`/${asked}/`)) ??
      called((own) => own.slice(own.lastIndexOf('/') + 1).includes(name.replace(/\.md$/, '')))
    )
  }
}

/** Replaces secrets by stars of the same length, so that offsets stay valid. */
function withoutSecret(file: ReadableFile, clean: CleanTexts): ReadableFile {
  const readPage = once(() => {
    const page = file.readPage()
    if (clean.has(page.text)) return page
    const starred = starSecrets(page.text)
    if (starred !== page.text) return page.with(starred)
    clean.add(page.text)
    return page
  })
  return { path: file.path, mtime: file.mtime, readPage }
}

const NOTHING: ReadableBank = { exists: false, files: new Map(), others: [], folders: new Set(), unreadable: [] }

/** Paths in a question. */
function pathsNamed(question: string): readonly string[] {
  return question.match(/(?<![\w@.+-])[\w@.+-]{1,255}(?:\/[\w@.+-]{1,255}){0,20}\.\w{1,10}/g) ?? []
}

/** Source files read for one question. */
const MOST_SOURCES = 4
