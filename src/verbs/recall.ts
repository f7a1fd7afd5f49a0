/**
 * A question → the pack, the hits or the page that match it. Reads the bank, and of the repository only what the pack
 * asks for. Nothing it gives holds a secret's value (S35).
 */

import { join } from 'node:path'
import { Page } from '../bank/page.ts'
import { pathsIn } from '../bank/routes.ts'
import type { ReadableBank, ReadableFile } from '../bank/snapshot.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { once } from '../base/once.ts'
import type { ContextPack, PackSource } from '../bank/pack.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { definedNames } from '../search/defined-names.ts'
import { documentPath, documentRoutes, isDocumentPath, sourceOf } from '../search/document-routes.ts'
import { EntryIndex } from '../search/entry-index.ts'
import { asRead } from '../search/excerpt.ts'
import { queriesOf, rank } from '../search/rank.ts'
import { type BudgetedRead, readWithinBudget } from '../search/read-within-budget.ts'
import { measured, recall } from '../search/recall.ts'
import { maskSecrets, starSecrets } from '../secrets/mask.ts'
import { neutraliseAll } from '../base/neutralise.ts'
import { type LazySnapshot, readWholeSnapshot, takeLazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { textInside } from '../disk/open-file.ts'
import { findDocuments, rootReadme } from '../disk/project/routed-documents.ts'
import { CleanTexts } from '../disk/state/clean-texts.ts'
import type { Workspace } from '../disk/workspace.ts'
import { conflictsIn } from './doubts.ts'
import { bankLanguage } from './open-bank.ts'
import { withOrigins } from './origins.ts'
import { lazilyMarked } from './waiting.ts'

/** What a caller may add to a question. */
export interface RecallWishes {
  /** Words or phrases that a helpful entry would contain (S23). */
  readonly terms?: readonly string[]
  /** Files the question is about, of the bank (S26) or of the project. */
  readonly paths?: readonly string[]
  /** The whole pack has at most so many tokens. */
  readonly tokens?: number
  /** The caller was given no opening and wants goal, focus and stack. */
  readonly summary?: boolean
}

/** An entry that matches, as `memory-bank search` lists it. */
export type Hit = PackSource & {
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
}

export type ReadFile = BudgetedRead & { readonly path: BankPath }

/** If somebody writes to the bank while we read it, we look again; the last time we read all of it at once. */
const MOST_LOOKS = 4

/** A bank with its search index. A long-lived process calls `refresh` before each question. */
export class SearchableBank {
  readonly #workspace: Workspace
  readonly #index = new EntryIndex()
  /** The stamps of the files that the index holds. */
  #stamps: ReadonlyMap<BankPath, string> = new Map()
  #seen: LazySnapshot = { bank: NOTHING, stamps: new Map(), isConsistent: () => true }
  /** Documents that the bank routes to and that are not searched. */
  #tooLarge: readonly string[] = []
  /** Files that are read otherwise because of an inbox entry, as they are on disk. */
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

  /** Reads and indexes the files that changed since. */
  refresh(): Result<undefined> {
    for (let looks = 1; ; looks += 1) {
      const taken = this.#look(looks)
      if (!taken.ok || this.#seen.isConsistent()) return taken
    }
  }

  /** Takes a snapshot of the bank; after some vain attempts it reads every text at once. */
  #look(looks: number): Result<undefined> {
    const { place, now, progress } = this.#workspace
    const taken =
      looks < MOST_LOOKS ? takeLazySnapshot(place.bank, now, progress) : readWholeSnapshot(place.bank, progress)
    if (!taken.ok) return taken
    const marked = lazilyMarked(taken.value)
    this.#filed = marked.filed
    this.#take(this.#withDocuments(marked))
    return ok(undefined)
  }

  /** The root README and the documents that the bank routes to are searched like its own files. */
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
    // The texts may be of different moments, so the next look compares them all.
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

  /** The names that the first of these files of the project define. */
  #symbolsOf(paths: readonly string[]): readonly string[] {
    const { root } = this.#workspace.project
    const read = (path: string) => textInside(root, join(root, path), { bytes: LIMITS.routedBytes }) ?? ''
    return paths.slice(0, MOST_SOURCES).flatMap((path) => definedNames(read(path)))
  }

  /** The files of the bank that these words name. */
  #filesNamed(words: readonly string[]): ReadonlySet<BankPath> {
    const known = [...this.#seen.bank.files.keys()].filter((path) => !isDocumentPath(path))
    const named = words.flatMap((text) => pathsIn(text, ''))
    return new Set(named.flatMap((path) => known.filter((own) => own === path || own.endsWith(`/${path}`))))
  }

  /** Answers from the bank at one moment: if a file changed while it was read, the question is asked again. */
  #answer<T>(ask: (bank: ReadableBank) => T): T {
    for (let asked = 1; ; asked += 1) {
      const answer = ask(this.#seen.bank)
      if (this.#seen.isConsistent()) return answer
      if (!this.#look(asked).ok) return answer
    }
  }

  /** The pack with conflicts and origins (S23), as a model may read it (S39). */
  answer(question: string, asked: Language | undefined, wishes: RecallWishes = {}): ContextPack {
    const pack = this.recall(question, asked, wishes)
    const { files } = this.#seen.bank
    const pageAt = (path: BankPath) => (this.#filed.get(path) ?? files.get(path))?.readPage()
    const conflicts = conflictsIn(pack, this.#workspace)
    return measured(neutraliseAll(withOrigins({ ...pack, conflicts }, this.#workspace, pageAt)))
  }

  search(question: string, terms: readonly string[], limit: number): readonly Hit[] {
    return rank(this.#index, queriesOf(question, terms))
      .slice(0, limit)
      .map(({ entry: { path, headings, title, startLine, endLine }, score }) => ({
        ...sourceOf(path),
        heading: starSecrets(headings.at(-1) ?? title),
        startLine,
        endLine,
        score: Math.round(score * 1000) / 1000,
      }))
  }

  /** A path asked for by name is read whether or not an index knows it (S26). */
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
      .replace(/\/+$/, '')
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

/** Stars of the same length replace secrets, so that offsets stay the same. */
function withoutSecret(file: ReadableFile, clean: CleanTexts): ReadableFile {
  const readPage = once(() => {
    const page = file.readPage()
    return clean.areClean([page.text]) ? page : page.with(starSecrets(page.text))
  })
  return { path: file.path, mtime: file.mtime, readPage }
}

const NOTHING: ReadableBank = { exists: false, files: new Map(), others: [], folders: new Set(), unreadable: [] }

/** The paths in a question that may be files of the project. */
function pathsNamed(question: string): readonly string[] {
  return question.match(/[\w@.+-]{1,255}(?:\/[\w@.+-]{1,255}){0,20}\.\w{1,10}/g) ?? []
}

/** Files whose definitions are looked up for one question. */
const MOST_SOURCES = 4
